import { textWidth } from "./text-width.ts";

/** Edges of a rectangle in the drawing, in pixels. */
export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Bounding box of a line of text, by the metrics of the font. */
export interface TextBox extends Box {
  content: string;
}

/** Reads every line of text of a drawing, with the translations of the groups around it. */
export function readTexts(svg: string): { texts: TextBox[]; size: { width: number; height: number } } {
  const size = { width: number(svg, "width"), height: number(svg, "height") };
  const texts: TextBox[] = [];
  const stack: Place[] = [{ x: 0, y: 0, scale: 1 }];
  let text: (Place & { attributes: string; line: number }) | undefined;
  for (const [, close, tag = "", attributes = "", selfClosing, content = ""] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>([^<]*)/g,
  )) {
    const around = stack.at(-1) ?? { x: 0, y: 0, scale: 1 };
    if (close) {
      if (tag === "text") text = undefined;
      if (tag !== "tspan") stack.pop();
      continue;
    }
    const moved = translation(attributes);
    const here = {
      x: around.x + moved.x * around.scale,
      y: around.y + moved.y * around.scale,
      scale: around.scale * Number(/ scale\(([\d.]+)\)/.exec(attributes)?.[1] ?? 1),
    };
    if (tag === "text") {
      const [x, y] = [number(attributes, "x") * here.scale, number(attributes, "y") * here.scale];
      text = { attributes, x: here.x + x, y: here.y + y, scale: here.scale, line: 0 };
    }
    if (tag === "tspan" && text) text.line += number(attributes, "dy");
    const isHidden = text?.attributes.includes(' opacity="0"') ?? true;
    if (text && !isHidden && content.trim() !== "") texts.push(boxOf(unescaped(content), text));
    if (!selfClosing && tag !== "tspan") stack.push(here);
  }
  return { texts, size };
}

/** Origin and scale of a group's coordinates. */
interface Place {
  x: number;
  y: number;
  scale: number;
}

function boxOf(content: string, text: Place & { attributes: string; line: number }): TextBox {
  const fontSize = (number(text.attributes, "font-size") || 11) * text.scale;
  const isBold = /font-weight="(600|bold)"/.test(text.attributes);
  const width = textWidth(content, fontSize, isBold ? "semibold" : "regular");
  const anchor = /text-anchor="(\w+)"/.exec(text.attributes)?.[1];
  const left = text.x - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0);
  const baseline = text.y + text.line;
  return { content, left, right: left + width, top: baseline - 0.73 * fontSize, bottom: baseline + 0.1 * fontSize };
}

function translation(attributes: string): { x: number; y: number } {
  const match = /transform="translate\(([-\d.]+)(?:,([-\d.]+))?\)/.exec(attributes);
  return { x: Number(match?.[1] ?? 0), y: Number(match?.[2] ?? 0) };
}

function number(attributes: string, name: string): number {
  return Number(new RegExp(`[\\s]${name}="([-\\d.]+)`).exec(attributes)?.[1] ?? 0);
}

function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}
