import type { DataColumn } from "../../charts/draw-request";
import type { Channel, ChannelForm, ChannelKey, PlotChange } from "../../charts/editing/plot-form";
import { SelectField, SmallField } from "../../ui/select-field";
import { aggregateChoices, formatChoices, scaleChoices, sortChoices, timeChoices } from "./channel-choices";
import { channelFields as text } from "./strings";

export interface ChannelFieldsProps {
  channel: Channel;
  title: string;
  form: ChannelForm;
  columns: readonly DataColumn[];
  /** Whether its marks begin at zero, as bars do. */
  hasBase: boolean;
  answer: (change: PlotChange, key?: string) => void;
}

/** The fields of one channel: column, then its options. */
export function ChannelFields({ channel, title, form, columns, hasBase, answer }: ChannelFieldsProps) {
  const set = (key: Exclude<ChannelKey, "isBinned">) => (value: string) => answer({ on: channel, key, value });
  const isShown = form.field !== "" || form.aggregate !== "";
  const type = columns.find(({ name }) => name === form.field)?.type;
  const isDate = type === "date" || type === "datetime";
  const isNumber = type === "number" || type === "integer";
  const isMeasure = form.aggregate !== "" || (isNumber && !form.isBinned);
  const isAxis = channel === "x" || channel === "y";
  const columnChoices = [{ value: "", label: text.none }, ...columns.map(({ name }) => ({ value: name, label: name }))];
  const sorts = form.sort === "custom" ? [{ value: "custom", label: text.customOrder }, ...sortChoices] : sortChoices;
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="sr-only">{title}</legend>
      <div className="grid grid-cols-2 gap-3">
        <SelectField label={title} value={form.field} choices={columnChoices} onChoose={set("field")} />
        {isDate && form.aggregate === "" && (
          <SelectField
            label={text.dateGrouping}
            value={form.timeUnit}
            choices={timeChoices}
            onChoose={set("timeUnit")}
          />
        )}
        {!isDate && (isNumber || form.aggregate !== "" || (!isShown && isAxis)) && channel !== "facet" && (
          <SelectField
            label={text.aggregate}
            value={form.aggregate}
            choices={aggregateChoices}
            onChoose={set("aggregate")}
          />
        )}
      </div>
      {isShown && (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-md text-soft text-xs hover:text-ink">
            {text.moreOptions}
            <span className="sr-only">: {title}</span>
          </summary>
          <div className="mt-3 grid grid-cols-2 gap-3">
            <SmallField
              label={isAxis ? text.axisTitle : text.title}
              value={form.title}
              onType={(value) => answer({ on: channel, key: "title", value }, `${channel}.title`)}
            />
            {isMeasure && channel !== "facet" && (
              <SelectField
                label={text.numberFormat}
                value={form.format}
                choices={formatChoices}
                onChoose={set("format")}
              />
            )}
            {!isMeasure && !isDate && channel !== "size" && (
              <SelectField
                label={text.sort}
                value={form.sort}
                choices={channel === "facet" ? sorts.filter(({ value }) => !value.includes("value")) : sorts}
                onChoose={set("sort")}
              />
            )}
            {isMeasure && isAxis && (
              <SelectField label={text.scale} value={form.scale} choices={scaleChoices} onChoose={set("scale")} />
            )}
            {isMeasure && isAxis && !hasBase && (
              <SmallField
                label={text.axisStart}
                type="number"
                step="any"
                placeholder={text.automatic}
                value={form.min}
                onType={(value) => answer({ on: channel, key: "min", value }, `${channel}.min`)}
              />
            )}
            {isMeasure && isAxis && (
              <SmallField
                label={text.axisEnd}
                type="number"
                step="any"
                placeholder={text.automatic}
                value={form.max}
                onType={(value) => answer({ on: channel, key: "max", value }, `${channel}.max`)}
              />
            )}
            {isNumber && form.aggregate === "" && isAxis && (
              <label className="flex items-center gap-2 self-end py-2 text-sm">
                <input
                  type="checkbox"
                  checked={form.isBinned}
                  onChange={({ target: { checked } }) => answer({ on: channel, key: "isBinned", value: checked })}
                  className="size-4 accent-(--accent)"
                />
                {text.groupIntoBins}
              </label>
            )}
          </div>
        </details>
      )}
    </fieldset>
  );
}
