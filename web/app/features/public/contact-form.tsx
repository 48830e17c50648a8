import { useState } from "react";
import * as z from "zod/mini";
import { sendFeedback } from "../../api/feedback";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
import { paths } from "../../util/page-paths";

const longestText = 10_000;

const schema = z.object({
  email: z.string().check(z.trim(), z.regex(/^\S+@\S+$/, "Enter an email address that we can answer to.")),
  text: z.string().check(z.trim(), z.minLength(1, "Write what you want to say.")),
});

/** Writes to whoever runs this installation; no account is needed. */
export function ContactForm() {
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { email: "", text: "" },
    schema,
    submit: async ({ email, text }) => {
      try {
        await sendFeedback(text, { route: paths.contact(), email });
        setSent(true);
        return undefined;
      } catch (error) {
        return { message: describeFailure(error) };
      }
    },
  });
  if (isSent) {
    return (
      <p role="status" className="rounded-xl border border-accent/30 bg-accent-wash p-5">
        <b className="font-semibold">Thank you for writing.</b> We read everything, and answer at the address that you
        gave.
      </p>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField
        label="Your email"
        type="email"
        autoComplete="email"
        placeholder="you@example.org"
        {...form.field("email")}
      />
      <TextField label="Message" rows={7} maxLength={longestText} {...form.field("text")} />
      <FormFailures {...form} labels={{ email: "Your email", text: "Message" }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        Send
      </Button>
    </form>
  );
}
