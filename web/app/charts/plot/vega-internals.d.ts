import "vega";

/** Vega exports that its types leave out. */
declare module "vega" {
  export const textMetrics: {
    width: (item: { fontSize?: number; fontWeight?: string | number; limit?: number }, text: unknown) => number;
  };

  /** Interpolates between two colors; for instance `interpolate("lab")(one, other)(0.5)`. */
  export function interpolate(space: string): (from: string, to: string) => (share: number) => string;

  export interface SceneMark {
    marktype: string;
    role?: string;
    items: SceneItem[];
  }

  /** A mark's shape with what its kind has. */
  export interface SceneItem {
    x?: number;
    y?: number;
    fill?: unknown;
    stroke?: unknown;
    opacity?: number;
    text?: unknown;
    /** Side of an axis or a legend. */
    orient?: string;
    description?: string;
    datum?: unknown;
    bounds?: SceneBounds;
    /** Contents of a group. */
    items?: SceneMark[];
  }

  export interface SceneBounds {
    x1: number;
    y1: number;
    x2: number;
    y2: number;
  }

  export class CanvasRenderer {
    constructor(loader: Loader);
    initialize(
      container: null,
      width: number,
      height: number,
      origin: [number, number],
      scale: number,
      options: { externalContext: CanvasRenderingContext2D },
    ): this;
    draw(context: CanvasRenderingContext2D, scene: SceneMark, bounds: null, markTypes: readonly string[]): void;
  }

  export class SVGStringRenderer {
    constructor(loader: Loader);
    initialize(container: null, width: number, height: number, origin: [number, number], scale: number): this;
    /** Draws synchronously; nothing in a chart is waited for. */
    render(scene: SceneMark): this;
    svg(): string;
    protected mark(markup: unknown, scene: SceneMark): void;
  }
}
