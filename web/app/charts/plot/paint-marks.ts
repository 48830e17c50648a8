import { CanvasRenderer, type SceneItem, type SceneMark, SVGStringRenderer, type View } from "vega";
import type { Paint } from "../kinds/drawing.ts";
import { element } from "../svg.ts";

/** More shapes than these cost a page more as elements than it gains by them. */
const mostElements = 400;

const shapes = ["arc", "area", "line", "path", "rect", "rule", "shape", "symbol", "trail"];

interface Extent {
  width: number;
  height: number;
  origin: [number, number];
}

/**
 * Vega's `<svg>` element of a scene. Where its shapes are many and can be painted, it holds the words, and before them an
 * element that says where the painting lies below.
 */
export function writePicture(scene: SceneMark, extent: Extent, view: View, paint: Paint | undefined): string {
  const { width, height, origin } = extent;
  if (!paint || hasFrame(scene) || countShapes(scene) <= mostElements) {
    return new SVGStringRenderer(view.loader()).initialize(null, width, height, origin, 1).render(scene).svg();
  }
  paint(width, height, (context) => {
    const options = { externalContext: context };
    const renderer = new CanvasRenderer(view.loader()).initialize(null, width, height, origin, 1, options);
    renderer.draw(context, scene, null, shapes);
  });
  const words = new WordsRenderer(view.loader()).initialize(null, width, height, origin, 1).render(scene).svg();
  const place = element("rect", { "data-painting": "", x: 0, y: 0, width, height, fill: "none" });
  return words.replace(/^<svg[^>]*>/, (start) => start + place);
}

class WordsRenderer extends SVGStringRenderer {
  protected override mark(markup: unknown, scene: SceneMark) {
    if (scene.marktype === "group" || scene.marktype === "text") super.mark(markup, scene);
  }
}

/** The ground of a view would be drawn twice, the second time over what is painted. */
function hasFrame(mark: SceneMark): boolean {
  return mark.marktype === "group" && mark.items.some((item) => isVisible(item) || (item.items ?? []).some(hasFrame));
}

function isVisible({ fill, stroke }: SceneItem): boolean {
  return [fill, stroke].some((color) => color !== undefined && color !== null && color !== "transparent");
}

/** How many elements the shapes of a mark would be. */
function countShapes({ marktype, items }: SceneMark): number {
  if (marktype === "text") return 0;
  if (marktype !== "group") return ["area", "line", "trail"].includes(marktype) ? 1 : items.length;
  return items.flatMap((item) => item.items ?? []).reduce((sum, each) => sum + countShapes(each), 0);
}
