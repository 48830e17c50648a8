import * as z from "zod/mini";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { reasonDialog as strings } from "./strings";

/** A reason that the audit log keeps. */
export const reasonRule = z
  .string()
  .check(z.trim(), z.minLength(1, strings.enterAReason), z.maxLength(500, strings.tooLong));

const schema = z.object({ reason: reasonRule });

export interface ReasonDialogProps {
  title: string;
  /** Consequences of confirming. */
  description: string;
  confirmLabel: string;
  isDangerous?: boolean;
  onConfirm: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the reason of an action before it is carried out. */
export function ReasonDialog({ title, description, confirmLabel, isDangerous, onConfirm, onClose }: ReasonDialogProps) {
  const form = useApiForm({
    initial: { reason: "" },
    schema,
    submit: async ({ reason }) => {
      await onConfirm(reason);
      onClose();
    },
  });
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4 px-6 pt-5 pb-6">
        <InputField label={strings.reason} hint={strings.hint} maxLength={500} autoFocus {...form.field("reason")} />
        <FormFailures {...form} labels={{ reason: strings.reason }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" look={isDangerous ? "danger" : "primary"} isPending={form.isSubmitting}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
