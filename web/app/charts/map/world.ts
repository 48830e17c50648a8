import type { Feature, FeatureCollection, Geometry } from "geojson";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { DrawError } from "../draw-request.ts";

type WorldTopology = Topology<{ countries: GeometryCollection<{ name: string }> }>;

let shapes: Feature<Geometry>[] | undefined;
const antarctica = "010";

/** Gives the drawing code the shapes of the world: Natural Earth, 1:110 million, public domain. */
export function provideWorld(topology: unknown) {
  const world = topology as WorldTopology;
  const collection: FeatureCollection = feature(world, world.objects.countries);
  shapes = collection.features;
}

/** Loads the shapes for a page, once; the server's bundle brings them along. */
export async function loadWorld(): Promise<void> {
  if (!shapes) provideWorld((await import("world-atlas/countries-110m.json")).default);
}

/** All shapes, those without a place of their own too; the ice at the bottom is left out. */
export function landShapes(): Feature<Geometry>[] {
  return worldShapes().filter((shape) => shape.id !== antarctica);
}

export function worldShapes(): Feature<Geometry>[] {
  if (!shapes) throw new DrawError("The shapes of the world are not loaded yet. Reload the page to try again.");
  return shapes;
}
