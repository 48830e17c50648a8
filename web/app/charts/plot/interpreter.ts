import { expressionInterpreter } from "vega-interpreter";

interface Node {
  type: string;
  value?: unknown;
  regex?: unknown;
  name?: string;
  computed?: boolean;
  object?: Node;
  property?: Node;
  callee?: Node;
  arguments?: Node[];
}

interface Encoding {
  marktype: string;
  channels: Record<string, { ast: Node }>;
}

interface Item extends Record<string, unknown> {
  datum: Record<string, unknown>;
}

/** The scales of a mark stand here by their names with a percent sign. */
type Parameters = Record<string, unknown>;
type Channel = (datum: Record<string, unknown>, parameters: Parameters) => unknown;
type Encode = (item: Item, parameters: Parameters) => number;

const { encode: interpretEncoding } = expressionInterpreter as unknown as {
  encode: (context: unknown, encoding: Encoding) => Encode;
};

/**
 * Vega's interpreter, which needs no compiler of scripts, with a short way for what most channels of most marks are: a
 * constant, a value of the row, or a scale of one. Thousands of points are drawn several times as fast.
 */
export const interpreter: object = {
  ...expressionInterpreter,
  encode(context: unknown, { marktype, channels }: Encoding): Encode {
    const short = new Map<string, Channel>();
    const others: Encoding["channels"] = {};
    for (const [name, channel] of Object.entries(channels)) {
      const known = channelOf(channel.ast);
      if (known) short.set(name, known);
      // Written text counts when edges become widths, but isn't scanned again.
      Object.defineProperty(others, name, { value: channel, enumerable: known === undefined });
    }
    const encodeOthers = interpretEncoding(context, { marktype, channels: others });
    return (item, parameters) => {
      let changed = 0;
      for (const [name, value] of short) {
        const next = value(item.datum, parameters);
        if (item[name] === next) continue;
        item[name] = next;
        changed = 1;
      }
      return encodeOthers(item, parameters) || changed;
    };
  },
};

function channelOf(node: Node): Channel | undefined {
  if (node.type === "Literal" && !node.regex) return () => node.value;
  return fieldOf(node) ?? scaledOf(node);
}

function fieldOf({ type, computed, object, property }: Node): Channel | undefined {
  const isOfRow = type === "MemberExpression" && computed && object?.type === "Identifier" && object.name === "datum";
  const name = property?.type === "Literal" ? property.value : undefined;
  if (!isOfRow || typeof name !== "string") return undefined;
  // Nothing that every object has is a value of a row.
  return (datum) => (Object.hasOwn(datum, name) ? datum[name] : undefined);
}

function scaledOf({ type, callee, arguments: [scaleName, value, ...more] = [] }: Node): Channel | undefined {
  if (type !== "CallExpression" || callee?.name !== "_scale" || scaleName?.type !== "Literal" || more.length > 0) {
    return undefined;
  }
  const input = value && channelOf(value);
  if (!input) return undefined;
  const key = `%${String(scaleName.value)}`;
  return (datum, parameters) => {
    const scale = parameters[key];
    return typeof scale === "function" ? scale(input(datum, parameters)) : undefined;
  };
}
