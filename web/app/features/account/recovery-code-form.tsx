import * as z from "zod/mini";
import { describeFailure } from "../../api/problem";
import { proveRecoveryCode } from "../../api/recovery-codes";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";

const label = "Recovery code";

const schema = z.object({
  code: z
    .string()
    .check(z.trim(), z.regex(/^(?:[A-Za-z0-9][ -]*){8,32}$/, "Enter one of your codes, such as abcd-efgh-2345-6789.")),
});

/** One of the codes on paper, for whoever does not have their app or key. */
export function RecoveryCodeForm({ onProved }: { onProved: () => void }) {
  const form = useForm({
    initial: { code: "" },
    schema,
    submit: async ({ code }) => {
      try {
        const result = await proveRecoveryCode(code);
        if (result.outcome !== "refused") {
          onProved();
          return undefined;
        }
        return result.field === "code" ? { fields: { code: result.message } } : { message: result.message };
      } catch (error) {
        return { message: describeFailure(error) };
      }
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <p className="text-soft">Each of the codes that you have kept lets you in once.</p>
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
        Go on
      </Button>
    </form>
  );
}
