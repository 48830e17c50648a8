import { useState } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { confirmDialog as text } from "./strings";

export interface ConfirmDialogProps {
  title: string;
  /** Consequences of confirming. */
  description: string;
  confirmLabel: string;
  onConfirm: () => Promise<void>;
  /** A sentence for what `onConfirm` rejected with. */
  describeFailure: (error: unknown) => string;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  onConfirm,
  describeFailure,
  onClose,
}: ConfirmDialogProps) {
  const [state, setState] = useState<"asking" | "working" | { failure: string }>("asking");
  async function confirm() {
    setState("working");
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setState({ failure: describeFailure(error) });
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <div className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <p role="alert" className="text-danger text-sm empty:hidden">
          {typeof state === "object" && state.failure}
        </p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button look="danger" isPending={state === "working"} onClick={confirm}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
