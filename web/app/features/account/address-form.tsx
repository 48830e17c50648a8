import * as z from "zod/mini";
import type { Done } from "../../api/auth-methods";
import { accept } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { addressSchema } from "./sign-in-form";
import { addressForm as text } from "./strings";

export interface AddressFormProps {
  acceptsPhone: boolean;
  submitLabel: string;
  onAddress: (address: string) => Promise<Done>;
  onSent: (address: string) => void;
}

/** An address that a code is sent to. */
export function AddressForm({ acceptsPhone, submitLabel, onAddress, onSent }: AddressFormProps) {
  const form = useApiForm({
    initial: { email: "" },
    schema: z.object({ email: addressSchema(acceptsPhone) }),
    submit: async ({ email }) => {
      await accept(onAddress(email));
      onSent(email);
    },
  });
  const label = acceptsPhone ? text.emailOrPhone : text.email;
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label={label}
        type={acceptsPhone ? "text" : "email"}
        autoComplete={acceptsPhone ? "username" : "email"}
        inputMode="email"
        autoCapitalize="none"
        placeholder={text.placeholder}
        autoFocus
        {...form.field("email")}
      />
      <FormFailures {...form} labels={{ email: label }} />
      <Button type="submit" look="primary" className="h-11" isPending={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
