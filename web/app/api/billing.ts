import { queryOptions } from "@tanstack/react-query";
import type { OpenCheckout } from "../contract/types";
import * as api from "./operations";

export type { BillingInterval, Subscription } from "../contract/types";

/** The user's subscription; null for an account that pays nothing. Only where plans are sold. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ["subscription"],
    queryFn: async ({ signal }) => (await api.getSubscription({ signal })).subscription ?? null,
  });

/** Leads to the payment provider's page on which the user subscribes to a plan. */
export async function goToCheckout(body: OpenCheckout): Promise<void> {
  location.assign((await api.openCheckout(body)).url);
}

/** Leads to the payment provider's page on which the user changes the plan, pays and reads invoices. */
export async function goToBillingPortal(): Promise<void> {
  location.assign((await api.openPortal()).url);
}
