import { ExternalLink } from "lucide-react";
import type { ReferenceBlock } from "../stream/blocks.ts";
import { Dialog } from "../ui/dialog.tsx";
import { clockTime } from "./durations.ts";
import { OUTWARD } from "./markdown/outward.ts";
import { safeLink } from "./markdown/safe-link.ts";
import { PassageRows } from "./passage-rows.tsx";
import { placeOf } from "./place.ts";
import { passageDialog as text } from "./strings";

export interface PassageDialogProps {
  reference: ReferenceBlock | null;
  /** Whether the rows of its source can be asked for. */
  isStored: boolean;
  onClose: () => void;
}

/** The passage of a reference: the quote, rows, page, or time in a video. */
export function PassageDialog({ reference, isStored, onClose }: PassageDialogProps) {
  if (reference === null) return null;
  const { index, title, locator } = reference;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={[text.reference(index), placeOf(locator)].filter(Boolean).join(" · ")}
      className="max-w-2xl"
    >
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <Passage reference={reference} isStored={isStored} />
      </div>
    </Dialog>
  );
}

function Passage({ reference, isStored }: { reference: ReferenceBlock; isStored: boolean }) {
  const { sourceId, url, locator } = reference;
  const link = safeLink(url);
  const hasRows = locator.rowRange !== undefined || (locator.quote === undefined && link === null);
  return (
    <>
      {locator.quote !== undefined && (
        <blockquote dir="auto" className="border-accent border-l-2 pl-4 font-serif text-lg leading-relaxed">
          {locator.quote}
        </blockquote>
      )}
      {hasRows && isStored && <PassageRows sourceId={sourceId} range={locator.rowRange ?? null} />}
      {hasRows && !isStored && <p className="text-soft text-sm">{text.onlyTheAuthorCanSee}</p>}
      {link !== null && (
        <a href={link.href} {...OUTWARD} className="inline-flex items-center gap-1.5 text-accent-strong text-sm">
          <ExternalLink aria-hidden className="size-4" />
          {text.on(locator.startMs === undefined ? text.open : text.openAt(clockTime(locator.startMs)), link.host)}
        </a>
      )}
    </>
  );
}
