import type { DataColumn } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { withValueAt } from "../../charts/editing/spec-path";
import { SelectField, SmallField } from "../../ui/select-field";
import { metricFields as text } from "./strings";
import type { Change } from "./use-editor";

const comparisons = [
  { value: "", label: text.previousValue },
  { value: "first", label: text.firstValue },
  { value: "none", label: text.none },
];

const judgements = [
  { value: "", label: text.neither },
  { value: "higher", label: text.higher },
  { value: "lower", label: text.lower },
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
      <legend className="mb-2 font-medium text-sm">{text.metric}</legend>
      <SelectField
        label={text.column}
        value={textOf("value")}
        choices={choicesOf("number", "integer")}
        onChoose={set("value")}
      />
      <SelectField
        label={text.dateColumn}
        value={textOf("time")}
        choices={[{ value: "", label: text.none }, ...choicesOf("date", "datetime", "integer")]}
        onChoose={set("time")}
      />
      <SmallField label={text.label} maxLength={80} value={textOf("label")} onType={set("label", "metric.label")} />
      <SmallField label={text.unit} maxLength={16} value={textOf("unit")} onType={set("unit", "metric.unit")} />
      <SelectField
        label={text.compareWith}
        value={textOf("compareTo")}
        choices={comparisons}
        onChoose={set("compareTo")}
      />
      <SelectField
        label={text.betterDirection}
        value={textOf("better")}
        choices={judgements}
        onChoose={set("better")}
      />
    </fieldset>
  );
}
