import { schemaText } from "virtual:vega-lite-schema";
import { type Schema, SchemaReader } from "../../charts/editing/json-schema";
import type { ChartKind } from "../../stream/blocks";
import { jsonSchemas as strings } from "./strings";

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

/** JSON Schema of each chart type's specification. */
const schemas: Record<ChartKind, () => Schema> = {
  plot: () => JSON.parse(schemaText) as Schema,
  table: () => record({}, []),
  metric: () =>
    record(
      {
        value: described(text, strings.columnWithTheValues),
        time: described(text, strings.columnWithDatesTheLast),
        label: described(text, strings.labelOfTheMetric),
        unit: described(text, strings.unitForExampleOrKg),
        compareTo: { type: "string", enum: ["previous", "first", "none"], description: strings.comparisonValue },
        better: { type: "string", enum: ["higher", "lower"], description: strings.whichDirectionIsAnImprovement },
      },
      [],
    ),
  mindmap: () => record({ outline: described(text, strings.markdownHeadingsAndNestedLists) }, ["outline"]),
  flow: () =>
    record(
      {
        nodes: described(list(record({ id: text, label: text }, ["id", "label"])), strings.stepsOfTheFlow),
        edges: described(
          list(record({ source: text, target: text, label: text }, ["source", "target"])),
          strings.arrowsBetweenSteps,
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
                date: described(text, strings.yyyyYyyyMmYyyyMm),
                endDate: described(text, strings.endDateOfTheEvent),
                label: text,
                description: text,
              },
              ["date", "label"],
            ),
          ),
          strings.titleOfTheEvent,
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
