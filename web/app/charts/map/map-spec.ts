import { isObject, type JsonObject } from "../draw-request.ts";
import { channel, markType, unescapeField } from "../plot/encoding.ts";

/** The columns that a map draws. */
export interface MapSpec {
  /** Names of countries or their codes: their shapes are filled. */
  shape: string | undefined;
  /** Degrees: points over the shapes. */
  longitude: string | undefined;
  latitude: string | undefined;
  color: string | undefined;
  isColorDiscrete: boolean;
  size: string | undefined;
  text: string | undefined;
  /** Limits between the steps of a color scale, and colors of categories, that an author chose. */
  steps: number[] | undefined;
  chosenColors: ReadonlyMap<string, string>;
  /** Titles of color and size, if the specification has them. */
  colorTitle: string | undefined;
  sizeTitle: string | undefined;
}

/** Reads a specification that draws places; undefined where it draws something else. */
export function readMap(spec: JsonObject): MapSpec | undefined {
  const units = Array.isArray(spec.layer) ? spec.layer.filter(isObject) : [spec];
  const encodings = units.map((unit) => ({ ...encodingOf(spec), ...encodingOf(unit) }));
  const shaped = units.findIndex((unit, index) => markType(unit) === "geoshape" && encodings[index]?.shape);
  const pointed = encodings.findIndex((encoding) => encoding.longitude && encoding.latitude);
  const encoding = encodings[pointed] ?? encodings[shaped];
  if (!encoding) return undefined;
  const shading = encodings[shaped] ?? encoding;
  const colored = channel(shading, "color") ?? channel(shading, "fill") ?? channel(encoding, "color");
  return {
    shape: shaped < 0 ? undefined : fieldOf(encodings[shaped] ?? {}, "shape"),
    longitude: fieldOf(encoding, "longitude"),
    latitude: fieldOf(encoding, "latitude"),
    color: colored && fieldOf({ color: colored }, "color"),
    isColorDiscrete: colored?.type === "nominal" || colored?.type === "ordinal",
    size: fieldOf(encoding, "size"),
    text: textOf(encodings),
    ...readScale(colored),
    colorTitle: titleOf(colored),
    sizeTitle: titleOf(channel(encoding, "size")),
  };
}

function readScale(colored: JsonObject | undefined): Pick<MapSpec, "steps" | "chosenColors"> {
  const scale = isObject(colored?.scale) ? colored.scale : {};
  const domain = Array.isArray(scale.domain) ? scale.domain : [];
  const range = Array.isArray(scale.range) ? scale.range : [];
  const limits = domain.filter((limit): limit is number => typeof limit === "number");
  const isStepped = scale.type === "threshold" && limits.length > 0;
  const chosen =
    range.length === domain.length ? domain.map((name, at) => [String(name), String(range[at])] as const) : [];
  return {
    steps: isStepped ? limits.sort((one, another) => one - another) : undefined,
    chosenColors: new Map(isStepped ? [] : chosen),
  };
}

/** True for a chart whose drawing needs the shapes of the world. */
export function isMap(spec: unknown): boolean {
  return isObject(spec) && readMap(spec) !== undefined;
}

function encodingOf(unit: JsonObject): JsonObject {
  return isObject(unit.encoding) ? unit.encoding : {};
}

function fieldOf(encoding: JsonObject, name: string): string | undefined {
  const field = channel(encoding, name)?.field;
  return typeof field === "string" ? unescapeField(field) : undefined;
}

function textOf(encodings: JsonObject[]): string | undefined {
  for (const name of ["text", "detail"]) {
    for (const encoding of encodings) {
      const field = fieldOf(encoding, name);
      if (field !== undefined) return field;
    }
  }
  return undefined;
}

function titleOf(definition: JsonObject | undefined): string | undefined {
  const legend = isObject(definition?.legend) ? definition.legend.title : undefined;
  const title = definition?.title ?? legend;
  return typeof title === "string" ? title : undefined;
}
