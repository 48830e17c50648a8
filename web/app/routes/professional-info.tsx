import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { profileQuery } from "../api/profile";
import { QueryBoundary } from "../api/query-boundary";
import { ProfessionalInfoForm } from "../features/account/professional-info-form";
import { Skeleton } from "../ui/skeleton";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/professional-info";
import { professionalInfoPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.aboutYourWorkPortolan }];

export default function ProfessionalInfoRoute() {
  const navigate = useNavigate();
  const query = useQuery(profileQuery());
  const goOn = () => void navigate(paths.start(), { replace: true });
  return (
    <div className="mx-auto w-full max-w-md px-5 py-16">
      <h1 className="font-serif text-3xl tracking-tight">{text.whatDoYouWorkOn}</h1>
      <p className="mt-2 mb-7 text-soft">{text.thisHelpsUsDecideWhat}</p>
      <QueryBoundary query={query} what={text.yourProfile} skeleton={<ProfilePlaceholder />}>
        {(profile) => (
          <ProfessionalInfoForm profile={profile} submitLabel={text.continue} onSaved={goOn} onSkip={goOn} />
        )}
      </QueryBoundary>
    </div>
  );
}

function ProfilePlaceholder() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-17" />
      <Skeleton className="h-17" />
      <Skeleton className="h-28" />
    </div>
  );
}
