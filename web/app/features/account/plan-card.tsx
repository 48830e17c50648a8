import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cancelPlan, planQuery, resumePlan, type UserPlan } from "../../api/plan";
import { describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiMutation } from "../../api/use-api-mutation";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CreditBalance } from "../../ui/credit-balance";
import { Skeleton } from "../../ui/skeleton";
import { notify } from "../../ui/toast";
import { formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";
import { planCard as text } from "./strings";

/** The tier that costs nothing: there is nothing to cancel. */
const freeTier = "free";

export function PlanCard() {
  const query = useQuery(planQuery());
  return (
    <Card id="plan" className="scroll-mt-20">
      <CardHeader title={text.plan} description={text.description} />
      <div className="p-5 sm:p-6">
        <QueryBoundary query={query} what={text.yourPlan} skeleton={<Skeleton className="h-20" />}>
          {(plan) => <PlanDetails plan={plan} />}
        </QueryBoundary>
      </div>
    </Card>
  );
}

function PlanDetails({ plan }: { plan: UserPlan }) {
  const { activeSubscriptionTier, usageLimitReached, creditsLeft, creditsTotal, period } = plan;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-serif text-2xl capitalize tracking-tight">{activeSubscriptionTier}</span>
        {plan.cancelAtPeriodEnd && <Badge tone="warning">{text.endsOn(formatDay(period.end))}</Badge>}
        <div className="ml-auto flex flex-wrap gap-2">
          {activeSubscriptionTier !== freeTier && <Cancellation plan={plan} />}
          <ButtonLink to={paths.pricing()} size="small" look={usageLimitReached ? "primary" : "secondary"}>
            {text.seePlans}
          </ButtonLink>
        </div>
      </div>
      <CreditBalance left={creditsLeft} total={creditsTotal} isUsedUp={usageLimitReached} className="mt-5" />
      <p className="mt-3 text-soft text-sm">{text.newCreditsOn(formatDay(period.end))}</p>
      {usageLimitReached && (
        <p role="status" className="mt-4 rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
          {text.youveUsedAllCreditsFor(formatDay(period.end))}
        </p>
      )}
    </>
  );
}

function Cancellation({ plan: { cancelAtPeriodEnd, period } }: { plan: UserPlan }) {
  const [isAsking, setAsking] = useState(false);
  const resume = useApiMutation({
    run: resumePlan,
    success: text.yourPlanWillRenew,
    failed: text.couldntChangeYourPlan,
  });
  if (cancelAtPeriodEnd) {
    return (
      <Button size="small" isPending={resume.isPending} onClick={() => resume.run()}>
        {text.keepPlan}
      </Button>
    );
  }
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsking(true)}>
        {text.cancelPlan}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={text.cancelYourPlan}
          description={text.youKeepYourPlanAnd(formatDay(period.end))}
          confirmLabel={text.cancelAtEndOfPeriod}
          describeFailure={describeFailure}
          onConfirm={async () => {
            await cancelPlan();
            void notify({ title: text.yourPlanEndsOn(formatDay(period.end)) });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
