import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { request } from "./request";

/** Amounts of a day, or of a model. */
export interface Amounts {
  inputTokens: number;
  outputTokens: number;
  /** Credits that users were charged. */
  credits: number;
  /** Credits that the tokens cost at the models' prices, charged or not. */
  cost: number;
}

/** Figures of a day in UTC. */
export interface OverviewDay extends Amounts {
  day: string;
  newUsers: number;
  activeUsers: number;
  turns: number;
  failed: number;
  medianMillis: number | null;
  p95Millis: number | null;
}

export interface Overview {
  /** Oldest first, today last. */
  days: OverviewDay[];
  models: (Amounts & { model: string; turns: number })[];
}

/** Reads of a site's pages, or of all sites, in a day. */
export interface DomainDay {
  day: string;
  reads: number;
  blocked: number;
  failed: number;
  boards: number;
}

/** A site that users read. */
export interface DomainStats {
  domain: string;
  reads: number;
  blocked: number;
  failed: number;
  boards: number;
  lastReadAt: string;
}

export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: ["admin", "overview", { days }],
    queryFn: ({ signal }) => request<Overview>(apiPaths.adminOverview({ days }), { signal }),
  });

export const domainDaysQuery = (query: { days: number; domain?: string }) =>
  queryOptions({
    queryKey: ["admin", "domain-days", query],
    queryFn: ({ signal }) => request<DomainDay[]>(apiPaths.adminDomainDays(query), { signal }),
  });
