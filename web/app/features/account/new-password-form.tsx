import * as z from "zod/mini";
import { setPassword } from "../../api/auth-methods";
import { accept } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { newPassword, shortestPassword } from "./password-rules";
import { newPasswordForm as text } from "./strings";

const schema = z
  .object({ password: newPassword, again: z.string() })
  .check(z.refine(({ password, again }) => password === again, { path: ["again"], error: text.passwordsDontMatch }));

export interface NewPasswordFormProps {
  submitLabel: string;
  onChanged: () => void;
}

/** A new password, twice. */
export function NewPasswordForm({ submitLabel, onChanged }: NewPasswordFormProps) {
  const form = useApiForm({
    initial: { password: "", again: "" },
    schema,
    submit: async ({ password }) => {
      await accept(setPassword(password));
      onChanged();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label={text.newPassword}
        type="password"
        autoComplete="new-password"
        hint={text.atLeastCharacters(shortestPassword)}
        {...form.field("password")}
      />
      <InputField label={text.confirmPassword} type="password" autoComplete="new-password" {...form.field("again")} />
      <FormFailures {...form} labels={{ password: text.newPassword, again: text.confirmPassword }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
