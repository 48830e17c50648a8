type Area = "local" | "session";

/** Returns what this browser keeps under a key; null if nothing is kept or storage is forbidden. */
export function readStored(key: string, area: Area = "local"): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under a key, or removes the key with null. Storage can be full or forbidden: the text then lasts as long
 * as the page.
 */
export function writeStored(key: string, text: string | null, area: Area = "local"): void {
  try {
    if (text === null) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, text);
  } catch {
    // See above.
  }
}

/** Returns the JSON value kept under a key; null if there is none, or no JSON. */
export function readStoredJson(key: string, area: Area = "local"): unknown {
  try {
    return JSON.parse(readStored(key, area) ?? "null");
  } catch {
    return null;
  }
}

function areaOf(area: Area): Storage {
  return area === "local" ? localStorage : sessionStorage;
}
