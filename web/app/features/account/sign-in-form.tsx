import * as z from "zod/mini";
import { isPhone, signIn, signUp } from "../../api/auth";
import { accept } from "../../api/problem";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { newPassword, shortestPassword } from "./password-rules";
import { signInForm as strings } from "./strings";

export type SignInMode = "sign-in" | "sign-up";

const isEmail = (text: string) => /^\S+@\S+\.\S+$|^\S+@localhost$/.test(text);

/** An email address; a phone number as well where the back end takes one. */
export const addressSchema = (acceptsPhone: boolean) =>
  z.string().check(
    z.trim(),
    z.refine((text) => isEmail(text) || (acceptsPhone && isPhone(text)), {
      error: acceptsPhone ? strings.enterAnEmailAddressOr : strings.enterAnEmailAddressFor,
    }),
  );

const schemaFor = (mode: SignInMode, acceptsPhone: boolean) =>
  z.object({
    email: addressSchema(acceptsPhone),
    password: mode === "sign-up" ? newPassword : z.string().check(z.minLength(1, strings.enterYourPassword)),
  });

interface Credentials {
  email: string;
  password: string;
}

export interface SignInFormProps {
  mode: SignInMode;
  acceptsPhone?: boolean;
  /** Previous input if the form is shown again. */
  address?: string;
  onSignedIn: () => void;
  onSecondFactor: () => void;
  /** Something was sent to the address that must be answered first. */
  onConfirm: (address: string) => void;
}

/** Address and password, for getting in and for making an account. */
export function SignInForm({ mode, acceptsPhone = false, address = "", ...next }: SignInFormProps) {
  async function submit({ email, password }: Credentials): Promise<void> {
    const { outcome } = await accept((mode === "sign-up" ? signUp : signIn)(email, password));
    if (outcome === "signed-in") next.onSignedIn();
    else if (outcome === "second-factor") next.onSecondFactor();
    else next.onConfirm(email);
  }

  const form = useApiForm({
    initial: { email: address, password: "" },
    schema: schemaFor(mode, acceptsPhone),
    submit,
  });
  const label = acceptsPhone ? strings.emailOrPhone : strings.email;
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label={label}
        type={acceptsPhone ? "text" : "email"}
        autoComplete={acceptsPhone ? "username" : "email"}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={strings.placeholder}
        autoFocus
        {...form.field("email")}
      />
      <InputField
        label={strings.password}
        type="password"
        autoComplete={mode === "sign-up" ? "new-password" : "current-password"}
        hint={mode === "sign-up" ? strings.atLeastCharacters(shortestPassword) : undefined}
        {...form.field("password")}
      />
      <FormFailures {...form} labels={{ email: label, password: strings.password }} />
      <Button type="submit" look="primary" className="mt-1 h-11" isPending={form.isSubmitting}>
        {mode === "sign-up" ? strings.createAccount : strings.signIn}
      </Button>
    </form>
  );
}
