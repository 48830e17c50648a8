import { useState } from "react";
import { setSchedule } from "../../api/chart-versions";
import type { Chart, Every } from "../../api/charts";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";

const choices: { value: Every | null; label: string; detail: string }[] = [
  { value: null, label: "Never", detail: "Only when you press Refresh" },
  { value: "hour", label: "Every hour", detail: "For data that moves all day" },
  { value: "day", label: "Every day", detail: "Once a night" },
  { value: "week", label: "Every week", detail: "Once a week" },
];

export function everyOf({ schedule }: Chart): Every | null {
  return schedule?.every ?? null;
}

/** Whether the query runs again by itself. It is off until somebody turns it on. */
export function ScheduleDialog({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const [every, setEvery] = useState(everyOf(chart));
  const [isSaving, setSaving] = useState(false);
  async function save() {
    setSaving(true);
    try {
      await setSchedule(chart.id, every);
      void notify({
        title:
          every === null ? "The chart is no longer refreshed by itself." : `The chart is refreshed every ${every}.`,
        color: "green",
      });
      onClose();
    } catch (error) {
      void notify({ title: "Nothing was changed.", description: describeFailure(error), color: "red" });
      setSaving(false);
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Refresh by the clock"
      description="The query runs again over the newest data. A version is made only where something is different; the published one stays."
    >
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">How often</legend>
          {choices.map(({ value, label, detail }) => (
            <label
              key={label}
              className="flex cursor-pointer items-center gap-3 rounded-lg border border-line px-3 py-2 has-checked:border-accent has-checked:bg-accent-wash"
            >
              <input
                type="radio"
                name="every"
                checked={every === value}
                onChange={() => setEvery(value)}
                className="size-4 accent-(--accent)"
              />
              <span className="text-sm">
                {label}
                <span className="block text-soft text-xs">{detail}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" isPending={isSaving} disabled={every === everyOf(chart)} onClick={() => void save()}>
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
