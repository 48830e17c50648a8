import { useState } from "react";
import { setSchedule } from "../../api/chart-versions";
import type { Chart, Every } from "../../api/charts";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { scheduleDialog as text } from "./strings";

const choices: { value: Every | null; label: string; detail: string }[] = [
  { value: null, label: text.never, detail: text.onlyWhenYouClickRefresh },
  { value: "hour", label: text.everyHour, detail: text.forDataThatChangesDuring },
  { value: "day", label: text.everyDay, detail: text.onceADayAtNight },
  { value: "week", label: text.everyWeek, detail: text.onceAWeek },
];

export function everyOf({ schedule }: Chart): Every | null {
  return schedule?.every ?? null;
}

/** Whether the query runs again by itself. It is off until a user turns it on. */
export function ScheduleDialog({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const [every, setEvery] = useState(everyOf(chart));
  const save = useApiMutation({
    run: () => setSchedule(chart.id, every),
    success: every === null ? text.scheduledRefreshTurnedOff : text.theChartWillRefreshEvery(every),
    failed: text.couldntSaveTheSchedule,
    onDone: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={text.scheduledRefresh} description={text.description}>
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <fieldset className="flex flex-col gap-1.5">
          <legend className="sr-only">{text.frequency}</legend>
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
                className="size-4 shrink-0 accent-(--accent)"
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
            {text.cancel}
          </Button>
          <Button
            look="primary"
            isPending={save.isPending}
            disabled={every === everyOf(chart)}
            onClick={() => save.run()}
          >
            {text.save}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
