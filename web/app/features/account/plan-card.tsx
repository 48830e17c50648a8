import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { goToBillingPortal, type Subscription, subscriptionQuery } from "../../api/billing";
import { cancelPlan, planQuery, resumePlan, type UserPlan } from "../../api/plan";
import { plansQuery } from "../../api/plans";
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
  const { data: plans } = useQuery(plansQuery());
  const { data: subscription } = useQuery({ ...subscriptionQuery(), enabled: plans?.isBillingEnabled === true });
  const name = plans?.items.find(({ tier }) => tier === activeSubscriptionTier)?.name ?? activeSubscriptionTier;
  const isFree = plans === undefined || plans.items[0]?.tier === activeSubscriptionTier;
  const end = formatDay(subscription?.endsAt ?? period.end);
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-serif text-2xl capitalize tracking-tight">{name}</span>
        {plan.cancelAtPeriodEnd && <Badge tone="warning">{text.endsOn(end)}</Badge>}
        <div className="ml-auto flex flex-wrap gap-2">
          {!isFree && <Cancellation plan={plan} end={end} />}
          {subscription && <ManageBilling />}
          <ButtonLink to={paths.pricing()} size="small" look={usageLimitReached ? "primary" : "secondary"}>
            {text.seePlans}
          </ButtonLink>
        </div>
      </div>
      <CreditBalance left={creditsLeft} total={creditsTotal} isUsedUp={usageLimitReached} className="mt-5" />
      <p className="mt-3 text-soft text-sm">{text.newCreditsOn(formatDay(period.end))}</p>
      {subscription && <Payment subscription={subscription} />}
      {plans?.isBillingEnabled === false && <p className="mt-3 text-faint text-sm">{text.plansAreGiven}</p>}
      {usageLimitReached && (
        <p role="status" className="mt-4 rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
          {text.youveUsedAllCreditsFor(formatDay(period.end))}
        </p>
      )}
    </>
  );
}

/** How the plan is paid for, and whether a payment is missing. */
function Payment({ subscription: { interval, paidUntil, endsAt, isPaymentMissing } }: { subscription: Subscription }) {
  if (isPaymentMissing) {
    return (
      <p role="status" className="mt-4 rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
        {text.paymentFailed}
      </p>
    );
  }
  if (endsAt) return null;
  const day = formatDay(paidUntil);
  return <p className="mt-1 text-soft text-sm">{interval === "year" ? text.paidYearly(day) : text.paidMonthly(day)}</p>;
}

function ManageBilling() {
  const portal = useApiMutation({ run: goToBillingPortal, failed: text.couldntOpenBilling });
  return (
    <Button size="small" isPending={portal.isPending} onClick={() => portal.run()}>
      {text.manageBilling}
    </Button>
  );
}

function Cancellation({ plan: { cancelAtPeriodEnd }, end }: { plan: UserPlan; end: string }) {
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
          description={text.youKeepYourPlanAnd(end)}
          confirmLabel={text.cancelAtEndOfPeriod}
          describeFailure={describeFailure}
          onConfirm={async () => {
            await cancelPlan();
            void notify({ title: text.yourPlanEndsOn(end) });
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
