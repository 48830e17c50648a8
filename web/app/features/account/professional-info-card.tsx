import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../api/profile";
import { notify } from "../../ui/toast";
import { ProfessionalInfoForm } from "./professional-info-form";
import { LoadedPart, SectionCard } from "./section-card";
import { professionalInfoCard as text } from "./strings";

export function ProfessionalInfoCard() {
  const { data, error, refetch } = useQuery(profileQuery());
  return (
    <SectionCard id="work" title={text.aboutYourWork} description={text.description}>
      <LoadedPart what={text.yourWorkProfile} data={data} error={error} onRetry={() => void refetch()}>
        {(profile) => (
          <ProfessionalInfoForm
            profile={profile}
            submitLabel={text.save}
            onSaved={() => void notify({ title: text.savedThanksForSharing, color: "green" })}
          />
        )}
      </LoadedPart>
    </SectionCard>
  );
}
