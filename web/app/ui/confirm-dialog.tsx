import { useMutation } from "@tanstack/react-query";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { confirmDialog as text } from "./strings";

export interface ConfirmDialogProps {
  title: string;
  /** Consequences of confirming. */
  description: string;
  confirmLabel: string;
  onConfirm: () => Promise<unknown>;
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
  const { mutate, isPending, error } = useMutation({
    mutationFn: onConfirm,
    onSuccess: onClose,
    networkMode: "always",
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <div className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <p role="alert" className="text-danger text-sm empty:hidden">
          {error !== null && describeFailure(error)}
        </p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" autoFocus onClick={onClose}>
            {text.cancel}
          </Button>
          <Button look="danger" isPending={isPending} onClick={() => mutate()}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
