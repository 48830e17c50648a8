import { use } from "react";
import { ReferencesContext } from "./references-context.ts";
import { citation as text } from "./strings";

/** A number in prose that opens the passage it stands for. Until the reference is there, it is a number alone. */
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
