import { type ReactNode, useState } from "react";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { conflictDialog as strings } from "./strings";

export interface ConflictDialogProps {
  title: string;
  description: string;
  /** Both versions, shown on demand. */
  comparison: ReactNode;
  isSaving: boolean;
  onKeepMine: () => void;
  onKeepTheirs: () => void;
  onClose: () => void;
}

/** Asks which of two versions stays, when another change was saved first. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, description, comparison, isSaving, onKeepMine, onKeepTheirs, onClose } = props;
  const [isComparing, setComparing] = useState(false);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      {...(isComparing && { className: "max-w-4xl" })}
    >
      <div className="flex flex-col gap-4 px-6 pt-4 pb-6">
        {isComparing && comparison}
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            look="quiet"
            className="mr-auto"
            aria-expanded={isComparing}
            onClick={() => setComparing(!isComparing)}
          >
            {strings.compare}
          </Button>
          <Button onClick={onKeepTheirs}>{strings.keepTheirs}</Button>
          <Button look="primary" isPending={isSaving} onClick={onKeepMine}>
            {strings.keepMine}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
