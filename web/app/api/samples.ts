import { queryOptions } from "@tanstack/react-query";
import * as api from "./operations";
import { queryKeys } from "./query-client";

export type { Sample } from "../contract/types";

export const samplesQuery = () =>
  queryOptions({
    queryKey: queryKeys.samples,
    queryFn: async ({ signal }) => (await api.listSamples({ signal })).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
