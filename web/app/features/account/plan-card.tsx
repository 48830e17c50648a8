import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cancelPlan, planQuery, resumePlan, type UserPlan } from "../../api/plan";
import { describeFailure } from "../../api/problem";
import { Badge } from "../../ui/badge";
import { Button, ButtonLink } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { Progress } from "../../ui/progress";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { ErrorState } from "../../ui/states";
import { notify } from "../../ui/toast";
import { classNames } from "../../util/class-names";
import { formatCount, formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";

/** The tier that costs nothing: there is nothing to cancel. */
const freeTier = "free";

export function PlanCard() {
  const { data: plan, error, refetch } = useQuery(planQuery());
  return (
    <Card id="plan" className="scroll-mt-20">
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
        {plan && <PlanDetails plan={plan} />}
      </div>
    </Card>
  );
}

function PlanDetails({ plan }: { plan: UserPlan }) {
  const { activeSubscriptionTier, usageLimitReached, percentUsage, creditsLeft, creditsTotal, period } = plan;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-serif text-2xl capitalize tracking-tight">{activeSubscriptionTier}</span>
        {usageLimitReached && <Badge tone="danger">Out of credits</Badge>}
        {plan.cancelAtPeriodEnd && <Badge tone="warning">Ends on {formatDay(period.end)}</Badge>}
        <div className="ml-auto flex flex-wrap gap-2">
          {activeSubscriptionTier !== freeTier && <Cancellation plan={plan} />}
          <ButtonLink to={paths.pricing()} size="small" look={usageLimitReached ? "primary" : "secondary"}>
            See the plans
          </ButtonLink>
        </div>
      </div>
      <Progress
        label="Credits used"
        share={percentUsage / 100}
        className={classNames("mt-5", usageLimitReached && "[&>div]:bg-danger")}
      />
      <p data-numeric className="mt-3 flex flex-wrap justify-between gap-2 text-soft text-sm">
        <span>
          <b className="text-ink">{formatCount(creditsLeft)}</b> of {formatCount(creditsTotal)} credits left
        </span>
        <span>New credits on {formatDay(period.end)}</span>
      </p>
      {usageLimitReached && (
        <p role="status" className="mt-4 rounded-xl border border-danger/30 bg-danger-wash px-4 py-3 text-sm">
          You have used the credits of this period. What you write is kept; new answers begin again on{" "}
          {formatDay(period.end)}, or at once with a larger plan.
        </p>
      )}
    </>
  );
}

function Cancellation({ plan: { cancelAtPeriodEnd, period } }: { plan: UserPlan }) {
  const [state, setState] = useState<"idle" | "asking" | "resuming">("idle");
  async function resume() {
    setState("resuming");
    try {
      await resumePlan();
      void notify({ title: "Your plan goes on.", color: "green" });
    } catch (error) {
      void notify({ title: "Nothing was changed.", description: describeFailure(error), color: "red" });
    } finally {
      setState("idle");
    }
  }
  if (cancelAtPeriodEnd) {
    return (
      <Button size="small" isPending={state === "resuming"} onClick={() => void resume()}>
        Keep my plan
      </Button>
    );
  }
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setState("asking")}>
        Cancel the plan
      </Button>
      {state === "asking" && (
        <ConfirmDialog
          title="Cancel your plan?"
          description={`You keep it, with all of its credits, until ${formatDay(period.end)}. Then you are on the free plan; your chats and charts stay.`}
          confirmLabel="Cancel at the end of the period"
          describeFailure={describeFailure}
          onConfirm={async () => {
            await cancelPlan();
            void notify({ title: `Your plan ends on ${formatDay(period.end)}.` });
          }}
          onClose={() => setState("idle")}
        />
      )}
    </>
  );
}
