import { queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { Person } from "../contract/types";

export const personQuery = (username: string) =>
  queryOptions({
    queryKey: ["people", username],
    queryFn: ({ signal }) => api.getPerson({ username }, { signal }),
  });
