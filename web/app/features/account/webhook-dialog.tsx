import { useId, useState } from "react";
import * as z from "zod/mini";
import { useApiForm } from "../../api/use-api-form";
import {
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookEvent,
  type WebhookWithSecret,
} from "../../api/webhooks";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { webhookDialog as text, webhooksCard } from "./strings";

type SubscribedEvent = Exclude<WebhookEvent, "webhook.test">;

const events: readonly SubscribedEvent[] = ["turn.finished", "chart.published", "chart.refreshed", "limit.reached"];

export interface WebhookDialogProps {
  /** The webhook to change; without one a webhook is created. */
  webhook?: Webhook;
  onCreated?: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

/** The address and the events of a webhook. */
export function WebhookDialog({ webhook, onCreated, onClose }: WebhookDialogProps) {
  const [chosen, setChosen] = useState<readonly WebhookEvent[]>(webhook?.events ?? events);
  const form = useApiForm({
    initial: { url: webhook?.url ?? "", description: webhook?.description ?? "" },
    schema: z.object({
      url: z.string().check(z.trim(), z.minLength(1, text.enterAnAddress)),
      description: z.string().check(z.trim(), z.maxLength(200, text.tooLong)),
    }),
    submit: async ({ url, description }) => {
      const body = { url, description, events: [...chosen] };
      if (webhook === undefined) return onCreated?.(await createWebhook(body));
      await updateWebhook(webhook.id, body);
      onClose();
    },
  });
  const toggle = (event: WebhookEvent) =>
    setChosen(chosen.includes(event) ? chosen.filter((other) => other !== event) : [...chosen, event]);
  return (
    <Dialog isOpen onClose={onClose} title={webhook === undefined ? text.addWebhook : text.editWebhook}>
      <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <InputField label={text.url} placeholder={text.placeholder} inputMode="url" {...form.field("url")} />
        <InputField label={text.description} {...form.field("description")} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium text-sm">{text.events}</legend>
          {events.map((event) => (
            <EventBox
              key={event}
              title={webhooksCard.events[event]}
              isChosen={chosen.includes(event)}
              onToggle={() => toggle(event)}
            />
          ))}
        </fieldset>
        <FormFailures {...form} labels={{ url: text.url, description: text.description }} />
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" look="primary" disabled={chosen.length === 0} isPending={form.isSubmitting}>
            {webhook === undefined ? text.add : text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function EventBox({ title, isChosen, onToggle }: { title: string; isChosen: boolean; onToggle: () => void }) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 text-sm">
      <input id={id} type="checkbox" checked={isChosen} onChange={onToggle} className="size-4 accent-accent" />
      <label htmlFor={id}>{title}</label>
    </div>
  );
}
