import * as z from "zod/mini";
import { signInWithCompany } from "../../api/auth-ways";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";
import { companyForm as strings } from "./strings";

/** People write their whole address, too; what counts is behind the @. */
const domainOf = (text: string) => text.trim().split("@").at(-1)?.toLowerCase() ?? "";

const schema = z.object({
  domain: z
    .string()
    .check(z.refine((text) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domainOf(text)), strings.enterYourWorkEmailDomain)),
});

/** Leads to the sign-in of a company. */
export function CompanyForm() {
  const form = useForm({
    initial: { domain: "" },
    schema,
    submit: async ({ domain }) => {
      try {
        const result = await signInWithCompany(domainOf(domain));
        if (result.outcome === "done") return undefined;
        return result.field === "domain" ? { fields: { domain: result.message } } : { message: result.message };
      } catch (error) {
        return { message: describeFailure(error) };
      }
    },
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
