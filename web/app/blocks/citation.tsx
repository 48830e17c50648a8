import { use } from "react";
import { ReferencesContext } from "./references-context.ts";
import { citation as text } from "./strings";

/** A citation number that opens its passage. It is plain until the reference arrives. */
export function Citation({ index }: { index: number }) {
  const { byIndex, open } = use(ReferencesContext);
  const reference = byIndex.get(index);
  if (!reference) return <sup className="answer-citation">{index}</sup>;
  return (
    <sup>
      <button
        type="button"
        className="answer-citation"
        aria-label={text.reference(index, reference.title)}
        onClick={() => open(reference)}
      >
        {index}
      </button>
    </sup>
  );
}
