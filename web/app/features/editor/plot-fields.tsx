import type { DataColumn } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { type Channel, changePlot, type PlotChange, plotMarks, readPlot } from "../../charts/editing/plot-form";
import { type Choice, SelectField, SmallField } from "../../ui/select-field";
import { ChannelFields } from "./channel-fields";
import type { Change } from "./use-editor";

const markTitles: Record<(typeof plotMarks)[number], string> = {
  bar: "Bars",
  line: "Line",
  area: "Area",
  point: "Points",
  circle: "Bubbles",
  arc: "Pie",
  rect: "Heat map",
  tick: "Strips",
  boxplot: "Box plot",
  geoshape: "Map of countries",
};

const markChoices: Choice[] = plotMarks.map((value) => ({ value, label: markTitles[value] }));

const stackingChoices: Choice[] = [
  { value: "stacked", label: "On top of each other" },
  { value: "grouped", label: "Side by side" },
  { value: "normalized", label: "As shares of 100%" },
  { value: "overlaid", label: "Over each other" },
];

const channelTitles: Record<Channel, string> = {
  x: "Across (x)",
  y: "Up (y)",
  theta: "Size of slices",
  color: "Colour",
  size: "Size",
  facet: "Panels",
};

interface PlotFieldsProps {
  document: ChartDocument;
  columns: readonly DataColumn[];
  change: Change;
}

/** The form of a plot: what is on which channel, and how. */
export function PlotFields({ document, columns, change }: PlotFieldsProps) {
  const form = readPlot(document.spec);
  const answer = (each: PlotChange, key?: string) =>
    change((before) => withSpec(before, changePlot(before.spec, each, columns)), key);
  if (form === null) {
    return <p className="text-soft text-sm">This chart has several views side by side: edit it in the JSON.</p>;
  }
  const { mark } = form;
  const canStack = (mark === "bar" || mark === "area") && form.channels.color.field !== "";
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">Drawn as</legend>
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label="Mark"
            value={mark}
            choices={markChoices}
            onChoose={(value) => answer({ on: "mark", value })}
          />
          {canStack && (
            <SelectField
              label="Colours stand"
              value={form.stacking}
              choices={mark === "area" ? stackingChoices.filter(({ value }) => value !== "grouped") : stackingChoices}
              onChoose={(value) => answer({ on: "stacking", value })}
            />
          )}
        </div>
      </fieldset>
      {channelsOf(mark).map((channel) => (
        <ChannelFields
          key={channel}
          channel={channel}
          title={channelTitles[channel]}
          form={form.channels[channel]}
          columns={columns}
          answer={answer}
        />
      ))}
    </>
  );
}

/** A pie has no axes, and countries are where they are. */
function channelsOf(mark: string): Channel[] {
  if (mark === "arc") return ["theta", "color", "facet"];
  if (mark === "geoshape") return ["color"];
  return mark === "point" || mark === "circle" ? ["x", "y", "color", "size", "facet"] : ["x", "y", "color", "facet"];
}

export function SubtitleField({ document, change }: Omit<PlotFieldsProps, "columns">) {
  const form = readPlot(document.spec);
  if (form === null) return null;
  return (
    <SmallField
      label="Subtitle: measure, unit, filter"
      value={form.subtitle}
      maxLength={300}
      onType={(value) =>
        change((before) => withSpec(before, changePlot(before.spec, { on: "subtitle", value }, [])), "subtitle")
      }
    />
  );
}
