import { Coins } from "lucide-react";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { renewSession } from "../../api/auth";
import type { UserPlan } from "../../api/plan";
import { queryClient, queryKeys } from "../../api/query-client";
import { browserConnection, browserTabs } from "../../stream/browser-environment";
import { followUserEvents, type UserNotification } from "../../stream/user-events";
import { type Notification, notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { userEventsWatch as text } from "./strings";

/** Hears of plan changes and alerts wherever the person is, and shows them. */
export function UserEventsWatch() {
  const navigate = useNavigate();
  useEffect(() => {
    const following = followUserEvents(
      {
        planChanged: (plan) => void takePlan(plan as unknown as UserPlan),
        notify: (notification) => void notify(toastOf(notification, (to) => void navigate(to))),
      },
      { connection: browserConnection(renewSession), tabs: browserTabs(), url: apiPaths.userEvents() },
    );
    return () => following.close();
  }, [navigate]);
  return null;
}

async function takePlan(plan: UserPlan): Promise<void> {
  // An answer that is still on its way may be older than the event.
  await queryClient.cancelQueries({ queryKey: queryKeys.plan });
  queryClient.setQueryData(queryKeys.plan, plan);
  await queryClient.invalidateQueries({ queryKey: queryKeys.usage });
}

/** Alerts stay longer than other notifications, and lead to where something can be done. */
function toastOf({ id, kind, title, description }: UserNotification, go: (to: string) => void): Notification {
  const common = { id, title, description };
  switch (kind) {
    case "usage_80":
      return {
        ...common,
        color: "amber",
        icon: <Coins className="size-4" />,
        timeout: 10_000,
        actions: [{ label: text.seeUsage, click: () => go(paths.settings()) }],
      };
    case "usage_100":
      return {
        ...common,
        color: "red",
        icon: <Coins className="size-4" />,
        timeout: 20_000,
        actions: [{ label: text.seePlans, click: () => go(paths.pricing()) }],
      };
    default:
      return common;
  }
}
