import { useState } from "react";
import * as z from "zod/mini";
import { sendFeedback } from "../../api/feedback";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
import { paths } from "../../util/page-paths";
import { contactForm as strings } from "./strings";

const longestText = 10_000;

const schema = z.object({
  email: z.string().check(z.trim(), z.regex(/^\S+@\S+$/, strings.enterAnEmailAddressSo)),
  text: z.string().check(z.trim(), z.minLength(1, strings.enterAMessage)),
});

/** Writes to anyone who runs this installation; no account is needed. */
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
        <b className="font-semibold">{strings.thanksForYourMessage}</b> {strings.weReadEveryMessageAnd}
      </p>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField
        label={strings.yourEmail}
        type="email"
        autoComplete="email"
        placeholder={strings.placeholder}
        {...form.field("email")}
      />
      <TextField label={strings.message} rows={7} maxLength={longestText} {...form.field("text")} />
      <FormFailures {...form} labels={{ email: strings.yourEmail, text: strings.message }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {strings.send}
      </Button>
    </form>
  );
}
