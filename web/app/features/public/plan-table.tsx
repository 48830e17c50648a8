import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { type BillingInterval, goToCheckout } from "../../api/billing";
import { type Plan, type PlanList, plansQuery } from "../../api/plans";
import { QueryFailure } from "../../api/query-boundary";
import { useHasSession } from "../../api/session";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button, ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { ChoiceRow } from "../../ui/choice-row";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { classNames } from "../../util/class-names";
import { formatPrice } from "../../util/format";
import { paths } from "../../util/page-paths";
import { planTable as text } from "./strings";

/** The plans as the server has them. */
export function PlanTable() {
  const { data: plans, error, refetch } = useQuery(plansQuery());
  if (!plans && error) {
    return <QueryFailure error={error} what={text.thePlans} onRetry={() => void refetch()} />;
  }
  return plans ? <Plans plans={plans} /> : <PlansPlaceholder />;
}

function PlansPlaceholder() {
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      <LoadingNote>{text.loadingPlans}</LoadingNote>
      {["a", "b", "c"].map((key) => (
        <li key={key}>
          <Card className="h-88 p-6">
            <Skeleton className="h-6 w-20" />
            <Skeleton className="mt-5 h-10 w-28" />
            <Skeleton className="mt-8 h-28" />
          </Card>
        </li>
      ))}
    </ul>
  );
}

function Plans({ plans: { items, isBillingEnabled } }: { plans: PlanList }) {
  const [interval, setInterval] = useState<BillingInterval>("month");
  return (
    <>
      {items.some(({ isSoldYearly }) => isSoldYearly) && (
        <div className="mb-6 flex justify-center">
          <ChoiceRow
            label={text.billing}
            choices={[
              { id: "month", title: text.monthly },
              { id: "year", title: text.yearly },
            ]}
            chosen={interval}
            onChoose={setInterval}
          />
        </div>
      )}
      <ul className="grid gap-5 md:grid-cols-3">
        {items.map((plan, index) => (
          <li key={plan.tier}>
            <PlanCard plan={plan} interval={interval} isLeading={index === 1} />
          </li>
        ))}
      </ul>
      {!isBillingEnabled && <p className="mt-6 text-center text-soft text-sm">{text.plansAreGiven}</p>}
    </>
  );
}

interface PlanCardProps {
  plan: Plan;
  interval: BillingInterval;
  isLeading: boolean;
}

function PlanCard({ plan, interval, isLeading }: PlanCardProps) {
  const { name, monthlyPrice, yearlyPrice, currency, features } = plan;
  const isYearly = interval === "year" && yearlyPrice !== undefined;
  return (
    <Card className={classNames("flex h-full flex-col p-6", isLeading && "border-accent ring-1 ring-accent")}>
      <h2 className="font-medium">{name}</h2>
      <p data-numeric className="mt-3 flex items-baseline gap-1.5">
        <span className="font-serif text-4xl tracking-tight">
          {formatPrice(isYearly ? yearlyPrice : monthlyPrice, currency)}
        </span>
        <span className="text-faint text-sm">{isYearly ? text.perYear : text.perMonth}</span>
      </p>
      <ul className="mt-6 flex flex-1 flex-col gap-2.5 text-sm">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2.5 text-pretty">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} interval={interval} look={isLeading ? "primary" : "secondary"} />
    </Card>
  );
}

interface PlanActionProps {
  plan: Plan;
  interval: BillingInterval;
  look: "primary" | "secondary";
}

/** Opens the checkout if the plan is sold; otherwise links to the contact page. */
function PlanAction({
  plan: { tier, name, monthlyPrice, isSoldMonthly, isSoldYearly },
  interval,
  look,
}: PlanActionProps) {
  const isSignedIn = useHasSession();
  const checkout = useApiMutation({ run: goToCheckout, failed: text.couldntOpenCheckout });
  const isSold = interval === "year" ? isSoldYearly : isSoldMonthly;
  if (isSold && isSignedIn) {
    return (
      <Button
        look={look}
        className="mt-8 w-full"
        isPending={checkout.isPending}
        onClick={() => checkout.run({ tier, interval })}
      >
        {text.choose(name)}
      </Button>
    );
  }
  const isFree = monthlyPrice === 0;
  const label = isFree ? text.startFree : isSold ? text.choose(name) : text.contactUsAbout(name);
  return (
    <ButtonLink to={planTarget(isFree || isSold, isSignedIn)} look={look} className="mt-8 w-full" aria-label={label}>
      {label}
    </ButtonLink>
  );
}

function planTarget(isForAccounts: boolean, isSignedIn: boolean): string {
  if (!isForAccounts) return paths.contact();
  return isSignedIn ? paths.start() : paths.login("sign-up");
}
