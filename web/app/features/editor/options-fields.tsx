import { X } from "lucide-react";
import { useState } from "react";
import type { JsonObject } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { readFilters, withoutFilter } from "../../charts/editing/part-edits";
import { type PlotOptions, readOptions, readSteps, withOptions, withSteps } from "../../charts/editing/plot-options";
import { writtenCell } from "../../charts/same-key";
import { type Choice, SelectField, SmallField } from "../../ui/select-field";
import { optionsFields as text } from "./strings";
import type { Change } from "./use-editor";

const labelChoices: Choice[] = [
  { value: "", label: text.automatic },
  { value: "all", label: text.on },
  { value: "none", label: text.off },
];

const widthChoices: Choice[] = [
  { value: "", label: text.fullWidth },
  { value: "column", label: text.column },
  { value: "text", label: text.textWidth },
  { value: "wide", label: text.wide },
];

export interface OptionsFieldsProps {
  document: ChartDocument;
  mark: string;
  change: Change;
}

/** Choices for the chart as a whole: labels, width, ranges, and what is filtered. */
export function OptionsFields({ document: { spec }, mark, change }: OptionsFieldsProps) {
  const options = readOptions(spec);
  const set = (change_: Partial<PlotOptions>) =>
    change((before) => withSpec(before, withOptions(before.spec, change_)));
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {mark !== "geoshape" && mark !== "arc" && (
          <SelectField
            label={text.valueLabels}
            value={options.labels}
            choices={labelChoices}
            onChoose={(labels) => set({ labels: labels as PlotOptions["labels"] })}
          />
        )}
        <SelectField
          label={text.width}
          value={options.width}
          choices={widthChoices}
          onChoose={(width) => set({ width: width as PlotOptions["width"] })}
        />
        {(mark === "point" || mark === "circle") && (
          <label className="col-span-2 flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={options.hasRanges}
              onChange={({ target: { checked } }) => set({ hasRanges: checked })}
              className="size-4 accent-(--accent)"
            />
            {text.connectPoints}
          </label>
        )}
      </div>
      <FilterChips spec={spec} change={change} />
    </>
  );
}

/** Filters, each with the way back. */
function FilterChips({ spec, change }: { spec: JsonObject; change: Change }) {
  const filters = readFilters(spec);
  if (filters.length === 0) return null;
  return (
    <ul aria-label={text.filters} className="flex flex-wrap gap-2">
      {filters.map(({ field, values, isKept }) => {
        const names = values.map((value) => writtenCell(value, field)).join(", ");
        const words = isKept ? text.only(field, names) : text.without(field, names);
        return (
          <li key={`${field} ${isKept}`} className="min-w-0">
            <button
              type="button"
              aria-label={text.removeFilter(words)}
              onClick={() => change((before) => withSpec(before, withoutFilter(before.spec, field)))}
              className="inline-flex max-w-full items-center gap-1.5 rounded-full border border-line px-3 py-1 text-xs hover:border-line-strong"
            >
              <span className="truncate">{words}</span>
              <X aria-hidden className="size-3.5 shrink-0" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The limits of color steps, taken over while they are numbers. */
export function StepsField({ spec, change }: { spec: JsonObject; change: Change }) {
  const known = readSteps(spec);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <SmallField
      label={text.colorSteps}
      placeholder={text.stepsExample}
      value={typed ?? known}
      onType={(value) => {
        setTyped(value);
        change((before) => withSpec(before, withSteps(before.spec, value)), "color.steps");
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
