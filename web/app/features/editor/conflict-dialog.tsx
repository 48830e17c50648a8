import type { Chart } from "../../api/charts";
import { ChartPicture } from "../../charts/view/chart-picture";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { formatAgo } from "../../util/format";
import { conflictDialog as text } from "./strings";

export interface ConflictDialogProps {
  /** The version that was saved meanwhile. */
  theirs: Chart;
  isSaving: boolean;
  onSaveMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** The chart was saved elsewhere meanwhile; nothing is lost whatever is chosen. */
export function ConflictDialog({ theirs, isSaving, onSaveMine, onTakeTheirs, onClose }: ConflictDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={text.aNewerVersionExists}
      description={text.versionWasSavedInAnother(theirs.version, formatAgo(theirs.updatedAt), theirs.version + 1)}
    >
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <figure className="rounded-xl border border-line p-3">
          <figcaption className="mb-2 truncate font-medium text-sm">{theirs.title}</figcaption>
          <ChartPicture chart={theirs} maxHeight={180} />
        </figure>
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.keepEditing}
          </Button>
          <Button onClick={onTakeTheirs}>{text.newerVersion}</Button>
          <Button look="primary" isPending={isSaving} onClick={onSaveMine}>
            {text.saveMyVersion}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
