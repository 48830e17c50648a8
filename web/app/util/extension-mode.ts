import { readStored, writeStored } from "./stored";

/** Set while the page lies in the browser extension's panel; it outlives navigations and reloads of that panel. */
export const extensionModeKey = "portolan-embedded-by";

/** Turned on by the query that the extension opens its panel with, and on from then on. */
export function isExtensionMode(): boolean {
  // Storage can be forbidden in a frame: the query then speaks for its own page.
  const isNamed = new URLSearchParams(location.search).get("embedded_by") === "extension";
  if (isNamed) writeStored(extensionModeKey, "extension", "session");
  return isNamed || readStored(extensionModeKey, "session") === "extension";
}
