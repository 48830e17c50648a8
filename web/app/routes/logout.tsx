import { useEffect, useState } from "react";
import { forgetSession } from "../api/forget-session";
import { leaveSession } from "../api/leave-session";
import { queryClient } from "../api/query-client";
import { hasSession } from "../api/session";
import { ButtonLink } from "../ui/button";
import { LogoMark } from "../ui/logo";
import { RhumbLines } from "../ui/rhumb-lines";
import { trackEvent } from "../util/analytics-events";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/logout";
import { logoutPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [{ title: text.signedOutPortolan }];

/** Signs the user out and confirms it. */
export default function Logout() {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    void leave().then(() => setOut(true));
  }, []);
  return (
    <main id="content" className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-5 text-center">
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[68rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <div aria-live="polite">
        <LogoMark className="mx-auto size-12" />
        <h1 className="mt-6 font-serif text-3xl tracking-tight">{isOut ? text.youreSignedOut : text.signingOut}</h1>
        <p className="mt-2 text-soft">{isOut ? text.seeYouSoon : text.oneMoment}</p>
        <div className="mt-7 flex justify-center gap-3">
          <ButtonLink to={paths.login()} look="primary">
            {text.signInAgain}
          </ButtonLink>
          <ButtonLink to={paths.home()}>{text.goToHomePage}</ButtonLink>
        </div>
      </div>
    </main>
  );
}

async function leave(): Promise<void> {
  if (hasSession()) await leaveSession();
  forgetSession();
  trackEvent({ kind: "signed-out" });
  queryClient.clear();
}
