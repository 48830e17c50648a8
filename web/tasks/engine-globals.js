// Globals that Vega and Vega-Lite expect and a bare engine lacks.
if (typeof structuredClone === "undefined") {
  globalThis.structuredClone = function clone(value) {
    if (Array.isArray(value)) return value.map(clone);
    if (value instanceof Date) return new Date(value.getTime());
    if (value instanceof RegExp) return new RegExp(value.source, value.flags);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clone(inner)]));
  };
}
// Named by the expression interpreter, which forbids them; a drawing waits for nothing.
for (const name of ["setTimeout", "setInterval"]) {
  globalThis[name] ??= () => {
    throw new Error(`${name} is not there while a chart is drawn.`);
  };
}
