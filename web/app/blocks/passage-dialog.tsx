import { ExternalLink } from "lucide-react";
import type { ReferenceBlock } from "../stream/blocks.ts";
import { Dialog } from "../ui/dialog.tsx";
import { clockTime } from "./durations.ts";
import { OUTWARD } from "./markdown/markdown-piece.tsx";
import { safeLink } from "./markdown/safe-link.ts";
import { PassageRows } from "./passage-rows.tsx";
import { placeOf } from "./place.ts";

/** The passage that a reference stands for: the quoted words, the rows, the page, or the second of a video. */
export function PassageDialog({ reference, onClose }: { reference: ReferenceBlock | null; onClose: () => void }) {
  if (reference === null) return null;
  const { index, title, locator } = reference;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={[`Reference ${index}`, placeOf(locator)].filter(Boolean).join(" · ")}
      className="max-w-2xl"
    >
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <Passage reference={reference} />
      </div>
    </Dialog>
  );
}

function Passage({ reference: { sourceId, url, locator } }: { reference: ReferenceBlock }) {
  const link = safeLink(url);
  return (
    <>
      {locator.quote !== undefined && (
        <blockquote dir="auto" className="border-accent border-l-2 pl-4 font-serif text-lg leading-relaxed">
          {locator.quote}
        </blockquote>
      )}
      {(locator.rowRange !== undefined || (locator.quote === undefined && link === null)) && (
        <PassageRows sourceId={sourceId} range={locator.rowRange ?? null} />
      )}
      {link !== null && (
        <a href={link.href} {...OUTWARD} className="inline-flex items-center gap-1.5 text-accent-strong text-sm">
          <ExternalLink aria-hidden className="size-4" />
          {locator.startMs === undefined ? "Open" : `Open at ${clockTime(locator.startMs)}`} on {link.host}
        </a>
      )}
    </>
  );
}
