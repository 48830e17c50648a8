import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Portolan } from "../contract/types";
import type { Visibility } from "./charts";
import * as api from "./operations";
import { type ApiProblem, isProblem } from "./problem";
import { queryClient, queryKeys } from "./query-client";

export type { Portolan, PortolanSummary } from "../contract/types";

/** The stored document in the refusal of a stale change; null for any other failure. */
export function storedInConflict(error: unknown): Portolan | null {
  return isProblem(error, "revision_conflict") ? ((error as ApiProblem).current as Portolan) : null;
}

const portolanKey = (portolanId: string) => [...queryKeys.portolans, "one", portolanId] as const;
const listKey = [...queryKeys.portolans, "list"] as const;

export const portolansQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...listKey, { limit }],
    queryFn: ({ pageParam, signal }) => api.listPortolans({ limit, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export const portolanQuery = (portolanId: string) =>
  queryOptions({
    queryKey: portolanKey(portolanId),
    queryFn: ({ signal }) => api.getPortolan({ portolanId }, { signal }),
  });

export async function createPortolan(document: { title: string; markdown: string }): Promise<Portolan> {
  const portolan = await api.createPortolan(document);
  queryClient.setQueryData(portolanKey(portolan.id), portolan);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return portolan;
}

/** Changes a document. Fails with 409 `revision_conflict` and the stored document if `revision` is stale. */
export async function changePortolan(
  portolanId: string,
  change: Partial<Pick<Portolan, "title" | "markdown">> & Pick<Portolan, "revision">,
): Promise<Portolan> {
  const portolan = await api.updatePortolan({ portolanId }, change);
  queryClient.setQueryData(portolanKey(portolanId), portolan);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return portolan;
}

export async function setPortolanVisibility(portolanId: string, visibility: Visibility): Promise<void> {
  await api.setPortolanVisibility({ portolanId }, { visibility });
  await queryClient.invalidateQueries({ queryKey: queryKeys.portolans });
}

export async function deletePortolan(portolanId: string): Promise<void> {
  await api.deletePortolan({ portolanId });
  queryClient.removeQueries({ queryKey: portolanKey(portolanId) });
  void queryClient.invalidateQueries({ queryKey: listKey });
}
