import { queryOptions } from "@tanstack/react-query";
import type { FeaturedItem, FeatureSettings, PublishedItem } from "../contract/types";
import { adminListChanged } from "./admin-lists";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { AdminItem, FeaturedItem, FeatureSettings } from "../contract/types";

type PublishedItemKey = Pick<PublishedItem, "kind" | "id">;

const featuredKey = ["admin", "discover"] as const;

export const featuredQuery = () =>
  queryOptions({
    queryKey: featuredKey,
    queryFn: ({ signal }) => api.listFeatured({}, { signal }),
  });

/** Features an item, or changes its topic and schedule. */
export async function featureItem({ kind, id }: PublishedItemKey, settings: FeatureSettings): Promise<void> {
  await api.curate({ kind, itemId: id }, settings);
  await itemsChanged();
}

export async function unfeatureItem({ kind, id }: PublishedItemKey): Promise<void> {
  await api.uncurate({ kind, itemId: id });
  await itemsChanged();
}

/** Puts the featured items in this order, which the list shows at once. */
export async function orderFeatured(items: readonly FeaturedItem[]): Promise<void> {
  queryClient.setQueryData(featuredKey, items);
  try {
    await api.orderFeatured({ items: items.map(({ kind, id }) => ({ kind, id })) });
  } finally {
    await itemsChanged();
  }
}

/** Makes an item private; its owner can't share it until it is shown again. */
export async function hideItem({ kind, id }: PublishedItemKey, reason: string): Promise<void> {
  await api.hideItem({ kind, itemId: id }, { reason });
  await itemsChanged();
}

export async function showItem({ kind, id }: PublishedItemKey): Promise<void> {
  await api.showItem({ kind, itemId: id });
  await itemsChanged();
}

async function itemsChanged(): Promise<void> {
  await Promise.all([
    adminListChanged("charts", "portolans"),
    queryClient.invalidateQueries({ queryKey: featuredKey }),
    queryClient.invalidateQueries({ queryKey: ["discover"] }),
  ]);
}
