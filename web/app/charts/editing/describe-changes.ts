import type { Cell, JsonObject } from "../draw-request.ts";
import type { RowFilter } from "../plot/chosen-rows.ts";
import { writtenCell } from "../same-key.ts";
import { truncate } from "../text-width.ts";
import type { ChartDocument } from "./document.ts";
import {
  colorField,
  gray,
  readColors,
  readFilters,
  readHighlights,
  readMarkColor,
  readNames,
  subjectFields,
} from "./part-edits.ts";
import { type Channel, channels, readPlot } from "./plot-form.ts";
import { readAxis, readOptions, readSteps } from "./plot-options.ts";
import { describeChanges as text } from "./strings.ts";

/** Characters that the note of a version has room for. */
const longest = 280;

/** Says in words what an author changed: "Highlighted Google. Renamed the y axis." Empty where nothing changed. */
export function describeChanges(before: ChartDocument, after: ChartDocument): string {
  const parts = [
    before.title === after.title ? [] : [text.changedTheTitle],
    before.description === after.description ? [] : [text.changedTheDescription],
    JSON.stringify(before.query) === JSON.stringify(after.query) ? [] : [text.changedTheQuery],
    describeAnnotations(before, after),
    before.kind === after.kind ? describeSpec(before.spec, after.spec) : [text.changedTheType],
  ].flat();
  const known = [...new Set(parts)];
  while (known.join(" ").length > longest) known.splice(-2, 2, text.andMore);
  return known.join(" ");
}

function describeAnnotations({ annotations: before }: ChartDocument, { annotations: after }: ChartDocument): string[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const kept = new Set(after.map(({ id }) => id));
  return [
    ...after.flatMap((each) => {
      const old = known.get(each.id);
      if (!old) return each.text.trim() === "" ? [] : [text.annotated(truncate(each.text.trim(), 360, 12))];
      if (old.text !== each.text) return [text.changedAnAnnotation];
      return JSON.stringify(old) === JSON.stringify(each) ? [] : [text.movedAnAnnotation];
    }),
    ...before.flatMap(({ id }) => (kept.has(id) ? [] : [text.removedAnAnnotation])),
  ];
}

function describeSpec(before: JsonObject, after: JsonObject): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const parts = [
    ...describeColors(before, after),
    ...describeFilters(readFilters(before), readFilters(after)),
    ...describeNames(before, after),
    ...describeForm(before, after),
    ...describeOptions(before, after),
  ];
  return parts.length > 0 ? parts : [text.changedTheSpecification];
}

function describeColors(before: JsonObject, after: JsonObject): string[] {
  const [old, now] = [readHighlights(before), readHighlights(after)];
  const field = colorField(after) ?? colorField(before) ?? "";
  const name = (value: Cell) => writtenCell(value, field);
  const added = now.filter((value) => !old.includes(value));
  const taken = old.filter((value) => !now.includes(value));
  const colors = new Map(readColors(before));
  const recolored = readColors(after).filter(
    ([value, color]) => color !== gray && colors.get(value) !== color && !added.includes(value),
  );
  return [
    ...(added.length > 0 ? [text.highlighted(added.map(name).join(", "))] : []),
    ...(taken.length > 0 && now.length === 0 ? [text.removedTheHighlight] : []),
    ...(recolored.length > 0 ? [text.recolored(recolored.map(([value]) => name(value)).join(", "))] : []),
    ...(readMarkColor(before) === readMarkColor(after) ? [] : [text.changedTheColor]),
  ];
}

function describeFilters(before: readonly RowFilter[], after: readonly RowFilter[]): string[] {
  const same = (one: RowFilter, other: RowFilter) => JSON.stringify(one) === JSON.stringify(other);
  const added = after.filter((each) => !before.some((old) => same(old, each)));
  const fields = new Set(after.map(({ field }) => field));
  return [
    ...added.map(({ field, values, isKept }) => {
      const names = values.map((value) => writtenCell(value, field)).join(", ");
      return isKept ? text.filteredTo(names) : text.excluded(names);
    }),
    ...before.flatMap(({ field }) => (fields.has(field) ? [] : [text.removedTheFilter(field)])),
  ];
}

function describeNames(before: JsonObject, after: JsonObject): string[] {
  return subjectFields(after).flatMap((field) => {
    const old = readNames(before, field);
    const now = readNames(after, field);
    const renamed = [...now].filter(([value, name]) => old.get(value) !== name);
    const restored = [...old].filter(([value]) => !now.has(value));
    return [
      ...renamed.map(([value, name]) => text.renamed(old.get(value) ?? value, name)),
      ...restored.map(([value, name]) => text.renamed(name, value)),
    ];
  });
}

const channelNames: Record<Channel, string> = {
  x: text.xAxis,
  y: text.yAxis,
  theta: text.sliceSize,
  shape: text.places,
  color: text.color,
  size: text.size,
  facet: text.facets,
};

function describeForm(before: JsonObject, after: JsonObject): string[] {
  const [old, now] = [readPlot(before), readPlot(after)];
  if (old === null || now === null) return [];
  return [
    ...(old.mark === now.mark ? [] : [text.changedTheMark]),
    ...(old.stacking === now.stacking ? [] : [text.changedTheStacking]),
    ...(old.subtitle === now.subtitle ? [] : [text.changedTheSubtitle]),
    ...channels.flatMap((channel) => {
      const [one, other] = [old.channels[channel], now.channels[channel]];
      const what = channelNames[channel];
      if (JSON.stringify(one) === JSON.stringify(other)) return [];
      // A color that only holds the highlight of bars is said as such.
      if (channel === "color" && (readHighlights(after).length > 0 || readHighlights(before).length > 0)) return [];
      if (one.field !== other.field || one.aggregate !== other.aggregate) return [text.changedTheDataOf(what)];
      return one.title === other.title ? [text.changedTheFormatOf(what)] : [text.renamedThe(what)];
    }),
  ];
}

function describeOptions(before: JsonObject, after: JsonObject): string[] {
  const [old, now] = [readOptions(before), readOptions(after)];
  return [
    ...(old.labels === now.labels ? [] : [text.changedTheLabels]),
    ...(old.width === now.width ? [] : [text.changedTheWidth]),
    ...(old.hasRanges === now.hasRanges ? [] : [text.changedTheRanges]),
    ...(readSteps(before) === readSteps(after) ? [] : [text.changedTheSteps]),
    ...(["x", "y"] as const).flatMap((channel) =>
      JSON.stringify(readAxis(before, channel)) === JSON.stringify(readAxis(after, channel))
        ? []
        : [text.changedTheFormatOf(channelNames[channel])],
    ),
  ];
}
