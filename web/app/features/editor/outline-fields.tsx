import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { TextField } from "../../ui/field";
import { outlineFields as text } from "./strings";
import type { Change } from "./use-editor";

/** A mind map is an outline: its first heading is the centre, each list item a branch. */
export function OutlineFields({ document, change }: { document: ChartDocument; change: Change }) {
  const { outline } = document.spec;
  return (
    <TextField
      label={text.outline}
      hint={text.hint}
      rows={14}
      spellCheck
      className="font-mono text-[0.8125rem] leading-relaxed"
      value={typeof outline === "string" ? outline : ""}
      onChange={({ target: { value } }) =>
        change((before) => withSpec(before, { ...before.spec, outline: value }), "outline")
      }
    />
  );
}
