import { useEffect, useRef } from "react";
import { dateText } from "../../../charts/editing/date-text";
import { withSpec } from "../../../charts/editing/document";
import { type ChannelForm, changePlot, readPlot } from "../../../charts/editing/plot-form";
import { dateFormats, readAxis, withAxis } from "../../../charts/editing/plot-options";
import { SelectField, SmallField } from "../../../ui/select-field";
import { formatChoices, scaleChoices, sortChoices } from "../channel-choices";
import { axisEditor as text } from "../strings";
import type { PartFormProps } from "./part-popover";

/** Title, range, ticks, format and order of an axis. */
export function AxisEditor({ document: { spec }, data, change, channel }: PartFormProps & { channel: "x" | "y" }) {
  const form = readPlot(spec)?.channels[channel];
  const axis = readAxis(spec, channel);
  const columns = data?.columns ?? [];
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("input")?.select(), []);
  if (!form) return <p className="text-soft">{text.editAsJson}</p>;
  const set = (key: Exclude<keyof ChannelForm, "isBinned">) => (value: string) =>
    change(
      (before) => withSpec(before, changePlot(before.spec, { on: channel, key, value }, columns)),
      `${channel}.${key}`,
    );
  const setAxis = (key: "ticks" | "dateFormat") => (value: string) =>
    change((before) => withSpec(before, withAxis(before.spec, channel, { [key]: value })), `${channel}.${key}`);
  const type = columns.find(({ name }) => name === form.field)?.type;
  const isDate = (type === "date" || type === "datetime") && form.aggregate === "";
  const isMeasure = form.aggregate !== "" || ((type === "number" || type === "integer") && !form.isBinned);
  return (
    <div ref={first} className="grid grid-cols-2 gap-3">
      <div className="col-span-2">
        <SmallField label={text.axisTitle} placeholder={text.automatic} value={form.title} onType={set("title")} />
      </div>
      {isMeasure && (
        <>
          <RangeField label={text.axisStart} value={form.min} onType={set("min")} />
          <RangeField label={text.axisEnd} value={form.max} onType={set("max")} />
          <SelectField label={text.numberFormat} value={form.format} choices={formatChoices} onChoose={set("format")} />
          <SelectField label={text.scale} value={form.scale} choices={scaleChoices} onChoose={set("scale")} />
        </>
      )}
      {isDate && (
        <SelectField
          label={text.dateFormat}
          value={axis.dateFormat}
          choices={[
            { value: "", label: text.automatic },
            ...dateFormats.map((format) => ({ value: format, label: dateText(format) })),
          ]}
          onChoose={setAxis("dateFormat")}
        />
      )}
      {(isMeasure || isDate) && (
        <SmallField
          label={text.ticks}
          type="number"
          min={1}
          max={50}
          placeholder={text.automatic}
          value={axis.ticks}
          onType={setAxis("ticks")}
        />
      )}
      {!isMeasure && !isDate && (
        <SelectField label={text.sort} value={form.sort} choices={sortChoices} onChoose={set("sort")} />
      )}
    </div>
  );
}

function RangeField(props: { label: string; value: string; onType: (value: string) => void }) {
  return <SmallField type="number" step="any" placeholder={text.automatic} {...props} />;
}
