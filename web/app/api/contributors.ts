import { queryOptions } from "@tanstack/react-query";
import type { DecisionBody, SavedKind } from "../contract/types";
import { adminListChanged } from "./admin-lists";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type {
  ContributedItem,
  ContributorApplication,
  PendingApplication,
  PendingProposal,
} from "../contract/types";

const applicationKey = ["contributor", "application"] as const;
const itemsKey = ["contributor", "items"] as const;
const viewsKey = ["contributor", "views"] as const;

/** The user's application to become a contributor; null if there is none. */
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

/** How often others opened the contributor's items, by day. */
export const viewDaysQuery = () =>
  queryOptions({ queryKey: viewsKey, queryFn: ({ signal }) => api.listViewDays({ signal }) });

/** Publishes an item to a topic; an empty topic removes it from its topic. */
export async function publishToTopic(item: { kind: SavedKind; id: string }, topic: string): Promise<void> {
  const place = { kind: item.kind, itemId: item.id };
  await (topic === "" ? api.removeFromTopic(place) : api.publishToTopic(place, { topic }));
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: itemsKey }),
    queryClient.invalidateQueries({ queryKey: ["topics"] }),
  ]);
}

export async function proposeItem(item: { kind: SavedKind; id: string }, topic: string): Promise<void> {
  await api.proposeItem({ kind: item.kind, itemId: item.id }, { topic });
  await queryClient.invalidateQueries({ queryKey: itemsKey });
}

export async function decideApplication(userId: string, decision: DecisionBody): Promise<void> {
  await api.decideApplication({ userId }, decision);
  await adminListChanged("contributor-applications", "contributors");
}

/** Withdraws a contributor's role; their items stay public. */
export async function withdrawContributor(userId: string, reason: string): Promise<void> {
  await api.withdrawContributor({ userId }, { reason });
  await adminListChanged("proposals", "contributors");
}

export async function decideProposal(item: { kind: SavedKind; id: string }, decision: DecisionBody): Promise<void> {
  await api.decideProposal({ kind: item.kind, itemId: item.id }, decision);
  await adminListChanged("proposals");
}
