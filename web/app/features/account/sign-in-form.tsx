import { useState } from "react";
import { signIn, signUp } from "../../api/auth";
import { describeFailure } from "../../api/problem";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { type FormFailure, useForm } from "../../ui/use-form";

export type SignInMode = "sign-in" | "sign-up";

interface Credentials extends Record<string, string> {
  email: string;
  password: string;
}

const shortestPassword = 6;

export interface SignInFormProps {
  mode: SignInMode;
  onSignedIn: () => void;
}

/** Email and password, for getting in and for making an account. */
export function SignInForm({ mode, onSignedIn }: SignInFormProps) {
  const [confirmAt, setConfirmAt] = useState<string | null>(null);

  async function submit({ email, password }: Credentials): Promise<FormFailure<Credentials> | undefined> {
    try {
      const result = await (mode === "sign-up" ? signUp : signIn)(email.trim(), password);
      if (result.outcome === "signed-in") onSignedIn();
      if (result.outcome === "confirm-email") setConfirmAt(email.trim());
      if (result.outcome !== "refused") return undefined;
      return result.field ? { fields: { [result.field]: result.message } } : { message: result.message };
    } catch (error) {
      return { message: describeFailure(error) };
    }
  }

  const form = useForm<Credentials>({
    initial: { email: "", password: "" },
    validate: (values) => validateCredentials(values, mode),
    submit,
  });

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
      <p role="alert" className="text-danger text-sm empty:hidden">
        {form.message}
      </p>
      <Button type="submit" look="primary" className="mt-1 h-11" isPending={form.isSubmitting}>
        {mode === "sign-up" ? "Create account" : "Sign in"}
      </Button>
    </form>
  );
}

function validateCredentials({ email, password }: Credentials, mode: SignInMode) {
  return {
    email: /^\S+@\S+\.\S+$|^\S+@localhost$/.test(email.trim())
      ? undefined
      : "Enter an email address, such as you@example.org.",
    password: passwordError(password, mode),
  };
}

function passwordError(password: string, mode: SignInMode): string | undefined {
  if (password === "") return "Enter your password.";
  if (mode === "sign-up" && [...password].length < shortestPassword) {
    return `Choose at least ${shortestPassword} characters.`;
  }
  return undefined;
}
