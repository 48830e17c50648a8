import { isObject, type JsonObject } from "../draw-request.ts";
import { drawMap } from "../map/draw-map.ts";
import { readMap } from "../map/map-spec.ts";
import { drawMessage } from "../message.ts";
import { polishAxes } from "../plot/axes.ts";
import { polishBars } from "../plot/bars.ts";
import { polishBoxes } from "../plot/boxes.ts";
import { takeChosenColors, translateColors } from "../plot/chosen-colors.ts";
import { applyRowChoices } from "../plot/chosen-rows.ts";
import { channelDefinitions, isMeasure, markType, plainField, visitObjects } from "../plot/encoding.ts";
import { polishHeatMap } from "../plot/heat-maps.ts";
import { legendHeight, polishLegends } from "../plot/legends.ts";
import { polishLines } from "../plot/lines.ts";
import { markKeys } from "../plot/mark-keys.ts";
import { markWords } from "../plot/mark-words.ts";
import { labelSeries } from "../plot/part-labels.ts";
import { polishPie } from "../plot/pies.ts";
import { polishPoints } from "../plot/points.ts";
import { humanName, lowerFirst, prepare } from "../plot/prepare.ts";
import { renderVegaLite, type VegaPicture } from "../plot/render.ts";
import type { Scene } from "../plot/scene.ts";
import {
  defaultHeight,
  hasPanels,
  lowerPanels,
  namePanels,
  panelHeight,
  panelWidth,
  sizePanels,
} from "../plot/sizes.ts";
import { polishText } from "../plot/texts.ts";
import { toUtc } from "../plot/time.ts";
import { polishViews } from "../plot/views.ts";
import { toObjects } from "../rows.ts";
import { safeSpec } from "../safety.ts";
import { plot as text } from "../strings";
import { plotConfig } from "../theme.ts";
import type { DrawContext, Drawing, Handle, Target } from "./drawing.ts";

/** Defaults of each mark type beyond the theme. */
const polishes: Record<string, (scene: Scene) => void> = {
  arc: polishPie,
  area: polishLines,
  bar: polishBars,
  boxplot: polishBoxes,
  circle: polishPoints,
  line: polishLines,
  point: polishPoints,
  rect: polishHeatMap,
  square: polishPoints,
  text: polishText,
  tick: polishBoxes,
};

/** Draws a Vega-Lite specification over the rows, in the theme, with what makes it fit to publish. */
export function drawPlot(context: DrawContext): Drawing {
  if (context.data.rows.length === 0) {
    return drawMessage(context, text.nothingToDraw, text.theQueryReturnedNoRows);
  }
  const scene = sceneOf(context);
  translateColors(scene.spec, scene.theme);
  applyRowChoices(scene);
  const map = readMap(scene.spec);
  if (map) return drawMap(context, map, scene.rows);
  if (scene.rows.length === 0) return drawMessage(context, text.nothingToDraw, text.allRowsAreFilteredOut);
  prepare(scene);
  takeChosenColors(scene);
  toUtc(scene.spec);
  const missing = fieldWithoutValues(scene);
  if (missing !== undefined) {
    return drawMessage(context, text.nothingToDraw, text.everyValueOfIsMissing(missing));
  }
  tellMissing(scene);
  const polish = polishes[markType(scene.spec) ?? ""];
  polish?.(scene);
  polishViews(scene);
  polishLegends(scene);
  labelSeries(scene);
  const picture = hasPanels(scene.spec) ? drawPanels(scene) : drawOne(scene);
  return { ...picture, notes: scene.notes, omitted: scene.omitted, handles: handlesOf(scene, picture.parts) };
}

/** A plot before its polish: without size and title, over the rows. */
export function sceneOf(context: DrawContext): Scene {
  const spec = safeSpec(context.spec);
  delete spec.title;
  delete spec.width;
  delete spec.height;
  spec.data = { name: "rows" };
  return {
    spec,
    data: { columns: context.data.columns.map((column) => ({ ...column })), rows: context.data.rows },
    rows: toObjects(context.data),
    theme: context.theme,
    colors: context.colors,
    width: context.width,
    height: context.height,
    isHeightFixed: context.height !== undefined,
    isThumbnail: context.isThumbnail === true,
    mostHeight: context.mostHeight,
    fillsHeight: context.fillsHeight === true,
    title: context.title,
    notes: [],
    omitted: undefined,
    renames: new Map(),
    chosenColors: new Map(),
    ...optionsOf(context.spec),
    isSwapped: false,
    leastPanel: undefined,
    hasMarks: context.hasMarks,
    hasHandles: context.hasHandles === true,
    paint: context.paint,
  };
}

/** Returns the parts of a picture in the terms of the author's specification. */
function handlesOf(scene: Scene, parts: readonly Handle[]): Handle[] {
  return parts.map((handle) => {
    const target = unswapped(scene, handle.target);
    if (target.on !== "value") return { ...handle, target };
    // Rows know a value by its own name.
    const originals = [...scene.renames.values()].map((names) => names.get(String(target.value)));
    const value = originals.find((original) => original !== undefined) ?? target.value;
    return { ...handle, target: { ...target, value } };
  });
}

function unswapped({ isSwapped }: Scene, target: Target): Target {
  if (!isSwapped || !("channel" in target) || target.channel === "color") return target;
  return { ...target, channel: target.channel === "x" ? "y" : "x" };
}

/** Reads choices of an author for which Vega-Lite has no words. */
function optionsOf({ usermeta }: JsonObject): Pick<Scene, "labels" | "hasRanges"> {
  const { labels, ranges } = isObject(usermeta) ? usermeta : {};
  return { labels: labels === "all" || labels === "none" ? labels : undefined, hasRanges: ranges === true };
}

function drawOne(scene: Scene): VegaPicture {
  polishAxes(scene, scene.width - 50);
  const isPlaced = scene.spec.view !== undefined;
  scene.spec.width = scene.width;
  scene.spec.height = scene.height ?? plotHeight(scene);
  scene.spec.autosize = isPlaced ? { type: "none" } : { type: "fit", contains: "padding" };
  return render(scene);
}

/** Returns the height of a plot with its legend. */
function plotHeight(scene: Scene): number {
  const height = defaultHeight(scene);
  return scene.fillsHeight ? height : height + legendHeight(scene);
}

function render(scene: Scene): VegaPicture {
  const telling = scene.hasMarks ? { words: markWords(scene), keys: markKeys(scene) } : undefined;
  return renderVegaLite(scene.spec, plotConfig(scene.theme), scene.rows, {
    telling,
    hasHandles: scene.hasHandles,
    paint: scene.paint,
    isComplete: scene.rows.length > manyRows && isComplete(scene),
  });
}

const manyRows = 400;

/** True where every measure and time is a column as it is, and stands in every row. */
function isComplete(scene: Scene): boolean {
  let isPlain = true;
  const fields = new Set<string>();
  visitObjects(scene.spec, (object) => {
    if (object.transform !== undefined) isPlain = false;
    for (const [, definition] of channelDefinitions(object.encoding)) {
      const field = plainField(definition);
      if (field !== undefined && (definition.type === "temporal" || isMeasure(definition))) fields.add(field);
      else if (definition.aggregate ?? definition.bin ?? definition.timeUnit) isPlain = false;
    }
  });
  return isPlain && [...fields].every((field) => scene.rows.every((row) => typeof row[field] === "number"));
}

/** Draws panels, measures what they came to, and makes them narrower or lower where that was too much. */
function drawPanels(scene: Scene): VegaPicture {
  namePanels(scene);
  let width = panelWidth(scene);
  let most = Number.POSITIVE_INFINITY;
  polishAxes(scene, width);
  for (let attempt = 0; ; attempt += 1) {
    const height = Math.min(panelHeight(scene, width), most);
    sizePanels(scene, width, height);
    const picture = render(scene);
    const isNarrow = picture.width <= scene.width + 1;
    const lower = lowerPanels(scene, height, picture.height);
    if ((isNarrow && lower === height) || attempt === 2) return picture;
    if (!isNarrow) width = Math.max(40, Math.floor(width * (scene.width / picture.width) - 1));
    if (lower < height) most = lower;
  }
}

/** Says how many rows the picture cannot show. */
function tellMissing(scene: Scene) {
  const fields = new Set<string>();
  visitObjects(scene.spec, (object) => {
    for (const [name, definition] of channelDefinitions(object.encoding)) {
      const field = ["x", "y", "theta", "color", "size"].includes(name) ? plainField(definition) : undefined;
      if (field !== undefined && isMeasure(definition)) fields.add(field);
    }
  });
  for (const field of fields) {
    const count = scene.rows.filter((row) => row[field] === null).length;
    if (count > 0) scene.notes.push(text.ofRowsHaveNo(count, scene.rows.length, lowerFirst(humanName(field))));
  }
}

/** A position or colour of which every row lacks the value, by its name. */
function fieldWithoutValues(scene: Scene): string | undefined {
  let found: string | undefined;
  visitObjects(scene.spec, (object) => {
    if (!isObject(object.encoding)) return;
    for (const name of ["x", "y", "theta"]) {
      const definition = object.encoding[name];
      const field = isObject(definition) ? plainField(definition) : undefined;
      const isKnown = scene.data.columns.some((column) => column.name === field);
      if (field === undefined || !isKnown || scene.spec.transform !== undefined) continue;
      if (scene.rows.every((row) => row[field] === null)) found ??= field;
    }
  });
  return found;
}
