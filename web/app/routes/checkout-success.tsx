import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { subscriptionQuery } from "../api/billing";
import { planQuery } from "../api/plan";
import { plansQuery } from "../api/plans";
import { QueryFailure } from "../api/query-boundary";
import { queryClient, queryKeys } from "../api/query-client";
import { guardMiddleware } from "../features/shell/guard-middleware";
import { ButtonLink } from "../ui/button";
import { LogoMark } from "../ui/logo";
import { RhumbLines } from "../ui/rhumb-lines";
import { LoadingNote, Skeleton } from "../ui/skeleton";
import { formatCount, formatDay } from "../util/format";
import { paths } from "../util/page-paths";
import type { Route } from "./+types/checkout-success";
import { checkoutSuccessPage as text } from "./strings";

export const meta: Route.MetaFunction = () => [
  { title: text.yourNewPlanPortolan },
  { name: "robots", content: "noindex" },
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [guardMiddleware];

/** Makes the middleware run on the first page, too. */
export const clientLoader = () => null;

export default function CheckoutSuccess() {
  return (
    <QueryClientProvider client={queryClient}>
      <main id="content" className="relative isolate grid min-h-dvh place-items-center overflow-hidden px-5">
        <RhumbLines className="top-1/2 left-1/2 -z-10 w-[68rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
        <NewPlan />
      </main>
    </QueryClientProvider>
  );
}

/** How often the server is asked for the payment, and for how long. */
const askEveryMs = 1_500;
const waitMs = 60_000;

/**
 * Whether the server has heard of the payment. The payment provider tells it by itself, usually before the browser is
 * back; `isLate` is set where it takes longer than a minute.
 */
function usePayment(): { isKnown: boolean; isLate: boolean } {
  const { data: plans } = useQuery(plansQuery());
  const [isLate, setLate] = useState(false);
  const isSold = plans?.isBillingEnabled === true;
  const { data: subscription } = useQuery({
    ...subscriptionQuery(),
    enabled: isSold,
    refetchInterval: ({ state }) => (state.data || isLate ? false : askEveryMs),
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return { isKnown: plans !== undefined && (!isSold || Boolean(subscription)), isLate };
}

/** The plan as the server has it once the payment is known, whatever was known before. */
function NewPlan() {
  const { isKnown, isLate } = usePayment();
  const { data: plans } = useQuery(plansQuery());
  const { data: plan, error, isFetching, refetch } = useQuery(planQuery());
  useEffect(() => {
    if (isKnown) void queryClient.invalidateQueries({ queryKey: queryKeys.plan });
  }, [isKnown]);
  const nameOf = (tier: string) => plans?.items.find((item) => item.tier === tier)?.name ?? tier;
  if (!plan && error) {
    return <QueryFailure error={error} what={text.yourPlan} onRetry={() => void refetch()} />;
  }
  return (
    <div className="w-full max-w-md text-center" aria-live="polite">
      <LogoMark className="mx-auto size-12" />
      <h1 className="mt-6 font-serif text-3xl tracking-tight">{text.thankYou}</h1>
      {isLate && !isKnown ? (
        <p className="mt-3 text-soft">{text.paymentIsLate}</p>
      ) : !isKnown || !plan || isFetching ? (
        <>
          <LoadingNote>{text.waitingForPayment}</LoadingNote>
          <Skeleton className="mx-auto mt-4 h-5 w-64" />
        </>
      ) : (
        <p className="mt-3 text-soft">
          {text.youreOnThe} <b className="text-ink">{nameOf(plan.activeSubscriptionTier)}</b> {text.planWith}{" "}
          <b className="text-ink">{formatCount(plan.creditsLeft)}</b> {text.creditsUntil(formatDay(plan.period.end))}
        </p>
      )}
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.start()} look="primary">
          {text.askAQuestion}
        </ButtonLink>
        <ButtonLink to={paths.settings("usage")}>{text.viewPlanAndUsage}</ButtonLink>
      </div>
    </div>
  );
}
