import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { describeFailure } from "../api/problem";
import { profileQuery } from "../api/profile";
import { ProfileForm } from "../features/account/profile-form";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { ErrorState } from "../ui/states";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/complete-profile";
import { completeProfilePage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.completeYourProfilePortolan }];

export default function CompleteProfile() {
  const navigate = useNavigate();
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <div className="mx-auto w-full max-w-md px-5 py-16">
      <h1 className="font-serif text-3xl tracking-tight">{text.whatShouldWeCallYou}</h1>
      <p className="mt-2 mb-8 text-soft">{text.chooseYourNameAndUsername}</p>
      {profile && (
        <ProfileForm
          profile={profile}
          submitLabel={text.continue}
          onSaved={() => void navigate(takeRememberedPath("profile"), { replace: true })}
        />
      )}
      {!profile && error && (
        <ErrorState
          title={text.couldntLoadYourProfile}
          description={describeFailure(error)}
          onRetry={() => refetch()}
        />
      )}
      {!profile && !error && (
        <div className="flex flex-col gap-5">
          <LoadingNote>{text.loadingYourProfile}</LoadingNote>
          <Skeleton className="h-17" />
          <Skeleton className="h-24" />
          <Skeleton className="h-10 w-24" />
        </div>
      )}
    </div>
  );
}
