import type { DataColumn } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { withValueAt } from "../../charts/editing/spec-path";
import { SelectField, SmallField } from "../../ui/select-field";
import type { Change } from "./use-editor";

const comparisons = [
  { value: "", label: "With the one before" },
  { value: "first", label: "With the first" },
  { value: "none", label: "With nothing" },
];

const judgements = [
  { value: "", label: "Neither" },
  { value: "higher", label: "Higher" },
  { value: "lower", label: "Lower" },
];

/** The form of a metric: which number, over which time, and what it is compared with. */
export function MetricFields({
  document,
  columns,
  change,
}: {
  document: ChartDocument;
  columns: readonly DataColumn[];
  change: Change;
}) {
  const textOf = (name: string) => {
    const value = document.spec[name];
    return typeof value === "string" ? value : "";
  };
  const set = (name: string, key?: string) => (value: string) =>
    change((before) => withSpec(before, withValueAt(before.spec, [name], value === "" ? undefined : value)), key);
  const choicesOf = (...types: string[]) =>
    columns.filter(({ type }) => types.includes(type)).map(({ name }) => ({ value: name, label: name }));
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-2 font-medium text-sm">The number</legend>
      <SelectField
        label="Column"
        value={textOf("value")}
        choices={choicesOf("number", "integer")}
        onChoose={set("value")}
      />
      <SelectField
        label="Over time"
        value={textOf("time")}
        choices={[{ value: "", label: "Not" }, ...choicesOf("date", "datetime", "integer")]}
        onChoose={set("time")}
      />
      <SmallField label="Label" maxLength={80} value={textOf("label")} onType={set("label", "metric.label")} />
      <SmallField label="Unit" maxLength={16} value={textOf("unit")} onType={set("unit", "metric.unit")} />
      <SelectField label="Compared" value={textOf("compareTo")} choices={comparisons} onChoose={set("compareTo")} />
      <SelectField label="What is better" value={textOf("better")} choices={judgements} onChoose={set("better")} />
    </fieldset>
  );
}
