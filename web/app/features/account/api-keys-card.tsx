import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ApiKey, apiKeysQuery, type CreatedApiKey, deleteApiKey } from "../../api/api-keys";
import { planQuery } from "../../api/plan";
import { type PlanLimits, plansQuery } from "../../api/plans";
import { describeFailure } from "../../api/problem";
import { profileQuery } from "../../api/profile";
import { QueryBoundary } from "../../api/query-boundary";
import { Button, ButtonLink } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { formatAgo, formatDay } from "../../util/format";
import { paths } from "../../util/page-paths";
import { CreateApiKeyDialog } from "./create-api-key-dialog";
import { SectionCard } from "./section-card";
import { apiKeysCard as text } from "./strings";

/** Keys for programs that work in the user's name. */
export function ApiKeysCard() {
  const query = useQuery(apiKeysQuery());
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  return (
    <SectionCard id="api-keys" title={text.apiKeys} description={text.description}>
      <QueryBoundary what={text.yourApiKeys} query={query}>
        {(keys) => (
          <>
            {keys.length > 0 && (
              <ul aria-label={text.apiKeyList} className="mb-5 divide-y divide-line rounded-xl border border-line">
                {keys.map((key) => (
                  <KeyLine key={key.id} apiKey={key} />
                ))}
              </ul>
            )}
            <NewKey count={keys.length} onCreated={setCreated} />
          </>
        )}
      </QueryBoundary>
      {created && <CreatedDialog created={created} onClose={() => setCreated(null)} />}
    </SectionCard>
  );
}

function KeyLine({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, prefix, scopes, expiresAt, createdAt, lastUsedAt } = apiKey;
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <span className="font-medium">{name}</span>
      <code className="font-mono text-faint text-xs">{prefix}…</code>
      <Button size="small" look="quiet" className="ml-auto" onClick={() => setRemoving(true)}>
        {text.remove}
        <span className="sr-only"> {name}</span>
      </Button>
      <span className="w-full text-faint text-xs">
        {[
          text.scopesOf(scopes.join(", ")),
          text.requestsOf(apiKey.requestsPerMinute),
          expiresAt ? expiryOf(expiresAt) : text.neverExpires,
          text.created(formatDay(createdAt)),
          lastUsedAt ? text.lastUsed(formatAgo(lastUsedAt)) : text.neverUsed,
        ].join(" · ")}
      </span>
      {isRemoving && (
        <ConfirmDialog
          title={text.removeTitle(name)}
          description={text.appsThatUseThisKey}
          confirmLabel={text.remove}
          describeFailure={describeFailure}
          onConfirm={() => deleteApiKey(id)}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function expiryOf(expiresAt: string): string {
  const day = formatDay(expiresAt);
  return new Date(expiresAt) <= new Date() ? text.expiredOn(day) : text.expiresOn(day);
}

/** The button that creates a key, or why the plan includes no more. */
function NewKey({ count, onCreated }: { count: number; onCreated: (key: CreatedApiKey) => void }) {
  const limits = usePlanLimits();
  const { data: profile } = useQuery(profileQuery());
  const [isOpen, setOpen] = useState(false);
  if (limits && count >= limits.apiKeys) {
    return (
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <p className="text-soft">{limits.apiKeys === 0 ? text.notInPlan : text.allInUse(limits.apiKeys)}</p>
        <ButtonLink size="small" to={paths.pricing()}>
          {text.seePlans}
        </ButtonLink>
      </div>
    );
  }
  return (
    <>
      <Button className="self-start" disabled={!limits} onClick={() => setOpen(true)}>
        {text.createApiKey}
      </Button>
      {isOpen && limits && (
        <CreateApiKeyDialog
          mostRequests={limits.keyRequestsPerMinute}
          isAdmin={profile?.isAdmin ?? false}
          onCreated={(key) => {
            setOpen(false);
            onCreated(key);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** The limits of the user's plan, once both the plan and the list of plans are known. */
function usePlanLimits(): PlanLimits | undefined {
  const { data: plan } = useQuery(planQuery());
  const { data: plans } = useQuery(plansQuery());
  const current = plans?.items.find(({ tier }) => tier === plan?.activeSubscriptionTier) ?? plans?.items[0];
  return plan && current?.limits;
}

function CreatedDialog({ created: { name, key }, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={text.apiKey(name)} description={text.copyThisKeyNowYou}>
      <div className="flex flex-col gap-5 px-6 pt-5 pb-6">
        <code className="select-all break-all rounded-xl border border-line bg-surface p-4 font-mono text-sm">
          {key}
        </code>
        <div className="flex justify-end gap-2">
          <CopyButton text={key} />
          <Button look="primary" onClick={onClose}>
            {text.iveSavedIt}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
