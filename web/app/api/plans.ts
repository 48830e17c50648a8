import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { send } from "./http";

/** A plan on offer. */
export interface Plan {
  tier: string;
  name: string;
  /** Cents; 0 is free. */
  monthlyPrice: number;
  /** Cents; absent where the plan isn't sold by the year. */
  yearlyPrice?: number;
  /** Three letters, such as `usd`. */
  currency: string;
  monthlyCredits: number;
  limits: PlanLimits;
  features: string[];
  /** Whether it can be bought here. */
  isSoldMonthly: boolean;
  isSoldYearly: boolean;
}

/** The limits of a plan that the interface offers choices within. */
export interface PlanLimits {
  /** 0: the plan includes none. */
  apiKeys: number;
  keyRequestsPerMinute: number;
}

export interface PlanList {
  /** The free plan first. */
  items: Plan[];
  /** Whether plans are sold here; otherwise the operator gives them. */
  isBillingEnabled: boolean;
}

/** The plans of this server; the same list for the pricing page and the settings. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ["plans"],
    queryFn: () => send<PlanList>(apiPaths.plans()),
    staleTime: 5 * 60_000,
  });
