import { useQuery } from "@tanstack/react-query";
import { profileQuery } from "../../api/profile";
import { QueryBoundary } from "../../api/query-boundary";
import { Card, CardHeader } from "../../ui/card";
import { Skeleton } from "../../ui/skeleton";
import { notify } from "../../ui/toast";
import { AvatarField } from "./avatar-field";
import { ProfileForm } from "./profile-form";
import { profileCard as text } from "./strings";

export function ProfileCard() {
  const query = useQuery(profileQuery());
  return (
    <Card id="profile" className="scroll-mt-20">
      <CardHeader title={text.profile} description={text.description} />
      <div className="p-5 sm:p-6">
        <QueryBoundary query={query} what={text.yourProfile} skeleton={<ProfilePlaceholder />}>
          {(profile) => (
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
        </QueryBoundary>
      </div>
    </Card>
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
