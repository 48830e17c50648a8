import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import type { Visibility } from "./charts";
import type { List } from "./list";
import { type ApiProblem, isProblem } from "./problem";
import { queryClient, queryKeys } from "./query-client";
import { request } from "./request";

/** The stored document in the refusal of a stale change; null for any other failure. */
export function storedInConflict(error: unknown): Portolan | null {
  return isProblem(error, "revision_conflict") ? ((error as ApiProblem).current as Portolan) : null;
}

/** A chart-like document as lists show it. */
export interface PortolanSummary {
  id: string;
  title: string;
  /** The beginning of its words. */
  excerpt: string;
  visibility: Visibility;
  author?: { username?: string | null };
  createdAt: string;
  updatedAt: string;
}

export interface Portolan extends Omit<PortolanSummary, "excerpt"> {
  /** Grows with each change; a change names the one that it was made on. */
  revision: number;
  /** GitHub-flavoured; a chart is a line `![title](/charts/{chartId})`, a reference a footnote. */
  markdown: string;
  /** False for another user's document that may be seen. */
  isOwner: boolean;
}

const portolanKey = (portolanId: string) => [...queryKeys.portolans, "one", portolanId] as const;
const listKey = [...queryKeys.portolans, "list"] as const;

export const portolansQuery = (limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...listKey, { limit }],
    queryFn: ({ pageParam, signal }) =>
      request<List<PortolanSummary>>(apiPaths.portolans({ limit, cursor: pageParam }), { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export const portolanQuery = (portolanId: string) =>
  queryOptions({
    queryKey: portolanKey(portolanId),
    queryFn: ({ signal }) => request<Portolan>(apiPaths.portolan(portolanId), { signal }),
  });

export async function createPortolan(document: { title: string; markdown: string }): Promise<Portolan> {
  const portolan = await request<Portolan>(apiPaths.portolans(), { method: "POST", body: document });
  queryClient.setQueryData(portolanKey(portolan.id), portolan);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return portolan;
}

/** Changes a document. Fails with 409 `revision_conflict` and the stored document if `revision` is stale. */
export async function changePortolan(
  portolanId: string,
  change: Partial<Pick<Portolan, "title" | "markdown">> & Pick<Portolan, "revision">,
): Promise<Portolan> {
  const portolan = await request<Portolan>(apiPaths.portolan(portolanId), { method: "PATCH", body: change });
  queryClient.setQueryData(portolanKey(portolanId), portolan);
  void queryClient.invalidateQueries({ queryKey: listKey });
  return portolan;
}

export async function setPortolanVisibility(portolanId: string, visibility: Visibility): Promise<void> {
  await request(apiPaths.portolanVisibility(portolanId), { method: "PUT", body: { visibility } });
  await queryClient.invalidateQueries({ queryKey: queryKeys.portolans });
}

export async function deletePortolan(portolanId: string): Promise<void> {
  await request(apiPaths.portolan(portolanId), { method: "DELETE" });
  queryClient.removeQueries({ queryKey: portolanKey(portolanId) });
  void queryClient.invalidateQueries({ queryKey: listKey });
}
