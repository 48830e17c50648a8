import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import type { Done } from "../../api/auth-methods";
import { accept, RefusedError } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { codeForm as text } from "./strings";

const schema = z.object({
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 -]{4,12}$/, text.enterTheCodeForExample)),
});

export interface CodeFormProps {
  /** Kind and destination of the sent code. */
  children: ReactNode;
  label?: string;
  submitLabel: string;
  /** Rejects with the refusal of a wrong code. */
  onCode: (code: string) => Promise<void>;
  /** Sends another code; missing where codes are not sent. */
  onAgain?: () => Promise<Done>;
}

/** A short code that was sent, or that an app shows. */
export function CodeForm({ children, label = text.code, submitLabel, onCode, onAgain }: CodeFormProps) {
  const form = useApiForm({
    initial: { code: "" },
    schema,
    submit: async ({ code }) => {
      await onCode(code.replace(/[\s-]/g, ""));
    },
    // Whatever the server refuses here, another code is what helps.
    explain: (error) => (error instanceof RefusedError ? { fields: { code: error.message } } : undefined),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="text-soft">{children}</div>
      <InputField
        label={label}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        className="font-mono text-lg tracking-[0.3em]"
        {...form.field("code")}
      />
      <FormFailures {...form} labels={{ code: label }} />
      <Button type="submit" look="primary" className="h-11" isPending={form.isSubmitting}>
        {submitLabel}
      </Button>
      {onAgain && <Again send={onAgain} />}
    </form>
  );
}

function Again({ send }: { send: () => Promise<Done> }) {
  const [isSent, setSent] = useState(false);
  const again = useApiMutation({
    run: () => accept(send()),
    onDone: () => setSent(true),
    onFailed: () => setSent(false),
  });
  return (
    <p className="text-soft text-sm">
      {text.didntGetACode}{" "}
      <button
        type="button"
        className="font-medium text-accent underline-offset-4 hover:underline"
        onClick={() => again.run()}
      >
        {text.resendCode}
      </button>{" "}
      <span role="status">{again.isPending ? "" : (again.failure ?? (isSent ? text.aNewCodeIsOn : ""))}</span>
    </p>
  );
}
