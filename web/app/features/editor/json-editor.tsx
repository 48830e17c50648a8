import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Annotation, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useId, useMemo, useRef } from "react";
import { type DataColumn, isObject, type JsonObject } from "../../charts/draw-request";
import { readJson } from "../../charts/editing/read-json";
import { difference } from "../../charts/editing/text-difference";
import type { ChartKind } from "../../stream/blocks";
import { type CompletionWorld, completeJson } from "./json-completion";
import { problemsOf } from "./json-problems";
import { jsonEditor as strings } from "./strings";

export interface JsonEditorProps {
  text: string;
  kind: ChartKind;
  columns: readonly DataColumn[];
  problems: readonly { path: string; message: string }[];
  onText: (text: string) => void;
}

/** A change that came from the document and isn't sent back to it. */
const fromDocument = Annotation.define<boolean>();

/** The text with its colors, proposals and errors. Its history is the document's. */
export function JsonEditor({ text, kind, columns, problems, onText }: JsonEditorProps) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const first = useRef(text);
  const world = useRef<CompletionWorld>({ kind, columns, spec: {} });
  const tell = useRef(onText);
  useEffect(() => {
    tell.current = onText;
    world.current = { kind, columns, spec: specOf(text) ?? world.current.spec };
  });

  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const made = new EditorView({
      parent,
      doc: first.current,
      extensions: [
        lineNumbers(),
        lintGutter(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        json(),
        syntaxHighlighting(colors),
        look,
        autocompletion({ override: [(context) => completeJson(context, world.current)], icons: false }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, indentWithTab, ...defaultKeymap]),
        EditorView.lineWrapping,
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({
          // What scrolls holds a place for the keys.
          tabindex: "0",
          "aria-label": strings.specificationAsJson,
          "aria-describedby": `${id}-help`,
        }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (!docChanged || transactions.some((each) => each.annotation(fromDocument))) return;
          tell.current(state.doc.toString());
        }),
      ],
    });
    view.current = made;
    return () => made.destroy();
  }, [id]);

  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const change = difference(current.state.doc.toString(), text);
    if (change) current.dispatch({ changes: change, annotations: fromDocument.of(true) });
  }, [text]);

  const found = useMemo(() => problemsOf(text, kind, problems), [text, kind, problems]);
  useEffect(() => {
    const current = view.current;
    if (!current) return;
    const end = current.state.doc.length;
    const diagnostics = found.map(
      ({ from, to, message }): Diagnostic => ({
        from: Math.min(from, end),
        to: Math.min(to, end),
        message,
        severity: "error",
      }),
    );
    current.dispatch(setDiagnostics(current.state, diagnostics));
  }, [found]);

  return (
    <div className="flex flex-col gap-2">
      <div
        ref={place}
        className="overflow-hidden rounded-xl border border-line-strong/60 bg-raised text-[0.8125rem] focus-within:border-accent"
      />
      <p id={`${id}-help`} className="text-faint text-xs">
        {strings.pressCtrlSpaceForSuggestions}
      </p>
      <div role="status">
        <ul aria-label={strings.errors} className="flex flex-col gap-1 text-sm empty:hidden">
          {found.slice(0, 4).map(({ from, message }) => (
            <li key={`${from} ${message}`}>
              <button
                type="button"
                className="text-left text-danger hover:underline"
                onClick={() => {
                  view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
                  view.current?.focus();
                }}
              >
                <span data-numeric>{strings.line(lineOf(text, from))}</span> {message}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}

function specOf(text: string): JsonObject | null {
  const read = readJson(text);
  return !("error" in read) && isObject(read.value) ? read.value : null;
}

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--accent-strong)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--warning)" },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: "var(--faint)" },
]);

const look = EditorView.theme({
  "&": { height: "min(60vh, 36rem)", backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono, ui-monospace, monospace)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--accent)", padding: "0.75rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--accent)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklch, var(--line) 35%, transparent)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in oklch, var(--accent) 24%, transparent) !important",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-wash)", outline: "1px solid var(--accent)" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "0.5rem",
    overflow: "hidden",
    boxShadow: "0 2px 6px var(--shadow-near), 0 16px 40px -8px var(--shadow-far)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-wash)",
    color: "var(--accent-strong)",
  },
  ".cm-tooltip.cm-completionInfo": { maxWidth: "18rem", padding: "0.5rem 0.75rem", color: "var(--soft)" },
  ".cm-completionDetail": { color: "var(--faint)", fontStyle: "normal" },
  ".cm-diagnostic": { padding: "0.375rem 0.75rem" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--danger)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px",
  },
});
