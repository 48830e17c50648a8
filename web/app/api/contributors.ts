import { queryOptions } from "@tanstack/react-query";
import type { DecisionBody, SavedKind } from "../contract/types";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type {
  ContributedItem,
  ContributorApplication,
  ContributorQueue,
  PendingApplication,
  PendingProposal,
} from "../contract/types";

const applicationKey = ["contributor", "application"] as const;
const itemsKey = ["contributor", "items"] as const;
const queueKey = ["admin", "contributor-queue"] as const;

/** The user's application to become a contributor; null where there is none. */
export const applicationQuery = () =>
  queryOptions({
    queryKey: applicationKey,
    queryFn: async ({ signal }) => (await api.getApplication({ signal })).application ?? null,
  });

export async function applyAsContributor(reason: string): Promise<void> {
  await api.applyAsContributor({ reason });
  await queryClient.invalidateQueries({ queryKey: applicationKey });
}

/** A contributor's public items with their statistics. */
export const contributedItemsQuery = () =>
  queryOptions({ queryKey: itemsKey, queryFn: ({ signal }) => api.listContributedItems({ signal }) });

export async function proposeItem(item: { kind: SavedKind; id: string }, topic: string): Promise<void> {
  await api.proposeItem({ kind: item.kind, itemId: item.id }, { topic });
  await queryClient.invalidateQueries({ queryKey: itemsKey });
}

/** The applications and proposals that wait for an admin. */
export const contributorQueueQuery = () =>
  queryOptions({ queryKey: queueKey, queryFn: ({ signal }) => api.listContributorQueue({ signal }) });

export async function decideApplication(userId: string, decision: DecisionBody): Promise<void> {
  await api.decideApplication({ userId }, decision);
  await queryClient.invalidateQueries({ queryKey: queueKey });
}

export async function decideProposal(item: { kind: SavedKind; id: string }, decision: DecisionBody): Promise<void> {
  await api.decideProposal({ kind: item.kind, itemId: item.id }, decision);
  await queryClient.invalidateQueries({ queryKey: queueKey });
}
