import { memo, use } from "react";
import type { ReferenceBlock } from "../stream/blocks.ts";
import { placeOf } from "./place.ts";
import { ReferencesContext } from "./references-context.ts";
import { sameList } from "./stable-list.ts";
import { referenceList as text } from "./strings";

/** The numbered references of an answer; each opens its passage. */
export const ReferenceList = memo(
  function ReferenceList({ references }: { references: readonly ReferenceBlock[] }) {
    const { open } = use(ReferencesContext);
    return (
      <ol className="flex flex-wrap gap-2" aria-label={text.references} data-block="reference">
        {references.map((reference) => (
          <li key={reference.id} className="max-w-full">
            <button
              type="button"
              onClick={() => open(reference)}
              className="flex max-w-full items-center gap-2 rounded-lg border border-line bg-raised py-1 pr-2.5 pl-1 text-left text-sm transition-colors duration-100 hover:border-line-strong"
            >
              <span className="grid size-6 shrink-0 place-items-center rounded-md bg-accent-wash font-medium text-accent-strong text-xs tabular-nums">
                {reference.index}
              </span>
              <span className="truncate text-ink">{reference.title}</span>
              {placeOf(reference.locator) && <span className="shrink-0 text-faint">{placeOf(reference.locator)}</span>}
            </button>
          </li>
        ))}
      </ol>
    );
  },
  (one, other) => sameList(one.references, other.references),
);
