import { queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { DomainDay, DomainStats, Overview, OverviewDay } from "../contract/types";

export const overviewQuery = (days: number) =>
  queryOptions({
    queryKey: ["admin", "overview", { days }],
    queryFn: ({ signal }) => api.getOverview({ days }, { signal }),
  });

export const domainDaysQuery = (query: { days: number; domain?: string }) =>
  queryOptions({
    queryKey: ["admin", "domain-days", query],
    queryFn: ({ signal }) => api.listDomainDays(query, { signal }),
  });
