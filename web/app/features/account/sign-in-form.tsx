import { useState } from "react";
import * as z from "zod/mini";
import { signIn, signUp } from "../../api/auth";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { type FormFailure, useForm } from "../../ui/use-form";

export type SignInMode = "sign-in" | "sign-up";

const shortestPassword = 6;

const email = z
  .string()
  .check(z.trim(), z.regex(/^\S+@\S+\.\S+$|^\S+@localhost$/, "Enter an email address, such as you@example.org."));
const password = z.string().check(z.minLength(1, "Enter your password."));

const credentials = {
  "sign-in": z.object({ email, password }),
  "sign-up": z.object({
    email,
    // As people count: a character outside the basic plane is one.
    password: password.check(
      z.refine((text) => [...text].length >= shortestPassword, `Choose at least ${shortestPassword} characters.`),
    ),
  }),
};

type Credentials = z.infer<(typeof credentials)["sign-in"]>;

export interface SignInFormProps {
  mode: SignInMode;
  onSignedIn: () => void;
}

/** Email and password, for getting in and for making an account. */
export function SignInForm({ mode, onSignedIn }: SignInFormProps) {
  const [confirmAt, setConfirmAt] = useState<string | null>(null);

  async function submit(written: Credentials): Promise<FormFailure<Credentials> | undefined> {
    try {
      const result = await (mode === "sign-up" ? signUp : signIn)(written.email, written.password);
      if (result.outcome === "signed-in") onSignedIn();
      if (result.outcome === "confirm-email") setConfirmAt(written.email);
      if (result.outcome !== "refused") return undefined;
      return result.field ? { fields: { [result.field]: result.message } } : { message: result.message };
    } catch (error) {
      return { message: describeFailure(error) };
    }
  }

  const form = useForm({ initial: { email: "", password: "" }, schema: credentials[mode], submit });

  if (confirmAt !== null) {
    return (
      <p role="status" className="rounded-xl border border-accent/30 bg-accent-wash p-4">
        We sent a link to <b>{confirmAt}</b>. Open it to finish your account; then sign in here.
      </p>
    );
  }
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <InputField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.org"
        autoFocus
        {...form.field("email")}
      />
      <InputField
        label="Password"
        type="password"
        autoComplete={mode === "sign-up" ? "new-password" : "current-password"}
        hint={mode === "sign-up" ? `At least ${shortestPassword} characters.` : undefined}
        {...form.field("password")}
      />
      <FormFailures {...form} labels={{ email: "Email", password: "Password" }} />
      <Button type="submit" look="primary" className="mt-1 h-11" isPending={form.isSubmitting}>
        {mode === "sign-up" ? "Create account" : "Sign in"}
      </Button>
    </form>
  );
}
