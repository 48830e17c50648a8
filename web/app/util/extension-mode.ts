/** Set while the page lies in the browser extension's panel; it outlives navigations and reloads of that panel. */
export const extensionModeKey = "portolan-embedded-by";

/** Turned on by the query that the extension opens its panel with, and on from then on. */
export function isExtensionMode(): boolean {
  try {
    if (new URLSearchParams(location.search).get("embedded_by") === "extension") {
      sessionStorage.setItem(extensionModeKey, "extension");
    }
    return sessionStorage.getItem(extensionModeKey) === "extension";
  } catch {
    // Storage can be forbidden in a frame: the query then speaks for its own page.
    return new URLSearchParams(location.search).get("embedded_by") === "extension";
  }
}
