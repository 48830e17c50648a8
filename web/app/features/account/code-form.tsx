import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import type { Done } from "../../api/auth-ways";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
import { codeForm as text } from "./strings";

const schema = z.object({
  code: z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 -]{4,12}$/, text.enterTheCodeForExample)),
});

export interface CodeFormProps {
  /** Kind and destination of the sent code. */
  children: ReactNode;
  label?: string;
  submitLabel: string;
  /** Undefined where all went well; otherwise a sentence. */
  onCode: (code: string) => Promise<string | undefined>;
  /** Sends another code; missing where codes are not sent. */
  onAgain?: () => Promise<Done>;
}

/** A short code that was sent, or that an app shows. */
export function CodeForm({ children, label = text.code, submitLabel, onCode, onAgain }: CodeFormProps) {
  const form = useForm({
    initial: { code: "" },
    schema,
    submit: async ({ code }) => {
      try {
        const failure = await onCode(code.replace(/[\s-]/g, ""));
        return failure === undefined ? undefined : { fields: { code: failure } };
      } catch (error) {
        return { message: describeFailure(error) };
      }
    },
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
  const [said, setSaid] = useState("");
  async function again() {
    setSaid("");
    try {
      const result = await send();
      setSaid(result.outcome === "done" ? text.aNewCodeIsOn : result.message);
    } catch (error) {
      setSaid(describeFailure(error));
    }
  }
  return (
    <p className="text-soft text-sm">
      {text.didntGetACode}{" "}
      <button type="button" className="font-medium text-accent underline-offset-4 hover:underline" onClick={again}>
        {text.resendCode}
      </button>{" "}
      <span role="status">{said}</span>
    </p>
  );
}
