import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { profileQuery } from "../api/profile";
import { QueryBoundary } from "../api/query-boundary";
import { ProfileForm } from "../features/account/profile-form";
import { Skeleton } from "../ui/skeleton";
import { takeRememberedPath } from "../util/return-path";
import type { Route } from "./+types/complete-profile";
import { completeProfilePage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.completeYourProfilePortolan }];

export default function CompleteProfile() {
  const navigate = useNavigate();
  const query = useQuery(profileQuery());
  return (
    <div className="mx-auto w-full max-w-md px-5 py-16">
      <h1 className="font-serif text-3xl tracking-tight">{text.whatShouldWeCallYou}</h1>
      <p className="mt-2 mb-8 text-soft">{text.chooseYourNameAndUsername}</p>
      <QueryBoundary query={query} what={text.yourProfile} skeleton={<ProfilePlaceholder />}>
        {(profile) => (
          <ProfileForm
            profile={profile}
            submitLabel={text.continue}
            onSaved={() => void navigate(takeRememberedPath("profile"), { replace: true })}
          />
        )}
      </QueryBoundary>
    </div>
  );
}

function ProfilePlaceholder() {
  return (
    <div className="flex flex-col gap-5">
      <Skeleton className="h-17" />
      <Skeleton className="h-24" />
    </div>
  );
}
