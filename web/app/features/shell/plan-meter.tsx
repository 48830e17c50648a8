import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { planQuery, type UserPlan } from "../../api/plan";
import { CreditBalance } from "../../ui/credit-balance";
import { Skeleton } from "../../ui/skeleton";
import { formatDay } from "../../util/format";
import { fetchesPlan } from "../../util/guards";
import { paths } from "../../util/page-paths";
import { planMeter as strings } from "./strings";

/** How many credits are left, and of how many. It leads to where each charge is explained. */
export function PlanMeter() {
  const isShown = fetchesPlan(useLocation().pathname);
  const { data: plan, isPending, fetchStatus } = useQuery({ ...planQuery(), enabled: isShown });
  if (isPending) return fetchStatus === "fetching" ? <Skeleton className="mx-3 h-12" /> : null;
  return plan ? <Meter plan={plan} /> : null;
}

function Meter({ plan }: { plan: UserPlan }) {
  const { creditsLeft, creditsTotal, usageLimitReached, period } = plan;
  return (
    <Link
      to={usageLimitReached ? paths.pricing() : paths.settings("usage")}
      className="block rounded-lg px-3 py-2.5 transition-colors duration-100 hover:bg-line/50"
      title={strings.yourCreditsRenewOn(formatDay(period.end))}
    >
      <CreditBalance left={creditsLeft} total={creditsTotal} isUsedUp={usageLimitReached} />
      {usageLimitReached && (
        <span className="mt-2 block text-soft text-xs">{strings.seePlansOrWaitUntil(formatDay(period.end))}</span>
      )}
    </Link>
  );
}
