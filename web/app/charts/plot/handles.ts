import type { SceneBounds, SceneItem, SceneMark } from "vega";
import type { Cell } from "../draw-request.ts";
import type { Handle, Target } from "../kinds/drawing.ts";
import { handles as text } from "../strings";

interface Found {
  role: string;
  text: string;
  datum: unknown;
  box: SceneBounds;
}

/** Symbols stand before the names of a legend. */
const symbolWidth = 20;

/** Reads the axes, the legends and the names of lines from Vega's scene. */
export function collectHandles(scene: unknown, origin: [number, number]): Handle[] {
  const handles: Handle[] = [];
  const visit = (mark: SceneMark, x: number, y: number) => {
    for (const item of mark.items ?? []) {
      const [left, top] = [x + (item.x ?? 0), y + (item.y ?? 0)];
      if (mark.role === "axis") handles.push(...axisHandles(item, left, top));
      else if (mark.role === "legend") handles.push(...legendHandles(item, left, top));
      else {
        handles.push(...endHandle(item, x, y));
        for (const inner of item.items ?? []) visit(inner, left, top);
      }
    }
  };
  visit(scene as SceneMark, origin[0], origin[1]);
  return handles;
}

function axisHandles(axis: SceneItem, x: number, y: number): Handle[] {
  const words = wordsIn(axis, x, y);
  if (words.length === 0) return [];
  const channel = axis.orient === "left" || axis.orient === "right" ? "y" : "x";
  const title = words.find(({ role }) => role === "axis-title")?.text;
  const label = title === undefined ? text.axis(channel) : text.axisCalled(channel, title);
  const names = words.filter(({ role }) => role === "axis-label");
  return [
    handleOf({ on: "axis", channel }, label, around(words.map(({ box }) => box))),
    ...names.flatMap((each) => nameHandle(channel, each)),
  ];
}

function legendHandles(legend: SceneItem, x: number, y: number): Handle[] {
  const words = wordsIn(legend, x, y);
  if (words.length === 0) return [];
  const entries = words.filter(({ role }) => role === "legend-label");
  return [
    handleOf({ on: "legend" }, text.legend, around(words.map(({ box }) => box))),
    ...entries.flatMap((each) => nameHandle("color", { ...each, box: { ...each.box, x1: each.box.x1 - symbolWidth } })),
  ];
}

/** A name of a category; numbers and dates along a scale are no names. */
function nameHandle(channel: "x" | "y" | "color", { text: name, datum, box }: Found): Handle[] {
  const { value } = (datum ?? {}) as { value?: unknown };
  return typeof value === "string" && name !== "" ? [handleOf({ on: "value", channel, value }, name, box)] : [];
}

/** The name at the end of a line, which the drawing writes in place of a legend. */
function endHandle({ datum, bounds, text: name }: SceneItem, x: number, y: number): Handle[] {
  if (name === undefined || !bounds || typeof datum !== "object" || datum === null) return [];
  const { __series: series } = datum as { __series?: Cell };
  if (series === undefined) return [];
  const target: Target = { on: "value", channel: "color", value: series };
  return [handleOf(target, String(series), moved(bounds, x, y))];
}

function wordsIn(item: SceneItem, x: number, y: number): Found[] {
  return (item.items ?? []).flatMap((mark) =>
    (mark.items ?? []).flatMap((each): Found[] => {
      if (each.items !== undefined) return wordsIn(each, x + (each.x ?? 0), y + (each.y ?? 0));
      const isShown = each.text !== undefined && each.bounds && each.opacity !== 0;
      if (!isShown || !each.bounds) return [];
      const words = Array.isArray(each.text) ? each.text.join(" ") : String(each.text ?? "");
      return [{ role: mark.role ?? "", text: words, datum: each.datum, box: moved(each.bounds, x, y) }];
    }),
  );
}

function moved({ x1, y1, x2, y2 }: SceneBounds, x: number, y: number): SceneBounds {
  return { x1: x1 + x, y1: y1 + y, x2: x2 + x, y2: y2 + y };
}

function around(boxes: readonly SceneBounds[]): SceneBounds {
  return {
    x1: Math.min(...boxes.map(({ x1 }) => x1)),
    y1: Math.min(...boxes.map(({ y1 }) => y1)),
    x2: Math.max(...boxes.map(({ x2 }) => x2)),
    y2: Math.max(...boxes.map(({ y2 }) => y2)),
  };
}

function handleOf(target: Target, label: string, { x1, y1, x2, y2 }: SceneBounds): Handle {
  return { target, label, x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
}
