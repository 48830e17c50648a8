import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { describeFailure } from "../api/problem";
import { profileQuery } from "../api/profile";
import { ProfessionalInfoForm } from "../features/account/professional-info-form";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { ErrorState } from "../ui/states";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/professional-info";
import { professionalInfoPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.aboutYourWorkPortolan }];

export default function ProfessionalInfoRoute() {
  const navigate = useNavigate();
  const { data: profile, error, refetch } = useQuery(profileQuery());
  const goOn = () => void navigate(paths.start(), { replace: true });
  return (
    <div className="mx-auto w-full max-w-md px-5 py-16">
      <h1 className="font-serif text-3xl tracking-tight">{text.whatDoYouWorkOn}</h1>
      <p className="mt-2 mb-7 text-soft">{text.thisHelpsUsDecideWhat}</p>
      {profile && <ProfessionalInfoForm profile={profile} submitLabel={text.continue} onSaved={goOn} onSkip={goOn} />}
      {!profile && error && (
        <ErrorState
          title={text.couldntLoadYourProfile}
          description={describeFailure(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!profile && !error && (
        <div className="flex flex-col gap-5">
          <LoadingNote>{text.loadingYourProfile}</LoadingNote>
          <Skeleton className="h-17" />
          <Skeleton className="h-17" />
          <Skeleton className="h-28" />
        </div>
      )}
    </div>
  );
}
