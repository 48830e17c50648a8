import * as z from "zod/mini";
import { accept } from "../../api/problem";
import { proveRecoveryCode } from "../../api/recovery-codes";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { recoveryCodeForm as text } from "./strings";

const label = text.recoveryCode;

const schema = z.object({
  code: z.string().check(z.trim(), z.regex(/^(?:[A-Za-z0-9][ -]*){8,32}$/, text.enterOneOfYourRecovery)),
});

/** One of the codes on paper, for anyone who does not have their app or key. */
export function RecoveryCodeForm({ onProved }: { onProved: () => void }) {
  const form = useApiForm({
    initial: { code: "" },
    schema,
    submit: async ({ code }) => {
      await accept(proveRecoveryCode(code));
      onProved();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <p className="text-soft">{text.youCanUseEachRecovery}</p>
      <InputField
        label={label}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        className="font-mono"
        {...form.field("code")}
      />
      <FormFailures {...form} labels={{ code: label }} />
      <Button type="submit" look="primary" className="h-11" isPending={form.isSubmitting}>
        {text.continue}
      </Button>
    </form>
  );
}
