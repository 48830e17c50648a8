import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { CreateWebhook, UpdateWebhook, Webhook, WebhookWithSecret } from "../contract/types";
import * as api from "./operations";
import { queryClient } from "./query-client";

export type { Webhook, WebhookDelivery, WebhookEvent, WebhookWithSecret } from "../contract/types";

const listKey = ["webhooks", "list"] as const;
const deliveriesKey = (webhookId: string) => ["webhooks", "deliveries", webhookId] as const;

/** How often open deliveries are read again: their attempts happen on the server. */
const refetchMs = 3_000;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await api.listWebhooks({ signal })).items,
  });

export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: deliveriesKey(webhookId),
    queryFn: ({ pageParam, signal }) =>
      api.listWebhookDeliveries({ webhookId, limit: 20, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: refetchMs,
  });

export async function createWebhook(body: CreateWebhook): Promise<WebhookWithSecret> {
  const created = await api.createWebhook(body);
  await queryClient.invalidateQueries({ queryKey: listKey });
  return created;
}

export async function updateWebhook(webhookId: string, change: UpdateWebhook): Promise<Webhook> {
  const updated = await api.updateWebhook({ webhookId }, change);
  await queryClient.invalidateQueries({ queryKey: listKey });
  void queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
  return updated;
}

export async function deleteWebhook(webhookId: string): Promise<void> {
  await api.deleteWebhook({ webhookId });
  await queryClient.invalidateQueries({ queryKey: listKey });
}

export async function rotateWebhookSecret(webhookId: string): Promise<WebhookWithSecret> {
  const rotated = await api.rotateWebhookSecret({ webhookId });
  await queryClient.invalidateQueries({ queryKey: listKey });
  return rotated;
}

export async function sendWebhookTest(webhookId: string): Promise<void> {
  await api.sendWebhookTest({ webhookId });
  await queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
}

export async function resendWebhookDelivery(webhookId: string, deliveryId: string): Promise<void> {
  await api.resendWebhookDelivery({ webhookId, deliveryId });
  await queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
}

/** Sends all events again that have failed since this time; returns how many. */
export async function replayWebhookDeliveries(webhookId: string, since: string): Promise<number> {
  const { queued } = await api.replayWebhookDeliveries({ webhookId }, { since });
  await queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) });
  return queued;
}
