import type { DrawRequest } from "./draw-request";

const cases = import.meta.glob<DrawRequest>("./gallery/*.json", { eager: true, import: "default" });

/** Every case of the gallery by its name; a large module, to be loaded where it is looked at. */
export const gallery: readonly { name: string; request: DrawRequest }[] = Object.entries(cases).map(
  ([path, request]) => ({ name: path.replace(/^.*\/|\.json$/g, ""), request }),
);
