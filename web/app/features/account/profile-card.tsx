import { useQuery } from "@tanstack/react-query";
import { describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import { Card, CardHeader } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { AvatarField } from "./avatar-field";
import { ProfileForm } from "./profile-form";
import { profileCard as text } from "./strings";

export function ProfileCard() {
  const { data: profile, error, refetch } = useQuery(profileQuery());
  return (
    <Card id="profile" className="scroll-mt-20">
      <CardHeader title={text.profile} description={text.description} />
      <div className="p-5 sm:p-6">
        {profile && (
          <>
            <AvatarField profile={profile} />
            <ProfileForm
              profile={profile}
              submitLabel={text.save}
              hasBio
              onSaved={() => void notify({ title: text.profileSaved, color: "green" })}
            />
          </>
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
          </div>
        )}
      </div>
    </Card>
  );
}
