import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { DataColumn, Json, JsonObject } from "../../charts/draw-request";
import { escapeField } from "../../charts/plot/encoding";
import type { ChartKind } from "../../stream/blocks";
import { checked } from "./json-problems";
import { schemaOf } from "./json-schemas";

/** Completion context beside the text. */
export interface CompletionWorld {
  kind: ChartKind;
  columns: readonly DataColumn[];
  /** The last specification that could be read: it tells which alternatives of the schema are meant. */
  spec: JsonObject;
}

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolveInner"]>;

interface Spot {
  path: string[];
  isName: boolean;
  from: number;
  to: number;
}

/** Proposes names and values by the schema, and columns where a column is named. */
export function completeJson(context: CompletionContext, world: CompletionWorld): CompletionResult | null {
  const spot = spotAt(context.state, context.pos);
  if (!spot) return null;
  const typed = context.state.sliceDoc(spot.from, context.pos);
  if (
    !context.explicit &&
    typed === "" &&
    !/[{,:["\s]$/.test(context.state.sliceDoc(Math.max(0, context.pos - 1), context.pos))
  ) {
    return null;
  }
  const options = spot.isName ? names(context.state, spot, world) : values(spot, world);
  return options.length === 0
    ? null
    : { from: spot.from, to: spot.to, options, filter: true, validFor: /^"?[\w.\- ]*"?$/ };
}

function names(state: EditorState, { path, to }: Spot, { kind, spec }: CompletionWorld): Completion[] {
  const reader = schemaOf(kind);
  const document = checked(kind, spec);
  const hasColon = /^\s*:/.test(state.sliceDoc(to, to + 20));
  return reader
    .namesAt(document, path)
    .filter(({ name }) => !hidden.has(name))
    .map(({ name, description }) => {
      const shape = reader.shapeAt(document, [...path, name]);
      const value = { object: "{}", array: "[]", text: '""', other: "" }[shape];
      const before = hasColon ? JSON.stringify(name) : `${JSON.stringify(name)}: `;
      return {
        label: `"${name}"`,
        displayLabel: name,
        type: "property",
        info: description,
        apply: (view, _completion, from, end) => {
          const insert = hasColon ? before : before + value;
          const anchor = from + before.length + (hasColon || value === "" ? 0 : 1);
          view.dispatch({ changes: { from, to: end, insert }, selection: { anchor }, userEvent: "input.complete" });
        },
      };
    });
}

/** A drawing loads nothing, follows the theme and fills its place. */
const hidden = new Set([
  "$schema",
  "data",
  "datasets",
  "autosize",
  "background",
  "padding",
  "config",
  "usermeta",
  "params",
  "href",
  "url",
]);

function values({ path }: Spot, { kind, columns, spec }: CompletionWorld): Completion[] {
  const last = path.at(-1);
  if (kind === "plot" ? last === "field" : last === "value" || last === "time") {
    return columns.map(({ name, type }) => literal(kind === "plot" ? escapeField(name) : name, type, "variable"));
  }
  return schemaOf(kind)
    .valuesAt(checked(kind, spec), path)
    .map((value) => literal(value, "", "constant"));
}

function literal(value: Json, detail: string, type: string): Completion {
  const label = JSON.stringify(value);
  return { label, displayLabel: String(value), type, ...(detail !== "" && { detail }) };
}

/** Cursor position in the syntax tree, which also exists for incomplete JSON. */
function spotAt(state: EditorState, position: number): Spot | null {
  const node = treeOf(state).resolveInner(position, -1);
  if (node.name === "PropertyName") return nameSpot(state, node);
  const { parent } = node;
  if (isLiteral(node) && node.from < position && (parent?.name === "Property" || parent?.name === "Array")) {
    return { path: pathTo(state, node), isName: false, from: node.from, to: node.to };
  }
  return gapSpot(state, position);
}

/** A place where nothing stands yet, or a text that is not closed. */
function gapSpot(state: EditorState, position: number): Spot | null {
  const line = state.doc.lineAt(position);
  const [begun = ""] = /"?[\w.\- ]*$/.exec(state.sliceDoc(line.from, position)) ?? [];
  const from = position - begun.trimStart().length;
  const to = begun.includes('"') && state.sliceDoc(position, position + 1) === '"' ? position + 1 : position;
  const before = state.sliceDoc(0, from).trimEnd();
  const last = before.at(-1);
  let node: SyntaxNode | null = treeOf(state).resolveInner(before.length, -1);
  while (node && node.name !== "Object" && node.name !== "Array" && node.name !== "Property") node = node.parent;
  if (node?.name === "Property" && last === ":") return { path: propertyPath(state, node), isName: false, from, to };
  if (node?.name === "Property") node = node.parent;
  const isBeginning = last === "," || last === "{" || last === "[";
  if (!node || !isBeginning) return null;
  if (node.name === "Object") return { path: pathTo(state, node), isName: true, from, to };
  return { path: [...pathTo(state, node), "0"], isName: false, from, to };
}

function nameSpot(state: EditorState, node: SyntaxNode): Spot | null {
  const object = node.parent?.parent;
  return object ? { path: pathTo(state, object), isName: true, from: node.from, to: node.to } : null;
}

/** The whole text's tree: on a busy machine the editor's own lags behind what was typed. */
function treeOf(state: EditorState) {
  return ensureSyntaxTree(state, state.doc.length, longestParseMs) ?? syntaxTree(state);
}

const longestParseMs = 200;

function isLiteral({ name }: SyntaxNode): boolean {
  return (
    name === "String" || name === "Number" || name === "True" || name === "False" || name === "Null" || name === "⚠"
  );
}

/** The names and places on the way from the root to a value. */
function pathTo(state: EditorState, value: SyntaxNode): string[] {
  const { parent } = value;
  if (!parent) return [];
  if (parent.name === "Property") return propertyPath(state, parent);
  if (parent.name === "Array") {
    let index = 0;
    for (let sibling = parent.firstChild; sibling && sibling.from < value.from; sibling = sibling.nextSibling) {
      if (sibling.name !== "[" && sibling.name !== "," && sibling.name !== "⚠") index += 1;
    }
    return [...pathTo(state, parent), String(index)];
  }
  return pathTo(state, parent);
}

function propertyPath(state: EditorState, property: SyntaxNode): string[] {
  const name = property.firstChild;
  const object = property.parent;
  if (!name || !object) return [];
  return [...pathTo(state, object), unquoted(state.sliceDoc(name.from, name.to))];
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replaceAll('"', "");
  }
}
