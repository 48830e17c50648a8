import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { signOutOthers } from "../../api/identities";
import { describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import { readSession } from "../../api/session";
import { Button, ButtonLink } from "../../ui/button";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { SectionCard } from "./section-card";

/** Where the account is open, and how to close it elsewhere. */
export function SessionsCard() {
  const [isWorking, setWorking] = useState(false);
  const { data: profile } = useQuery(profileQuery());
  const session = readSession();
  async function signOut() {
    setWorking(true);
    try {
      const result = await signOutOthers();
      if (result.outcome === "done") void notify({ title: "All other devices are signed out.", color: "green" });
      else void notify({ title: "Nothing was changed.", description: result.message, color: "red" });
    } catch (error) {
      void notify({ title: "Nothing was changed.", description: describeFailure(error), color: "red" });
    } finally {
      setWorking(false);
    }
  }
  return (
    <SectionCard
      id="sessions"
      title="Devices"
      description="You stay signed in on each device until you sign out there, or from here."
    >
      <p className="text-sm">
        This device is signed in as{" "}
        <b className="[overflow-wrap:anywhere]">{session?.email ?? session?.phone ?? profile?.username ?? "you"}</b>.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isPending={isWorking} onClick={() => void signOut()}>
          Sign out all other devices
        </Button>
        <ButtonLink to={paths.logout()} look="quiet">
          Sign out here
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
