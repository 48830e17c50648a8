import type { ReactNode } from "react";
import type { Chart } from "../../api/charts";
import type { ChartDocument } from "../../charts/editing/document";
import { ChartPicture } from "../../charts/view/chart-picture";
import { ConflictDialog } from "../../drafts/conflict-dialog";
import { formatAgo } from "../../util/format";
import { shownDocument } from "./shown-document";
import { chartConflict as strings } from "./strings";
import type { Rows } from "./use-rows";

export interface ChartConflictProps {
  mine: { document: ChartDocument; rows: Rows | null };
  /** The version that was saved meanwhile. */
  theirs: Chart;
  isSaving: boolean;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
  onClose: () => void;
}

/** The chart was saved elsewhere meanwhile; both stay among its versions. */
export function ChartConflict({ mine, theirs, ...actions }: ChartConflictProps) {
  const { document, rows } = mine;
  return (
    <ConflictDialog
      title={strings.aNewerVersionExists}
      description={strings.description(theirs.version, theirs.title, formatAgo(theirs.updatedAt))}
      comparison={
        <div className="grid gap-4 sm:grid-cols-2">
          <Side name={strings.yours} title={document.title}>
            <ChartPicture chart={shownDocument(document, rows)} maxHeight={220} />
          </Side>
          <Side name={strings.theirs} title={theirs.title}>
            <ChartPicture chart={theirs} maxHeight={220} />
          </Side>
        </div>
      }
      {...actions}
    />
  );
}

function Side({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <figure aria-label={name} className="min-w-0 rounded-xl border border-line p-3">
      <figcaption className="mb-2 truncate text-sm">
        <span className="text-soft">{name}: </span>
        <span className="font-medium">{title}</span>
      </figcaption>
      {children}
    </figure>
  );
}
