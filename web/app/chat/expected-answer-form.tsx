import * as z from "zod/mini";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { FormFailures } from "../ui/form-failures.tsx";
import { useForm } from "../ui/use-form.ts";
import { expectedAnswerForm as text } from "./strings";

const longest = 4_000;
const schema = z.object({ comment: z.string().check(z.trim()) });

export interface ExpectedAnswerFormProps {
  comment: string;
  /** Answers with whether it was taken. */
  onSend: (comment: string) => Promise<boolean>;
  onClose: () => void;
}

/** Optional form for the expected answer. */
export function ExpectedAnswerForm({ comment, onSend, onClose }: ExpectedAnswerFormProps) {
  const form = useForm({
    initial: { comment },
    schema,
    submit: async (values) => {
      if (values.comment !== "" && !(await onSend(values.comment))) return { message: text.couldntSendTryAgain };
      onClose();
      return undefined;
    },
  });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      className="flex max-w-xl animate-appear flex-col gap-3 rounded-xl border border-line bg-surface p-4"
    >
      <TextField
        label={text.whatDidYouExpect}
        hint={text.hint}
        rows={3}
        maxLength={longest}
        autoFocus
        {...form.field("comment")}
      />
      <FormFailures {...form} labels={{ comment: text.whatDidYouExpect }} />
      <div className="flex justify-end gap-2">
        <Button look="quiet" size="small" onClick={onClose}>
          {text.notNow}
        </Button>
        <Button look="primary" size="small" type="submit" isPending={form.isSubmitting}>
          {text.send}
        </Button>
      </div>
    </form>
  );
}
