import * as z from "zod/mini";
import { describeFailure } from "../../api/problem";
import { changeProfile, type ProfessionalInfo, type Profile, professionalInfoOf } from "../../api/profile";
import { Button } from "../../ui/button";
import { InputField, TextField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { useForm } from "../../ui/use-form";

const longest = (most: number) => z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters fit here.`));

const schema = z.object({ occupation: longest(100), organisation: longest(100), topics: longest(500) });

export interface ProfessionalInfoFormProps {
  profile: Profile;
  submitLabel: string;
  onSaved: () => void;
  onSkip?: () => void;
}

/** What somebody works on. Nothing of it must be told. */
export function ProfessionalInfoForm({ profile, submitLabel, onSaved, onSkip }: ProfessionalInfoFormProps) {
  const form = useForm({
    initial: { ...professionalInfoOf(profile) },
    schema,
    submit: async (professionalInfo: ProfessionalInfo) => {
      try {
        await changeProfile({ professionalInfo });
        onSaved();
        return undefined;
      } catch (error) {
        return { message: describeFailure(error) };
      }
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <InputField
        label="What you do"
        autoComplete="organization-title"
        placeholder="Teacher, analyst, journalist…"
        {...form.field("occupation")}
      />
      <InputField
        label="Where"
        autoComplete="organization"
        placeholder="A school, a company, for yourself…"
        {...form.field("organisation")}
      />
      <TextField
        label="What you want to see in charts"
        rows={3}
        placeholder="Sales by region, rainfall, test results…"
        {...form.field("topics")}
      />
      <FormFailures
        {...form}
        labels={{ occupation: "What you do", organisation: "Where", topics: "What you want to see in charts" }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isPending={form.isSubmitting}>
          {submitLabel}
        </Button>
        {onSkip && (
          <Button look="quiet" onClick={onSkip}>
            Skip
          </Button>
        )}
      </div>
    </form>
  );
}
