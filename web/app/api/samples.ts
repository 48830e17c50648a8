import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { queryKeys } from "./query-client";
import { request } from "./request";

/** A table that everyone may try, with questions that it answers. */
export interface Sample {
  name: string;
  title: string;
  description: string;
  licence: string;
  questions: string[];
}

export const samplesQuery = () =>
  queryOptions({
    queryKey: queryKeys.samples,
    queryFn: async ({ signal }) => (await request<{ items: Sample[] }>(apiPaths.samples(), { signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
