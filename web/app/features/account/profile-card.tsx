import { useQuery } from "@tanstack/react-query";
import { describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import { Card, CardHeader } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { AvatarField } from "./avatar-field";
import { ProfileForm } from "./profile-form";

export function ProfileCard() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <Card id="profile" className="scroll-mt-20">
      <CardHeader title="Profile" description="What you are called here, and what others read about you." />
      <div className="p-5 sm:p-6">
        {profile && (
          <>
            <AvatarField profile={profile} />
            <ProfileForm
              profile={profile}
              submitLabel="Save"
              hasBio
              onSaved={() => void notify({ title: "Your profile is saved.", color: "green" })}
            />
          </>
        )}
        {!profile && error && (
          <ErrorState
            title="Your profile could not be loaded."
            description={describeFailure(error)}
            onRetry={() => refetch()}
          />
        )}
        {!profile && !error && (
          <div className="flex flex-col gap-5">
            <LoadingNote>Loading your profile</LoadingNote>
            <Skeleton className="h-17" />
            <Skeleton className="h-24" />
          </div>
        )}
      </div>
    </Card>
  );
}
