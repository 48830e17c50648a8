import * as z from "zod/mini";
import { changeProfile, type ProfessionalInfo, type Profile, professionalInfoOf } from "../../api/profile";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { professionalInfoForm as text } from "./strings";

const longest = (most: number) => z.string().check(z.trim(), z.maxLength(most, text.atMostCharacters(most)));

const schema = z.object({ occupation: longest(100), organisation: longest(100), topics: longest(500) });

export interface ProfessionalInfoFormProps {
  profile: Profile;
  submitLabel: string;
  onSaved: () => void;
  onSkip?: () => void;
}

/** Professional info form; all fields are optional. */
export function ProfessionalInfoForm({ profile, submitLabel, onSaved, onSkip }: ProfessionalInfoFormProps) {
  const form = useApiForm({
    initial: { ...professionalInfoOf(profile) },
    schema,
    submit: async (professionalInfo: ProfessionalInfo) => {
      await changeProfile({ professionalInfo });
      onSaved();
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField
        label={text.role}
        autoComplete="organization-title"
        placeholder={text.placeholder}
        {...form.field("occupation")}
      />
      <InputField
        label={text.organization}
        autoComplete="organization"
        placeholder={text.schoolCompanySelfEmployed}
        {...form.field("organisation")}
      />
      <TextField
        label={text.interests}
        rows={3}
        placeholder={text.salesByRegionRainfallTest}
        {...form.field("topics")}
      />
      <FormFailures
        {...form}
        labels={{ occupation: text.role, organisation: text.organization, topics: text.interests }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isPending={form.isSubmitting}>
          {submitLabel}
        </Button>
        {onSkip && (
          <Button look="quiet" onClick={onSkip}>
            {text.skip}
          </Button>
        )}
      </div>
    </form>
  );
}
