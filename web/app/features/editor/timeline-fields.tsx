import { Plus, X } from "lucide-react";
import { isObject, type JsonObject } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { withValueAt } from "../../charts/editing/spec-path";
import { Button, IconButton } from "../../ui/button";
import { SmallField } from "../../ui/select-field";
import { timelineFields as text } from "./strings";
import type { Change } from "./use-editor";

/** The events of a timeline; the drawing puts them in their order. */
export function TimelineFields({ document: { spec }, change }: { document: ChartDocument; change: Change }) {
  const events = listOf(spec.events);
  const set = (index: number, name: string) => (value: string) =>
    change(
      (before) => withSpec(before, withValueAt(before.spec, ["events", index, name], value === "" ? undefined : value)),
      `events.${index}.${name}`,
    );
  const replace = (make: (events: JsonObject[]) => JsonObject[]) =>
    change((before) => withSpec(before, { ...before.spec, events: make(listOf(before.spec.events)) }));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium text-sm">{text.events}</legend>
      <ul className="flex flex-col gap-3">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event has no name of its own, and stays in its place
          <li key={index} className="flex items-end gap-2 rounded-xl border border-line p-3">
            <div className="grid min-w-0 flex-1 grid-cols-[7rem_1fr] gap-2">
              <SmallField label={text.date} value={textOf(event.date)} onType={set(index, "date")} />
              <SmallField label={text.event} value={textOf(event.label)} onType={set(index, "label")} />
              <SmallField label={text.endDate} value={textOf(event.endDate)} onType={set(index, "endDate")} />
              <SmallField
                label={text.description}
                value={textOf(event.description)}
                onType={set(index, "description")}
              />
            </div>
            <IconButton
              label={text.removeEvent(index + 1)}
              onClick={() => replace((list) => list.filter((_, at) => at !== index))}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        size="small"
        className="self-start"
        onClick={() =>
          replace((list) => [...list, { date: textOf(list.at(-1)?.date) || "2024", label: text.newEvent }])
        }
      >
        <Plus aria-hidden className="size-4" /> {text.addEvent}
      </Button>
    </fieldset>
  );
}

export function listOf(value: JsonObject[string]): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: JsonObject[string]): string {
  return typeof value === "string" ? value : "";
}
