import { ApiProblem, describeFailure, isProblem } from "../../api/problem";
import { changeProfile, type Profile } from "../../api/profile";
import { Button } from "../../ui/button";
import { InputField } from "../../ui/field";
import { type FormErrors, type FormFailure, useForm } from "../../ui/use-form";

interface Names extends Record<string, string> {
  fullName: string;
  username: string;
}

export interface ProfileFormProps {
  profile: Profile;
  submitLabel: string;
  onSaved: () => void;
}

/** The two names that a profile needs. */
export function ProfileForm({ profile, submitLabel, onSaved }: ProfileFormProps) {
  const form = useForm<Names>({
    initial: { fullName: profile.fullName ?? "", username: profile.username ?? "" },
    validate: validateNames,
    submit: async ({ fullName, username }) => {
      try {
        await changeProfile({ fullName: fullName.trim(), username: username.trim().toLowerCase() });
        onSaved();
        return undefined;
      } catch (error) {
        return failureOf(error);
      }
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField label="Full name" autoComplete="name" placeholder="Ada Lovelace" {...form.field("fullName")} />
      <InputField
        label="User name"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="ada"
        hint="3 to 30 small letters, digits, - and _."
        {...form.field("username")}
      />
      <p role="alert" className="text-danger text-sm empty:hidden">
        {form.message}
      </p>
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}

function validateNames({ fullName, username }: Names): FormErrors<Names> {
  return {
    fullName: fullName.trim() === "" ? "Enter your name." : undefined,
    username: /^[a-z0-9_-]{3,30}$/.test(username.trim().toLowerCase())
      ? undefined
      : "Use 3 to 30 letters, digits, - and _.",
  };
}

function failureOf(error: unknown): FormFailure<Names> {
  if (isProblem(error, "username_taken")) return { fields: { username: "This name is taken. Choose another one." } };
  const fields =
    error instanceof ApiProblem ? Object.fromEntries(error.fields.map(({ path, message }) => [path, message])) : {};
  return Object.keys(fields).length > 0 ? { fields } : { message: describeFailure(error) };
}
