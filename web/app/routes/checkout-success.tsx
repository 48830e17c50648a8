import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { planQuery } from "../api/plan";
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

/** The plan as the server has it now, whatever was known before the payment. */
function NewPlan() {
  const { data: plan, error, isFetching, refetch } = useQuery(planQuery());
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: queryKeys.plan });
  }, []);
  if (!plan && error) {
    return <QueryFailure error={error} what={text.yourPlan} onRetry={() => void refetch()} />;
  }
  return (
    <div className="w-full max-w-md text-center" aria-live="polite">
      <LogoMark className="mx-auto size-12" />
      <h1 className="mt-6 font-serif text-3xl tracking-tight">{text.thankYou}</h1>
      {!plan || isFetching ? (
        <>
          <LoadingNote>{text.loadingYourPlan}</LoadingNote>
          <Skeleton className="mx-auto mt-4 h-5 w-64" />
        </>
      ) : (
        <p className="mt-3 text-soft">
          {text.youreOnThe} <b className="text-ink capitalize">{plan.activeSubscriptionTier}</b> {text.planWith}{" "}
          <b className="text-ink">{formatCount(plan.creditsLeft)}</b>{" "}
          {text.creditsUntilItCanTake(formatDay(plan.period.end))}
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
