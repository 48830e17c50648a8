import { queryOptions } from "@tanstack/react-query";
import { apiPaths } from "../util/paths";
import { request } from "./request";

export type BillingInterval = "month" | "year";

/** What the payment provider says of the user's plan. */
export interface Subscription {
  planName: string;
  interval?: BillingInterval;
  paidUntil: string;
  /** When it ends, where it was canceled. */
  endsAt?: string;
  /** Whether a payment failed; the plan stays while the provider asks for it again. */
  isPaymentMissing: boolean;
}

/** The user's subscription; null for an account that pays nothing. Only where plans are sold. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ["subscription"],
    queryFn: async ({ signal }) =>
      (await request<{ subscription: Subscription | null }>(apiPaths.subscription(), { signal })).subscription,
  });

/** Leads to the payment provider's page on which the user subscribes to a plan. */
export async function goToCheckout(body: { tier: string; interval: BillingInterval }): Promise<void> {
  await goTo(apiPaths.checkout(), body);
}

/** Leads to the payment provider's page on which the user changes the plan, pays and reads invoices. */
export async function goToBillingPortal(): Promise<void> {
  await goTo(apiPaths.billingPortal());
}

async function goTo(path: string, body?: object): Promise<void> {
  const { url } = await request<{ url: string }>(path, { method: "POST", ...(body && { body }) });
  location.assign(url);
}
