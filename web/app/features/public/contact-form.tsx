import { useState } from "react";
import * as z from "zod/mini";
import { sendFeedback } from "../../api/feedback";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
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
  const form = useApiForm({
    initial: { email: "", text: "" },
    schema,
    submit: async ({ email, text }) => {
      await sendFeedback(text, { route: paths.contact(), email });
      setSent(true);
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
