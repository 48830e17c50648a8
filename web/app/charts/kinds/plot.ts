import { drawMessage } from "../message.ts";
import { channelDefinitions, columnType, defaultType, visitObjects } from "../plot/fields.ts";
import { renderVegaLite } from "../plot/render.ts";
import { toUtc } from "../plot/time.ts";
import { toObjects } from "../rows.ts";
import { safeSpec } from "../safety.ts";
import { plotConfig } from "../theme.ts";
import type { DrawContext, Drawing } from "./drawing.ts";

export function drawPlot(context: DrawContext): Drawing {
  if (context.data.rows.length === 0) {
    return drawMessage(context, "No rows to draw", "The query ran, and gave no rows.");
  }
  const spec = safeSpec(context.spec);
  delete spec.title;
  spec.data = { name: "rows" };
  visitObjects(spec, (object) => {
    for (const [, definition] of channelDefinitions(object.encoding)) {
      if (definition.field === undefined || definition.type !== undefined) continue;
      const column = columnType(context.data, definition.field);
      if (column && definition.aggregate === undefined && definition.bin === undefined) {
        definition.type = defaultType(column);
      }
    }
  });
  toUtc(spec);
  spec.width = context.width;
  spec.height = context.height ?? Math.round(context.width * 0.55);
  spec.autosize = { type: "fit", contains: "padding" };
  const picture = renderVegaLite(spec, plotConfig(context.theme), toObjects(context.data));
  return { ...picture, notes: [] };
}
