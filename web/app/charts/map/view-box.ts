import { type GeoProjection, geoMercator, geoNaturalEarth1 } from "d3-geo";

/** Degrees: longitude, latitude. */
export type Spot = [number, number];

export interface View {
  projection: GeoProjection;
  height: number;
  /** True where the picture shows the whole world. */
  isWorld: boolean;
}

const leastSpan = { longitude: 24, latitude: 15 };
const mostSpan = { longitude: 78, latitude: 52 };

/** The whole world, or the part of it where all the spots are. */
export function viewOf(spots: Spot[], width: number, wanted: number | undefined): View {
  const longitudes = spots.map(([longitude]) => longitude);
  const latitudes = spots.map(([, latitude]) => latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const isWorld = spots.length === 0 || east - west > mostSpan.longitude || north - south > mostSpan.latitude;
  if (isWorld) {
    const height = wanted ?? Math.round(width * 0.47);
    // Turned a little, so that the eastern tip of Asia stays with Asia.
    const projection = geoNaturalEarth1()
      .rotate([-11, 0])
      .fitExtent(
        [
          [1, 1],
          [width - 1, height - 1],
        ],
        frame(-168, -56, 189, 83),
      );
    return { projection, height, isWorld };
  }
  const [dx, dy] = [margin(east - west, leastSpan.longitude), margin(north - south, leastSpan.latitude)];
  const box = [west - dx, Math.max(-80, south - dy), east + dx, Math.min(82, north + dy)] as const;
  const projection = geoMercator().rotate([-(west + east) / 2, 0]);
  const flat = projection.fitWidth(width, frame(...box));
  const [top, bottom] = [flat([(west + east) / 2, box[3]])?.[1] ?? 0, flat([(west + east) / 2, box[1]])?.[1] ?? 0];
  const height = wanted ?? Math.round(Math.max(width * 0.45, Math.min(width * 0.7, bottom - top)));
  projection
    .fitExtent(
      [
        [0, 0],
        [width, height],
      ],
      frame(...box),
    )
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
  return { projection, height, isWorld };
}

function margin(span: number, least: number): number {
  return Math.max(span * 0.16, (least - span) / 2);
}

/** The corners and edges of a box, as points: what a projection is fitted to. */
function frame(west: number, south: number, east: number, north: number): { type: "MultiPoint"; coordinates: Spot[] } {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const spots: Spot[] = [
    [west, south],
    [west, y],
    [west, north],
    [x, south],
    [x, north],
    [east, south],
    [east, y],
    [east, north],
  ];
  return { type: "MultiPoint", coordinates: spots };
}
