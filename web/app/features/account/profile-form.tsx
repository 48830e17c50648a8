import * as z from "zod/mini";
import { isProblem } from "../../api/problem";
import { changeProfile, type Profile } from "../../api/profile";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { profileForm as text } from "./strings";

const names = z.object({
  fullName: z.string().check(z.trim(), z.minLength(1, text.enterYourName)),
  username: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_-]{3,30}$/, text.use3To30Letters)),
  bio: z.string().check(z.trim(), z.maxLength(1_000, text.atMost1000Characters)),
});

export interface ProfileFormProps {
  profile: Profile;
  submitLabel: string;
  /** Whether to ask for the public profile too. */
  hasBio?: boolean;
  onSaved: () => void;
}

/** The two names that a profile needs. */
export function ProfileForm({ profile, submitLabel, hasBio = false, onSaved }: ProfileFormProps) {
  const form = useApiForm({
    initial: { fullName: profile.fullName ?? "", username: profile.username ?? "", bio: profile.bio ?? "" },
    schema: names,
    submit: async ({ fullName, username, bio }) => {
      await changeProfile(hasBio ? { fullName, username, bio } : { fullName, username });
      onSaved();
    },
    explain: (error) =>
      isProblem(error, "username_taken") ? { fields: { username: text.thisUsernameIsTakenChoose } } : undefined,
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField
        label={text.fullName}
        autoComplete="name"
        placeholder={text.placeholder}
        {...form.field("fullName")}
      />
      <InputField
        label={text.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={text.ada}
        hint={text.hint}
        {...form.field("username")}
      />
      {hasBio && (
        <TextField label={text.bio} rows={3} dir="auto" hint={text.shownOnYourPublicProfile} {...form.field("bio")} />
      )}
      <FormFailures {...form} labels={{ fullName: text.fullName, username: text.username, bio: text.bio }} />
      <Button type="submit" look="primary" className="self-start" isPending={form.isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  );
}
