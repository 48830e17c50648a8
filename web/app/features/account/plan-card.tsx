import { useQuery } from "@tanstack/react-query";
import { planQuery } from "../../api/plan";
import { describeFailure } from "../../api/problem";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { Progress } from "../../ui/progress";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { formatCount, formatDay } from "../../util/format";
import { paths } from "../../util/paths";

export function PlanCard() {
  const { data: plan, error, refetch } = useQuery(planQuery());
  return (
    <Card>
      <CardHeader
        title="Plan"
        description="Each answer costs credits: more for longer work, never for a fault of ours."
      />
      <div className="p-5 sm:p-6">
        {!plan && error && (
          <ErrorState
            title="Your plan could not be loaded."
            description={describeFailure(error)}
            onRetry={() => refetch()}
          />
        )}
        {!plan && !error && (
          <>
            <LoadingNote>Loading your plan</LoadingNote>
            <Skeleton className="h-20" />
          </>
        )}
        {plan && (
          <>
            <div className="flex flex-wrap items-center gap-3">
              <span className="font-serif text-2xl capitalize tracking-tight">{plan.activeSubscriptionTier}</span>
              {plan.usageLimitReached && <Badge tone="danger">Out of credits</Badge>}
              {plan.cancelAtPeriodEnd && <Badge tone="warning">Ends on {formatDay(plan.period.end)}</Badge>}
              <ButtonLink to={paths.pricing()} size="small" className="ml-auto">
                See the plans
              </ButtonLink>
            </div>
            <Progress label="Credits used" share={plan.percentUsage / 100} className="mt-5" />
            <p data-numeric className="mt-3 flex flex-wrap justify-between gap-2 text-soft text-sm">
              <span>
                <b className="text-ink">{formatCount(plan.creditsLeft)}</b> of {formatCount(plan.creditsTotal)} credits
                left
              </span>
              <span>New credits on {formatDay(plan.period.end)}</span>
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
