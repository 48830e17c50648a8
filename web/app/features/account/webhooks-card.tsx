import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiMutation } from "../../api/use-api-mutation";
import {
  deleteWebhook,
  rotateWebhookSecret,
  sendWebhookTest,
  updateWebhook,
  type Webhook,
  type WebhookWithSecret,
  webhooksQuery,
} from "../../api/webhooks";
import { Badge, type BadgeTone } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { Menu, MenuItem } from "../../ui/menu";
import { formatAgo } from "../../util/format";
import { SectionCard } from "./section-card";
import { webhooksCard as text } from "./strings";
import { WebhookDeliveries } from "./webhook-deliveries";
import { WebhookDialog } from "./webhook-dialog";

/** Endpoints that are told of the user's events. */
export function WebhooksCard() {
  const query = useQuery(webhooksQuery());
  const [isCreating, setCreating] = useState(false);
  const [told, setTold] = useState<WebhookWithSecret | null>(null);
  return (
    <SectionCard id="webhooks" title={text.webhooks} description={text.description}>
      <QueryBoundary what={text.yourWebhooks} query={query}>
        {(webhooks) => (
          <>
            {webhooks.length > 0 && (
              <ul aria-label={text.list} className="mb-5 divide-y divide-line rounded-xl border border-line">
                {webhooks.map((webhook) => (
                  <WebhookLine key={webhook.id} webhook={webhook} onSecret={setTold} />
                ))}
              </ul>
            )}
            <Button onClick={() => setCreating(true)}>{text.addWebhook}</Button>
          </>
        )}
      </QueryBoundary>
      {isCreating && (
        <WebhookDialog
          onCreated={(created) => {
            setCreating(false);
            setTold(created);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {told && <SecretDialog secret={told.secret} onClose={() => setTold(null)} />}
    </SectionCard>
  );
}

const tones: Record<Webhook["status"], BadgeTone> = { enabled: "accent", disabled: "neutral", failed: "danger" };

function WebhookLine({ webhook, onSecret }: { webhook: Webhook; onSecret: (webhook: WebhookWithSecret) => void }) {
  const { id, url, description, events, status, failingSince } = webhook;
  const [isOpen, setOpen] = useState(false);
  const test = useApiMutation({
    run: () => sendWebhookTest(id),
    onDone: () => setOpen(true),
    failed: text.couldntSend,
  });
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-all font-medium">{url}</span>
        <Badge tone={tones[status]}>{text.statuses[status]}</Badge>
      </div>
      {description !== "" && <p className="text-soft">{description}</p>}
      <p className="text-faint text-xs">{events.map((event) => text.events[event]).join(" · ")}</p>
      {status === "failed" && <p className="text-danger text-xs">{text.disabledForFailing}</p>}
      {status === "enabled" && failingSince && (
        <p className="text-warning text-xs">{text.failingSince(formatAgo(failingSince))}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.hideDeliveries : text.showDeliveries}
          <span className="sr-only"> {url}</span>
        </Button>
        <Button size="small" disabled={status !== "enabled"} isPending={test.isPending} onClick={() => test.run()}>
          {text.sendTestEvent}
          <span className="sr-only"> {url}</span>
        </Button>
        <WebhookMenu webhook={webhook} onSecret={onSecret} />
      </div>
      {isOpen && <WebhookDeliveries webhook={webhook} />}
    </li>
  );
}

type OpenDialog = "edit" | "rotate" | "delete";

function WebhookMenu({ webhook, onSecret }: { webhook: Webhook; onSecret: (webhook: WebhookWithSecret) => void }) {
  const { id, url, status } = webhook;
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = () => setOpen(null);
  const toggle = useApiMutation({
    run: () => updateWebhook(id, { isEnabled: status !== "enabled" }),
    failed: text.couldntChange,
  });
  return (
    <>
      <Menu
        trigger={
          <Button size="small" look="quiet" isPending={toggle.isPending}>
            {text.more}
            <span className="sr-only"> {url}</span>
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpen("edit")}>{text.edit}</MenuItem>
        <MenuItem onSelect={() => toggle.run()}>{status === "enabled" ? text.disable : text.enable}</MenuItem>
        <MenuItem onSelect={() => setOpen("rotate")}>{text.replaceSecret}</MenuItem>
        <MenuItem isDangerous onSelect={() => setOpen("delete")}>
          {text.delete}
        </MenuItem>
      </Menu>
      {open === "edit" && <WebhookDialog webhook={webhook} onClose={close} />}
      {open === "rotate" && (
        <ConfirmDialog
          title={text.replaceSecretOf}
          description={text.replaceSecretDescription}
          confirmLabel={text.replaceSecret}
          describeFailure={describeFailure}
          onConfirm={async () => onSecret(await rotateWebhookSecret(id))}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <ConfirmDialog
          title={text.deleteWebhook}
          description={text.deleteDescription(url)}
          confirmLabel={text.delete}
          describeFailure={describeFailure}
          onConfirm={() => deleteWebhook(id)}
          onClose={close}
        />
      )}
    </>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={text.signingSecret} description={text.copySecretNow}>
      <div className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <code className="select-all break-all rounded-xl border border-line bg-surface p-4 font-mono text-sm">
          {secret}
        </code>
        <div className="flex justify-end gap-2">
          <CopyButton text={secret} />
          <Button look="primary" onClick={onClose}>
            {text.iveSavedIt}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
