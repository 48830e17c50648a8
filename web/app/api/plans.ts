import { queryOptions } from "@tanstack/react-query";
import type { PlanList } from "../contract/types";
import { apiPaths } from "../util/paths";
import { send } from "./http";

export type { Plan, PlanLimits, PlanList } from "../contract/types";

/** The plans of this server; the same list for the pricing page and the settings. */
export const plansQuery = () =>
  queryOptions({ queryKey: ["plans"], queryFn: () => send<PlanList>(apiPaths.plans()), staleTime: 5 * 60_000 });
