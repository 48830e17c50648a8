import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../api/profile";
import { QueryBoundary } from "../../api/query-boundary";
import { notify } from "../../ui/toast";
import { ProfessionalInfoForm } from "./professional-info-form";
import { SectionCard } from "./section-card";
import { professionalInfoCard as text } from "./strings";

export function ProfessionalInfoCard() {
  const query = useQuery(profileQuery());
  return (
    <SectionCard
      id="work"
      title={text.aboutYourWork}
      description={query.data?.isContributor ? text.contributorDescription : text.description}
    >
      <QueryBoundary what={text.yourWorkProfile} query={query}>
        {(profile) => (
          <ProfessionalInfoForm
            profile={profile}
            submitLabel={text.save}
            onSaved={() => void notify({ title: text.savedThanksForSharing, color: "green" })}
          />
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
