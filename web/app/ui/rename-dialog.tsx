import * as z from "zod/mini";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { InputField } from "./field";
import { renameDialog as text } from "./strings";
import { useForm } from "./use-form";

const schemaFor = (label: string) =>
  z.object({ title: z.string().check(z.trim(), z.minLength(1, text.enterA(label.toLowerCase()))) });

export interface RenameDialogProps {
  /** Dialog title, such as "Rename chart". */
  heading: string;
  title: string;
  /** Field label, such as "Name". */
  label?: string;
  longest?: number;
  onRename: (title: string) => Promise<unknown>;
  /** A sentence for what `onRename` rejected with. */
  describeFailure: (error: unknown) => string;
  onClose: () => void;
}

export function RenameDialog({
  heading,
  title,
  label = text.title,
  longest = 300,
  onRename,
  describeFailure,
  onClose,
}: RenameDialogProps) {
  const form = useForm({
    initial: { title },
    schema: schemaFor(label),
    submit: async (values) => {
      await onRename(values.title);
      onClose();
    },
    failureOf: (error) => ({ fields: { title: describeFailure(error) } }),
  });
  return (
    <Dialog isOpen onClose={onClose} title={heading}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5 px-6 pt-4 pb-6">
        <InputField label={label} maxLength={longest} {...form.field("title")} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button look="primary" type="submit" isPending={form.isSubmitting}>
            {text.rename}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
