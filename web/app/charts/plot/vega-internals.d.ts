import "vega";

/** What Vega exports and its types leave out. */
declare module "vega" {
  export const textMetrics: {
    width: (item: { fontSize?: number; fontWeight?: string | number; limit?: number }, text: unknown) => number;
  };

  export class SVGStringRenderer {
    constructor(loader: Loader);
    initialize(container: null, width: number, height: number, origin: [number, number], scale: number): this;
    /** Draws synchronously; nothing in a chart is waited for. */
    render(scene: unknown): this;
    svg(): string;
  }
}
