import { useQuery } from "@tanstack/react-query";
import { signOutOthers } from "../../api/identities";
import { accept } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import { readSession } from "../../api/session";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button, ButtonLink } from "../../ui/button";
import { paths } from "../../util/page-paths";
import { SectionCard } from "./section-card";
import { sessionsCard as text } from "./strings";

/** Active sessions, with sign-out. */
export function SessionsCard() {
  const { data: profile } = useQuery(profileQuery());
  const session = readSession();
  const signOut = useApiMutation({
    run: () => accept(signOutOthers()),
    success: text.signedOutOnAllOther,
    failed: text.couldntSignOut,
  });
  return (
    <SectionCard id="sessions" title={text.devices} description={text.description}>
      <p className="text-sm">
        {text.thisDeviceIsSignedIn}{" "}
        <b className="[overflow-wrap:anywhere]">{session?.email ?? session?.phone ?? profile?.username ?? "you"}</b>.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button isPending={signOut.isPending} onClick={() => signOut.run()}>
          {text.signOutOfAllOther}
        </Button>
        <ButtonLink to={paths.logout()} look="quiet">
          {text.signOut}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
