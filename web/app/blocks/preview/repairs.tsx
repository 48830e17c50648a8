import { Wrench } from "lucide-react";
import type { Source } from "../../api/sources";
import { Button } from "../../ui/button";
import { countOf } from "../../util/format";
import { type Repair, repairsOf, withoutRepair } from "./column-edits";
import { repairs as text } from "./strings";
import { useColumnEdits } from "./use-column-edits";

/** Repairs that were made when the file was read, each with an undo. */
export function Repairs({ source }: { source: Source }) {
  const edits = source.edits ?? [];
  const { save, isPending } = useColumnEdits(source);
  const repairs = repairsOf(edits);
  if (repairs.length === 0) return null;
  return (
    <details className="rounded-xl border border-line">
      <summary className="cursor-pointer rounded-xl px-4 py-3 font-medium text-sm">
        <Wrench aria-hidden className="mr-2 inline size-4 text-accent" />
        {text.fixed(countOf(repairs.length, text.things))}
      </summary>
      <ul className="border-line border-t">
        {repairs.map((repair) => (
          <li
            key={`${repair.column} ${repair.kind}`}
            className="flex items-center justify-between gap-3 border-line/60 border-b px-4 py-2 text-sm last:border-b-0"
          >
            <span className="min-w-0">
              <span className="font-medium" dir="auto">
                {repair.column}
              </span>
              {": "}
              <span className="text-soft" data-numeric>
                {describe(repair)}
              </span>
            </span>
            <Button
              size="small"
              disabled={isPending}
              aria-label={text.undoRepair(repair.column)}
              onClick={() => save(withoutRepair(repair, edits), text.undone)}
            >
              {text.undo}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describe(repair: Repair): string {
  if (repair.kind === "missing") return text.missing(String(repair.number).replace("-", "−"));
  const rest = repair.count - 1;
  return rest > 0
    ? text.spellings(repair.from, repair.to, countOf(rest, text.others))
    : text.spelling(repair.from, repair.to);
}
