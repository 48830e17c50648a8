import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { adminListChanged } from "./admin-lists";
import type { PublishedItem } from "./discover";
import { queryClient } from "./query-client";
import { request } from "./request";

/** A public or hidden item, as administrators see it. */
export interface AdminItem extends PublishedItem {
  ownerId: string;
  ownerEmail?: string | null;
  isCurated: boolean;
  hiddenAt?: string | null;
  hiddenReason?: string | null;
}

/** A featured item with its topic and schedule. */
export interface FeaturedItem extends PublishedItem, FeatureSettings {}

export interface FeatureSettings {
  topic?: string | null;
  startsAt?: string | null;
  endsAt?: string | null;
}

type ItemKey = Pick<PublishedItem, "kind" | "id">;

const featuredKey = ["admin", "discover"] as const;

export const featuredQuery = () =>
  queryOptions({
    queryKey: featuredKey,
    queryFn: ({ signal }) => request<FeaturedItem[]>(apiPaths.adminDiscover(), { signal }),
  });

/** Features an item, or changes its topic and schedule. */
export async function featureItem({ kind, id }: ItemKey, settings: FeatureSettings): Promise<void> {
  await request(apiPaths.adminDiscoverItem(kind, id), { method: "PUT", body: settings });
  await itemsChanged();
}

export async function unfeatureItem({ kind, id }: ItemKey): Promise<void> {
  await request(apiPaths.adminDiscoverItem(kind, id), { method: "DELETE" });
  await itemsChanged();
}

/** Puts the featured items in this order, which the list shows at once. */
export async function orderFeatured(items: readonly FeaturedItem[]): Promise<void> {
  queryClient.setQueryData(featuredKey, items);
  try {
    const body = { items: items.map(({ kind, id }) => ({ kind, id })) };
    await request(apiPaths.adminDiscover(), { method: "PUT", body });
  } finally {
    await itemsChanged();
  }
}

/** Makes an item private; its owner can't share it until it is shown again. */
export async function hideItem({ kind, id }: ItemKey, reason: string): Promise<void> {
  await request(apiPaths.adminHidden(kind, id), { method: "PUT", body: { reason } });
  await itemsChanged();
}

export async function showItem({ kind, id }: ItemKey): Promise<void> {
  await request(apiPaths.adminHidden(kind, id), { method: "DELETE" });
  await itemsChanged();
}

async function itemsChanged(): Promise<void> {
  await Promise.all([
    adminListChanged("charts", "portolans"),
    queryClient.invalidateQueries({ queryKey: featuredKey }),
    queryClient.invalidateQueries({ queryKey: ["discover"] }),
  ]);
}
