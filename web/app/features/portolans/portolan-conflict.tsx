import { useMemo } from "react";
import { ConflictDialog } from "../../drafts/conflict-dialog";
import { type ComparedLine, compareLines } from "../../drafts/line-difference";
import { classNames } from "../../util/class-names";
import { portolanConflict as strings } from "./strings";
import { type PortolanText, untitled } from "./use-portolan-draft";

export interface PortolanConflictProps {
  mine: PortolanText;
  theirs: PortolanText;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
  onClose: () => void;
}

/** The document was changed elsewhere meanwhile: one of the two texts stays. */
export function PortolanConflict({ mine, theirs, ...actions }: PortolanConflictProps) {
  const { one, other } = useMemo(() => compareLines(mine.markdown, theirs.markdown), [mine, theirs]);
  return (
    <ConflictDialog
      title={strings.thisDocumentWasChangedElsewhere}
      description={strings.description}
      comparison={
        <div className="grid gap-4 sm:grid-cols-2">
          <Side name={strings.yours} title={mine.title} lines={one} />
          <Side name={strings.theirs} title={theirs.title} lines={other} />
        </div>
      }
      isSaving={false}
      {...actions}
    />
  );
}

function Side({ name, title, lines }: { name: string; title: string; lines: ComparedLine[] }) {
  return (
    <section aria-label={name} className="min-w-0 rounded-xl border border-line p-3">
      <h3 className="mb-2 truncate text-sm">
        <span className="text-soft">{name}: </span>
        <span dir="auto">{title || untitled}</span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts are scrolled with the keyboard */}
      <div tabIndex={0} className="max-h-[40dvh] overflow-auto font-mono text-xs leading-relaxed">
        {lines.map(({ text, isChanged }, index) => {
          const Line = isChanged ? "mark" : "p";
          return (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name but their place
              key={index}
              dir="auto"
              className={classNames(
                "m-0 block min-h-[1lh] whitespace-pre-wrap [overflow-wrap:anywhere]",
                isChanged ? "bg-accent-wash text-ink" : "text-soft",
              )}
            >
              {text}
            </Line>
          );
        })}
      </div>
    </section>
  );
}
