import type { ChartChanges } from "../../api/chart-versions";
import type { Cell } from "../../api/charts";
import { labelOfKey, writtenCell } from "../../charts/same-key";
import { Badge } from "../../ui/badge";
import { countOf } from "../../util/format";
import { changesView as strings } from "./strings";

/** Difference between two versions, by mark, with the values before and after. */
export function ChangesView({ changes }: { changes: ChartChanges }) {
  const { from, to, added, removed, changed, unchanged, truncated, specChanged } = changes;
  const isSame = added.length + removed.length + changed.length + specChanged.length === 0;
  return (
    <section aria-label={strings.fromVersionTo(from, to)} className="flex flex-col gap-4">
      <p className="text-sm">
        <span className="font-medium">{strings.version(from, to)} </span>
        <span className="text-soft">{isSame ? strings.noDifferences : summary(changes)}</span>
      </p>
      {!isSame && (
        <div className="max-h-96 overflow-auto rounded-lg border border-line">
          <table className="w-full border-collapse text-sm">
            <caption className="sr-only">{strings.changesFromVersionTo(from, to)}</caption>
            <thead className="sticky top-0 bg-surface text-left">
              <tr>
                {[strings.change, strings.item, strings.before, strings.after].map((title) => (
                  <th key={title} scope="col" className="border-line border-b px-3 py-2 font-medium">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {changed.map(({ key, column, before, after }) => (
                <Row key={`${labelOfKey(key)} ${column}`} tone="warning" word={strings.changed}>
                  <Cells
                    what={`${labelOfKey(key)}${labelOfKey(key) === "" ? "" : ", "}${column}`}
                    before={writtenCell(before, column)}
                    after={writtenCell(after, column)}
                  />
                </Row>
              ))}
              {added.map(({ key, values }) => (
                <Row key={`added ${labelOfKey(key)}`} tone="accent" word={strings.added}>
                  <Cells what={labelOfKey(key)} before="" after={labelOfKey(withoutKeys(values, key))} />
                </Row>
              ))}
              {removed.map(({ key, values }) => (
                <Row key={`removed ${labelOfKey(key)}`} tone="danger" word={strings.removed}>
                  <Cells what={labelOfKey(key)} before={labelOfKey(withoutKeys(values, key))} after="" />
                </Row>
              ))}
              {specChanged.map(({ path, before, after }) => (
                <Row key={`spec ${path}`} tone="neutral" word={strings.specification}>
                  <Cells what={pathWords(path)} before={asJson(before)} after={asJson(after)} />
                </Row>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {truncated && (
        <p className="text-faint text-xs">{strings.showingThereAreMoreChanges(countOf(unchanged, "row"))}</p>
      )}
    </section>
  );
}

function summary({ added, removed, changed, unchanged, specChanged }: ChartChanges): string {
  const parts = [
    changed.length > 0 && strings.changedCount(countOf(changed.length, "value")),
    added.length > 0 && strings.addedCount(countOf(added.length, "row")),
    removed.length > 0 && strings.removedCount(countOf(removed.length, "row")),
    specChanged.length > 0 && strings.inTheSpecification(countOf(specChanged.length, "change")),
    unchanged > 0 && strings.unchanged(countOf(unchanged, "row")),
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

function Row({
  tone,
  word,
  children,
}: {
  tone: "warning" | "accent" | "danger" | "neutral";
  word: string;
  children: React.ReactNode;
}) {
  return (
    <tr className="border-line/70 border-b align-top last:border-b-0">
      <td className="px-3 py-1.5">
        <Badge tone={tone}>{word}</Badge>
      </td>
      {children}
    </tr>
  );
}

function Cells({ what, before, after }: { what: string; before: string; after: string }) {
  return (
    <>
      <th scope="row" className="max-w-72 px-3 py-1.5 text-left font-normal">
        {what}
      </th>
      <td className="max-w-56 break-words px-3 py-1.5 text-soft">{before || <None />}</td>
      <td className="max-w-56 break-words px-3 py-1.5">{after || <None />}</td>
    </>
  );
}

function None() {
  return (
    <>
      <span aria-hidden className="text-faint">
        –
      </span>
      <span className="sr-only">{strings.nothing}</span>
    </>
  );
}

function withoutKeys(values: Record<string, Cell>, key: Record<string, Cell>): Record<string, Cell> {
  return Object.fromEntries(Object.entries(values).filter(([column]) => !Object.hasOwn(key, column)));
}

function asJson(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Formats `/encoding/x/sort` for display. */
function pathWords(path: string): string {
  return path.split("/").filter(Boolean).join(" › ") || strings.specification;
}
