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

  export interface SceneItem {
    fill?: unknown;
    stroke?: unknown;
    /** Contents of a group. */
    items?: SceneMark[];
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
