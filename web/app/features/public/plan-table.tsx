import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { configQuery, type Plan } from "../../api/config";
import { QueryFailure } from "../../api/query-boundary";
import { useHasSession } from "../../api/session";
import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { formatPrice } from "../../util/format";
import { paths } from "../../util/page-paths";
import { planTable as text } from "./strings";

/** The plans as the server has them. */
export function PlanTable() {
  const { data: config, error, refetch } = useQuery(configQuery());
  if (!config && error) {
    return <QueryFailure error={error} what={text.thePlans} onRetry={() => void refetch()} />;
  }
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {config === undefined && <LoadingNote>{text.loadingPlans}</LoadingNote>}
      {config === undefined
        ? ["a", "b", "c"].map((key) => (
            <li key={key}>
              <Card className="h-88 p-6">
                <Skeleton className="h-6 w-20" />
                <Skeleton className="mt-5 h-10 w-28" />
                <Skeleton className="mt-8 h-28" />
              </Card>
            </li>
          ))
        : config.plans.map((plan, index) => (
            <li key={plan.tier}>
              <PlanCard plan={plan} isLeading={index === 1} />
            </li>
          ))}
    </ul>
  );
}

function PlanCard({ plan: { name, monthlyPrice, features }, isLeading }: { plan: Plan; isLeading: boolean }) {
  const isSignedIn = useHasSession();
  const isFree = monthlyPrice === 0;
  return (
    <Card className={classNames("flex h-full flex-col p-6", isLeading && "border-accent ring-1 ring-accent")}>
      <h2 className="font-medium">{name}</h2>
      <p data-numeric className="mt-3 flex items-baseline gap-1.5">
        <span className="font-serif text-4xl tracking-tight">{formatPrice(monthlyPrice)}</span>
        <span className="text-faint text-sm">{text.perMonth}</span>
      </p>
      <ul className="mt-6 flex flex-1 flex-col gap-2.5 text-sm">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <ButtonLink
        to={planTarget(isFree, isSignedIn)}
        look={isLeading ? "primary" : "secondary"}
        className="mt-8 w-full"
        aria-label={isFree ? text.startFree : text.contactUsAbout(name)}
      >
        {isFree ? text.startFree : text.contactUsAbout(name)}
      </ButtonLink>
    </Card>
  );
}

/** Nothing is paid on this site yet: anyone who wants more writes to us. */
function planTarget(isFree: boolean, isSignedIn: boolean): string {
  if (!isFree) return paths.contact();
  return isSignedIn ? paths.start() : paths.login("sign-up");
}
