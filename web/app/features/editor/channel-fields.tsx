import type { DataColumn } from "../../charts/draw-request";
import type { Channel, ChannelForm, ChannelKey, PlotChange } from "../../charts/editing/plot-form";
import { type Choice, SelectField, SmallField } from "../../ui/select-field";

const aggregateChoices: Choice[] = [
  { value: "", label: "As it is" },
  { value: "sum", label: "Total" },
  { value: "mean", label: "Average" },
  { value: "median", label: "Median" },
  { value: "min", label: "Lowest" },
  { value: "max", label: "Highest" },
  { value: "count", label: "Number of rows" },
  { value: "distinct", label: "Different values" },
];

const timeChoices: Choice[] = [
  { value: "", label: "As it is" },
  { value: "year", label: "By year" },
  { value: "yearquarter", label: "By quarter" },
  { value: "yearmonth", label: "By month" },
  { value: "yearweek", label: "By week" },
  { value: "yearmonthdate", label: "By day" },
  { value: "month", label: "Month of any year" },
  { value: "day", label: "Day of the week" },
  { value: "hours", label: "Hour of the day" },
];

const sortChoices: Choice[] = [
  { value: "", label: "Automatic" },
  { value: "-value", label: "Largest first" },
  { value: "value", label: "Smallest first" },
  { value: "ascending", label: "By name, A to Z" },
  { value: "descending", label: "By name, Z to A" },
  { value: "none", label: "As the rows come" },
];

const formatChoices: Choice[] = [
  { value: "", label: "Automatic" },
  { value: ",d", label: "Whole: 1,234" },
  { value: ".0%", label: "Percent: 12%" },
  { value: ".1%", label: "Percent: 12.3%" },
  { value: "$,.0f", label: "Dollars: $1,234" },
  { value: "$,.2f", label: "Dollars: $1,234.50" },
];

const scaleChoices: Choice[] = [
  { value: "", label: "Even" },
  { value: "log", label: "Logarithmic" },
  { value: "sqrt", label: "Square root" },
];

export interface ChannelFieldsProps {
  channel: Channel;
  title: string;
  form: ChannelForm;
  columns: readonly DataColumn[];
  answer: (change: PlotChange, key?: string) => void;
}

/** One channel: its column first, and what can be said of such a column. */
export function ChannelFields({ channel, title, form, columns, answer }: ChannelFieldsProps) {
  const set = (key: Exclude<ChannelKey, "isBinned">) => (value: string) => answer({ on: channel, key, value });
  const isShown = form.field !== "" || form.aggregate !== "";
  const type = columns.find(({ name }) => name === form.field)?.type;
  const isDate = type === "date" || type === "datetime";
  const isNumber = type === "number" || type === "integer";
  const isMeasure = form.aggregate !== "" || (isNumber && !form.isBinned);
  const isAxis = channel === "x" || channel === "y";
  const columnChoices = [{ value: "", label: "Nothing" }, ...columns.map(({ name }) => ({ value: name, label: name }))];
  const sorts =
    form.sort === "custom" ? [{ value: "custom", label: "An order of its own" }, ...sortChoices] : sortChoices;
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="sr-only">{title}</legend>
      <div className="grid grid-cols-2 gap-3">
        <SelectField label={title} value={form.field} choices={columnChoices} onChoose={set("field")} />
        {isDate && form.aggregate === "" && (
          <SelectField label="Dates" value={form.timeUnit} choices={timeChoices} onChoose={set("timeUnit")} />
        )}
        {!isDate && (isNumber || form.aggregate !== "" || (!isShown && isAxis)) && channel !== "facet" && (
          <SelectField
            label="Summed up as"
            value={form.aggregate}
            choices={aggregateChoices}
            onChoose={set("aggregate")}
          />
        )}
      </div>
      {isShown && (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-md text-soft text-xs hover:text-ink">
            More of this<span className="sr-only">: {title}</span>
          </summary>
          <div className="mt-3 grid grid-cols-2 gap-3">
            <SmallField
              label={isAxis ? "Title of the axis" : "Title"}
              value={form.title}
              onType={(value) => answer({ on: channel, key: "title", value }, `${channel}.title`)}
            />
            {isMeasure && channel !== "facet" && (
              <SelectField label="Numbers" value={form.format} choices={formatChoices} onChoose={set("format")} />
            )}
            {!isMeasure && !isDate && channel !== "size" && (
              <SelectField
                label="Order"
                value={form.sort}
                choices={channel === "facet" ? sorts.filter(({ value }) => !value.includes("value")) : sorts}
                onChoose={set("sort")}
              />
            )}
            {isMeasure && isAxis && (
              <SelectField label="Scale" value={form.scale} choices={scaleChoices} onChoose={set("scale")} />
            )}
            {isNumber && form.aggregate === "" && isAxis && (
              <label className="flex items-center gap-2 self-end py-2 text-sm">
                <input
                  type="checkbox"
                  checked={form.isBinned}
                  onChange={({ target: { checked } }) => answer({ on: channel, key: "isBinned", value: checked })}
                  className="size-4 accent-(--accent)"
                />
                In steps
              </label>
            )}
          </div>
        </details>
      )}
    </fieldset>
  );
}
