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
import { sessionsCard as text } from "./strings";

/** Active sessions, with sign-out. */
export function SessionsCard() {
  const [isWorking, setWorking] = useState(false);
  const { data: profile } = useQuery(profileQuery());
  const session = readSession();
  async function signOut() {
    setWorking(true);
    try {
      const result = await signOutOthers();
      if (result.outcome === "done") void notify({ title: text.signedOutOnAllOther, color: "green" });
      else void notify({ title: text.couldntSignOut, description: result.message, color: "red" });
    } catch (error) {
      void notify({ title: text.couldntSignOut, description: describeFailure(error), color: "red" });
    } finally {
      setWorking(false);
    }
  }
  return (
    <SectionCard id="sessions" title={text.devices} description={text.description}>
      <p className="text-sm">
        {text.thisDeviceIsSignedIn}{" "}
        <b className="[overflow-wrap:anywhere]">{session?.email ?? session?.phone ?? profile?.username ?? "you"}</b>.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isPending={isWorking} onClick={() => void signOut()}>
          {text.signOutOfAllOther}
        </Button>
        <ButtonLink to={paths.logout()} look="quiet">
          {text.signOut}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
