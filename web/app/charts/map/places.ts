import table from "./places.json";

/** A country or territory: its names, its codes, and where it lies. */
export interface Place {
  name: string;
  /** Its place among the shapes of the world; -1 where it is too small to have one. */
  shape: number;
  longitude: number;
  latitude: number;
}

const byKey = new Map<string, Place>();

for (const [name, code2, code3, number, shape, longitude, latitude, also] of table as Entry[]) {
  const place = { name, shape, longitude, latitude };
  for (const each of [name, code2, code3, number, ...also]) {
    const key = keyOf(each);
    if (key !== "" && !byKey.has(key)) byKey.set(key, place);
  }
}

/** A row of `places.json`: name, ISO 3166 alpha-2, alpha-3 and numeric code, shape, centre, other names. */
type Entry = [string, string, string, string, number, number, number, string[]];

/** Finds a place by its English name or an ISO 3166 code, whatever the case and the accents. */
export function findPlace(name: unknown): Place | undefined {
  return typeof name === "string" || typeof name === "number" ? byKey.get(keyOf(String(name))) : undefined;
}

function keyOf(name: string): string {
  if (/^\d{1,3}$/.test(name)) return name.padStart(3, "0");
  return name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/\bst\b\.?/g, "saint")
    .replace(/[^\p{Letter}]/gu, "");
}
