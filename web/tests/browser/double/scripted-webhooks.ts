import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Webhook, WebhookDelivery } from "../../../app/api/webhooks.ts";
import { empty, json, problem } from "./answers.ts";

const CREATED_AT = "2026-01-05T10:00:00Z";

/** The webhooks of the scripted server. */
export class ScriptedWebhooks {
  all: Webhook[] = [];
  deliveries: WebhookDelivery[] = [];

  /** Adds a delivery of the newest webhook. */
  addDelivery(delivery: Partial<WebhookDelivery>): WebhookDelivery {
    const added: WebhookDelivery = {
      id: randomUUID(),
      eventId: randomUUID(),
      event: "turn.finished",
      payload: { type: "turn.finished", timestamp: CREATED_AT, data: { credits: 3 } },
      status: "delivered",
      attempts: 1,
      lastAttempt: { attemptedAt: CREATED_AT, durationMillis: 120, responseStatus: 204 },
      createdAt: CREATED_AT,
      ...delivery,
    };
    this.deliveries = [added, ...this.deliveries];
    return added;
  }

  handle(response: ServerResponse, method: string, [id, part, delivery]: string[], body: string): true {
    if (id === "") {
      if (method === "GET") return json(response, 200, { items: this.all, nextCursor: null });
      const { url, description, events } = JSON.parse(body);
      const webhook: Webhook = { id: randomUUID(), url, description, events, status: "enabled", createdAt: CREATED_AT };
      this.all = [webhook, ...this.all];
      return json(response, 201, { ...webhook, secret: "whsec_first" });
    }
    const webhook = this.all.find((each) => each.id === id);
    if (!webhook) return problem(response, 404, "not_found", "There is no such webhook.");
    switch (`${method} ${part}`.trim()) {
      case "PATCH": {
        const { isEnabled, ...change } = JSON.parse(body);
        const status = isEnabled === undefined ? webhook.status : isEnabled ? "enabled" : "disabled";
        const changed: Webhook = { ...webhook, ...change, status };
        this.all = this.all.map((each) => (each.id === id ? changed : each));
        return json(response, 200, changed);
      }
      case "DELETE":
        this.all = this.all.filter((each) => each.id !== id);
        return empty(response);
      case "POST secret":
        return json(response, 200, { ...webhook, secret: "whsec_second" });
      case "POST test":
        return json(response, 202, this.addDelivery({ event: "webhook.test" }));
      case "GET deliveries":
        return json(response, 200, { items: this.deliveries, nextCursor: null });
      case "POST replay": {
        const queued = this.deliveries.filter(({ status }) => status === "failed").length;
        this.deliveries = this.deliveries.map((each) => ({ ...each, status: "delivered" as const }));
        return json(response, 202, { queued });
      }
      case "POST deliveries": {
        const sent = this.deliveries.find((each) => each.id === delivery);
        if (!sent) return problem(response, 404, "not_found", "There is no such delivery.");
        const again = { ...sent, status: "delivered" as const, attempts: sent.attempts + 1 };
        this.deliveries = this.deliveries.map((each) => (each.id === delivery ? again : each));
        return json(response, 202, again);
      }
      default:
        return problem(response, 404, "not_found", "There is no such thing.");
    }
  }
}
