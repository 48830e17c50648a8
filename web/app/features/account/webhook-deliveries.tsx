import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import {
  deliveriesQuery,
  replayWebhookDeliveries,
  resendWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from "../../api/webhooks";
import { Badge, type BadgeTone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { formatAgo, formatMilliseconds } from "../../util/format";
import { webhookDeliveries as text, webhooksCard } from "./strings";

const tones: Record<WebhookDelivery["status"], BadgeTone> = {
  queued: "warning",
  delivered: "accent",
  failed: "danger",
};

/** The events that a webhook was sent, the newest first. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(deliveriesQuery(webhook.id));
  if (error !== null) return <p className="text-danger">{describeFailure(error)}</p>;
  if (data === undefined) return <p className="text-faint">{text.loading}</p>;
  const deliveries = data.pages.flatMap(({ items }) => items);
  if (deliveries.length === 0) return <p className="text-faint">{text.none}</p>;
  const failed = deliveries.filter(({ status }) => status === "failed");
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={text.deliveriesTo(webhook.url)} className="divide-y divide-line border-line border-y">
        {deliveries.map((delivery) => (
          <DeliveryLine key={delivery.id} webhook={webhook} delivery={delivery} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {hasNextPage && (
          <Button size="small" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text.showMore}
          </Button>
        )}
        {failed.length > 1 && <ReplayButton webhook={webhook} since={failed.at(-1)?.createdAt ?? ""} />}
      </div>
    </div>
  );
}

function DeliveryLine({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { id, event, status, attempts, lastAttempt, nextAttemptAt, payload, createdAt } = delivery;
  const [isOpen, setOpen] = useState(false);
  const resend = useApiMutation({ run: () => resendWebhookDelivery(webhook.id, id), failed: text.couldntSend });
  const isRunning = status === "queued" && lastAttempt === undefined;
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{webhooksCard.events[event]}</span>
        <Badge tone={tones[status]}>{text.statuses[status]}</Badge>
        <time dateTime={createdAt} className="text-faint text-xs">
          {formatAgo(createdAt)}
        </time>
        <span className="ml-auto flex gap-1">
          <Button size="small" look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? text.hideDetails : text.showDetails}
          </Button>
          <Button
            size="small"
            disabled={isRunning || webhook.status !== "enabled"}
            isPending={resend.isPending}
            onClick={() => resend.run()}
          >
            {text.sendAgain}
          </Button>
        </span>
      </div>
      <p className="text-faint text-xs">
        {[
          text.attempts(attempts),
          lastAttempt && outcomeOf(lastAttempt),
          lastAttempt && formatMilliseconds(lastAttempt.durationMillis),
          nextAttemptAt && lastAttempt && text.nextAttempt(nextAttemptOf(nextAttemptAt)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {isOpen && (
        <div className="flex flex-col gap-2">
          <Details title={text.event} content={JSON.stringify(payload, null, 2)} />
          {lastAttempt?.responseBody && <Details title={text.lastResponse} content={lastAttempt.responseBody} />}
        </div>
      )}
    </li>
  );
}

function outcomeOf({ responseStatus, error }: NonNullable<WebhookDelivery["lastAttempt"]>): string {
  if (responseStatus === undefined || responseStatus === null) return error ?? text.noResponse;
  return text.answered(responseStatus);
}

function nextAttemptOf(time: string): string {
  const wait = Date.parse(time) - Date.now();
  return wait < 60_000 ? text.withinAMinute : formatAgo(time);
}

function Details({ title, content }: { title: string; content: string }) {
  return (
    <figure>
      <figcaption className="text-faint text-xs">{title}</figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs"
      >
        {content}
      </pre>
    </figure>
  );
}

function ReplayButton({ webhook, since }: { webhook: Webhook; since: string }) {
  const replay = useApiMutation({
    run: () => replayWebhookDeliveries(webhook.id, since),
    success: (queued) => text.sendingAgain(queued),
    failed: text.couldntSend,
  });
  return (
    <Button
      size="small"
      disabled={webhook.status !== "enabled"}
      isPending={replay.isPending}
      onClick={() => replay.run()}
    >
      {text.sendFailedAgain}
    </Button>
  );
}
