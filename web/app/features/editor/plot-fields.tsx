import type { DataColumn } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { type Channel, changePlot, type PlotChange, plotMarks, readPlot } from "../../charts/editing/plot-form";
import { type Choice, SelectField, SmallField } from "../../ui/select-field";
import { ChannelFields } from "./channel-fields";
import { OptionsFields, StepsField } from "./options-fields";
import { plotFields as text } from "./strings";
import type { Change } from "./use-editor";

const markTitles: Record<(typeof plotMarks)[number], string> = {
  bar: text.bars,
  line: text.line,
  area: text.area,
  point: text.points,
  circle: text.bubbles,
  arc: text.pie,
  rect: text.heatMap,
  tick: text.strips,
  boxplot: text.boxPlot,
  geoshape: text.mapOfCountries,
};

const markChoices: Choice[] = plotMarks.map((value) => ({ value, label: markTitles[value] }));

const stackingChoices: Choice[] = [
  { value: "stacked", label: text.stacked },
  { value: "grouped", label: text.sideBySide },
  { value: "normalized", label: text.stacked100 },
  { value: "overlaid", label: text.overlaid },
];

const channelTitles: Record<Channel, string> = {
  x: text.xAxis,
  y: text.yAxis,
  theta: text.sliceSize,
  shape: text.places,
  color: text.color,
  size: text.size,
  facet: text.facets,
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
    return <p className="text-soft text-sm">{text.thisChartHasMultipleViews}</p>;
  }
  const { mark } = form;
  const { x, y, color } = form.channels;
  const hasSeries = color.field !== "" && color.field !== x.field && color.field !== y.field;
  const canStack = (mark === "bar" || mark === "area") && hasSeries;
  return (
    <>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">{text.chartType}</legend>
        <div className="grid grid-cols-2 gap-3">
          <SelectField
            label={text.mark}
            value={mark}
            choices={markChoices}
            onChoose={(value) => answer({ on: "mark", value })}
          />
          {canStack && (
            <SelectField
              label={text.stacking}
              value={form.stacking}
              choices={mark === "area" ? stackingChoices.filter(({ value }) => value !== "grouped") : stackingChoices}
              onChoose={(value) => answer({ on: "stacking", value })}
            />
          )}
        </div>
        <OptionsFields document={document} mark={mark} change={change} />
        {(mark === "geoshape" || mark === "rect") && <StepsField spec={document.spec} change={change} />}
      </fieldset>
      {channelsOf(mark).map((channel) => (
        <ChannelFields
          key={channel}
          channel={channel}
          title={channelTitles[channel]}
          form={form.channels[channel]}
          columns={columns}
          hasBase={mark === "bar" || mark === "area"}
          answer={answer}
        />
      ))}
    </>
  );
}

/** A pie has no axes, and countries are where they are. */
function channelsOf(mark: string): Channel[] {
  if (mark === "arc") return ["theta", "color", "facet"];
  if (mark === "geoshape") return ["shape", "color"];
  return mark === "point" || mark === "circle" ? ["x", "y", "color", "size", "facet"] : ["x", "y", "color", "facet"];
}

export function SubtitleField({ document, change }: Omit<PlotFieldsProps, "columns">) {
  const form = readPlot(document.spec);
  if (form === null) return null;
  return (
    <SmallField
      label={text.subtitle}
      value={form.subtitle}
      maxLength={300}
      onType={(value) =>
        change((before) => withSpec(before, changePlot(before.spec, { on: "subtitle", value }, [])), "subtitle")
      }
    />
  );
}
