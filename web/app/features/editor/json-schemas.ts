import { schemaText } from "virtual:vega-lite-schema";
import { type Schema, SchemaReader } from "../../charts/editing/json-schema";
import type { ChartKind } from "../../stream/blocks";

const text: Schema = { type: "string" };

function record(properties: Record<string, Schema>, required: string[]): Schema {
  return { type: "object", properties, required, additionalProperties: false };
}

function list(items: Schema): Schema {
  return { type: "array", items };
}

function described(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

/** What the specification of a kind may hold; the registry says it to models in words. */
const schemas: Record<ChartKind, () => Schema> = {
  plot: () => JSON.parse(schemaText) as Schema,
  table: () => record({}, []),
  metric: () =>
    record(
      {
        value: described(text, "The column of numbers."),
        time: described(text, "A column of dates: the last row is the number, all rows are its line."),
        label: described(text, "What the number is called."),
        unit: described(text, "Such as € or kg."),
        compareTo: { type: "string", enum: ["previous", "first", "none"], description: "What it is compared with." },
        better: { type: "string", enum: ["higher", "lower"], description: "Which direction is good." },
      },
      [],
    ),
  mindmap: () =>
    record({ outline: described(text, "Markdown: headings and nested lists, the first heading the centre.") }, [
      "outline",
    ]),
  flow: () =>
    record(
      {
        nodes: described(list(record({ id: text, label: text }, ["id", "label"])), "The steps."),
        edges: described(
          list(record({ source: text, target: text, label: text }, ["source", "target"])),
          "The arrows between them.",
        ),
      },
      ["nodes", "edges"],
    ),
  timeline: () =>
    record(
      {
        events: described(
          list(
            record(
              {
                date: described(text, "YYYY, YYYY-MM, YYYY-MM-DD, or with THH:MM."),
                endDate: described(text, "Where it lasted."),
                label: text,
                description: text,
              },
              ["date", "label"],
            ),
          ),
          "What happened.",
        ),
      },
      ["events"],
    ),
};

const readers = new Map<ChartKind, SchemaReader>();

export function schemaOf(kind: ChartKind): SchemaReader {
  const known = readers.get(kind);
  if (known) return known;
  const reader = new SchemaReader(schemas[kind]());
  readers.set(kind, reader);
  return reader;
}
