import * as z from "zod/mini";
import { setPassword } from "../../api/auth-ways";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
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
  const form = useForm({
    initial: { password: "", again: "" },
    schema,
    submit: async ({ password }) => {
      try {
        const result = await setPassword(password);
        if (result.outcome === "done") onChanged();
        else if (result.field === "password") return { fields: { password: result.message } };
        else return { message: result.message };
        return undefined;
      } catch (error) {
        return { message: describeFailure(error) };
      }
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
