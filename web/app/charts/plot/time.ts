import type { JsonObject } from "../draw-request.ts";
import { visitObjects } from "./encoding.ts";

/** Expression functions that read the clock's zone, and their twins that do not. */
const utcTwins: Record<string, string> = {
  date: "utcdate",
  datetime: "utc",
  day: "utcday",
  dayofyear: "utcdayofyear",
  hours: "utchours",
  milliseconds: "utcmilliseconds",
  minutes: "utcminutes",
  month: "utcmonth",
  quarter: "utcquarter",
  seconds: "utcseconds",
  timeFormat: "utcFormat",
  timeOffset: "utcOffset",
  timeParse: "utcParse",
  timeSequence: "utcSequence",
  week: "utcweek",
  year: "utcyear",
};

const localCall = new RegExp(`(?<![\\w.])(${Object.keys(utcTwins).join("|")})(?=\\s*\\()`, "g");

/** Makes every use of time in a specification independent of the machine's zone. */
export function toUtc(spec: JsonObject) {
  visitObjects(spec, (object) => {
    if (typeof object.timeUnit === "string" && !object.timeUnit.startsWith("utc")) {
      object.timeUnit = `utc${object.timeUnit}`;
    }
    if (object.type === "temporal" && object.scale !== null && object.field !== undefined) {
      object.scale = { type: "utc", ...(typeof object.scale === "object" ? object.scale : {}) };
      const scale = object.scale as JsonObject;
      if (scale.type === "time") scale.type = "utc";
    }
    for (const key of ["calculate", "filter", "expr", "test", "labelExpr"]) {
      const expression = object[key];
      if (typeof expression === "string") {
        object[key] = expression.replace(localCall, (name) => utcTwins[name] ?? name);
      }
    }
    if (isDateTime(object)) object.utc = true;
  });
}

/** Vega-Lite's own notation of a moment, as in `{"year": 2024, "month": 3}`. */
function isDateTime(object: JsonObject): boolean {
  const isNumberOrName = (value: unknown) => typeof value === "number" || typeof value === "string";
  return (
    typeof object.year === "number" &&
    Object.entries(object).every(([key, value]) =>
      /^(year|quarter|month|date|day|hours|minutes|seconds|milliseconds)$/.test(key)
        ? isNumberOrName(value)
        : key === "utc",
    )
  );
}
