import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../api/profile";
import { notify } from "../../ui/toast";
import { ProfessionalInfoForm } from "./professional-info-form";
import { LoadedPart, SectionCard } from "./section-card";

export function ProfessionalInfoCard() {
  const { data, error, refetch } = useQuery(profileQuery());
  return (
    <SectionCard
      id="work"
      title="What you work on"
      description="Only we read this, to choose what to build next. Leave out what you like."
    >
      <LoadedPart what="What you told" data={data} error={error} onRetry={() => void refetch()}>
        {(profile) => (
          <ProfessionalInfoForm
            profile={profile}
            submitLabel="Save"
            onSaved={() => void notify({ title: "Saved. Thank you for telling.", color: "green" })}
          />
        )}
      </LoadedPart>
    </SectionCard>
  );
}
