import * as z from "zod/mini";
import { signInWithCompany } from "../../api/auth-methods";
import { accept } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { companyForm as strings } from "./strings";

/** Users may enter a whole email address; only the domain counts. */
const domainOf = (text: string) => text.trim().split("@").at(-1)?.toLowerCase() ?? "";

const schema = z.object({
  domain: z
    .string()
    .check(z.refine((text) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domainOf(text)), strings.enterYourWorkEmailDomain)),
});

/** Leads to the sign-in of a company. */
export function CompanyForm() {
  const form = useApiForm({
    initial: { domain: "" },
    schema,
    submit: ({ domain }) => accept(signInWithCompany(domainOf(domain))),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label={strings.domain}
        autoComplete="off"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={strings.placeholder}
        autoFocus
        {...form.field("domain")}
      />
      <FormFailures {...form} labels={{ domain: strings.domain }} />
      <Button type="submit" look="primary" className="h-11" isPending={form.isSubmitting}>
        {strings.continueWithSso}
      </Button>
    </form>
  );
}
