import { Coins, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { renewSession } from "../../api/auth";
import type { UserPlan } from "../../api/plan";
import { queryClient, queryKeys } from "../../api/query-client";
import { browserConnection, browserTabs } from "../../stream/browser-environment";
import { followUserEvents, type UserNotification } from "../../stream/user-events";
import { IconButton } from "../../ui/button";
import { notify, type ToastMessage } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { userEventsWatch as text } from "./strings";

/** Takes plan changes and notifications on every page. An alert about credits is a line of the page: it covers nothing. */
export function UserEventsWatch() {
  const [alert, setAlert] = useState<UserNotification | null>(null);
  useEffect(() => {
    const following = followUserEvents(
      {
        planChanged: (plan) => void takePlan(plan as unknown as UserPlan),
        notify: (notification) => {
          if (isCreditsAlert(notification)) setAlert(notification);
          else void notify(toastOf(notification));
        },
      },
      { connection: browserConnection(renewSession), tabs: browserTabs(), url: apiPaths.userEvents() },
    );
    return () => following.close();
  }, []);
  return alert && <CreditsAlert alert={alert} onDismiss={() => setAlert(null)} />;
}

function CreditsAlert({ alert, onDismiss }: { alert: UserNotification; onDismiss: () => void }) {
  const isUsedUp = alert.kind === "usage_100";
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-warning/30 border-b bg-warning-wash px-4 py-2 text-sm sm:px-6"
    >
      <Coins aria-hidden className="size-4 shrink-0 text-warning" />
      <span className="min-w-0 flex-1 basis-64">
        <b className="font-medium">{alert.title}</b> {alert.description}
      </span>
      <Link
        to={isUsedUp ? paths.pricing() : paths.settings("usage")}
        className="font-medium text-accent-strong underline underline-offset-2"
      >
        {isUsedUp ? text.seePlans : text.seeUsage}
      </Link>
      <IconButton label={text.dismiss} className="-my-1.5 size-8" onClick={onDismiss}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}

async function takePlan(plan: UserPlan): Promise<void> {
  // An answer that is still on its way may be older than the event.
  await queryClient.cancelQueries({ queryKey: queryKeys.plan });
  queryClient.setQueryData(queryKeys.plan, plan);
  await queryClient.invalidateQueries({ queryKey: queryKeys.usage });
}

function isCreditsAlert({ kind }: UserNotification): boolean {
  return kind === "usage_80" || kind === "usage_100";
}

function toastOf({ id, title, description }: UserNotification): ToastMessage {
  return { id, title, description };
}
