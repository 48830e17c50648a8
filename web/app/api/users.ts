import { queryOptions } from "@tanstack/react-query";
import * as api from "./operations";

export type { PublicProfile } from "../contract/types";

export const publicProfileQuery = (username: string) =>
  queryOptions({
    queryKey: ["people", username],
    queryFn: ({ signal }) => api.getPublicProfile({ username }, { signal }),
  });
