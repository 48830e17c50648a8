import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { type ApiKey, apiKeysQuery, type CreatedApiKey, createApiKey, deleteApiKey } from "../../api/api-keys";
import { describeFailure } from "../../api/problem";
import { QueryBoundary } from "../../api/query-boundary";
import { useApiForm } from "../../api/use-api-form";
import { Button } from "../../ui/button";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { CopyButton } from "../../ui/copy-button";
import { Dialog } from "../../ui/dialog";
import { InputField } from "../../ui/field";
import { FormFailures } from "../../ui/form-failures";
import { formatAgo, formatDay } from "../../util/format";
import { SectionCard } from "./section-card";
import { apiKeysCard as text } from "./strings";

/** Keys for programs that work in the person's name. */
export function ApiKeysCard() {
  const query = useQuery(apiKeysQuery());
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  return (
    <SectionCard id="api-keys" title={text.apiKeys} description={text.description}>
      <QueryBoundary what={text.yourApiKeys} query={query}>
        {(keys) => (
          <>
            {keys.length > 0 && (
              <ul aria-label={text.yourApiKeys2} className="mb-5 divide-y divide-line rounded-xl border border-line">
                {keys.map((key) => (
                  <KeyLine key={key.id} apiKey={key} />
                ))}
              </ul>
            )}
            <NewKeyForm onMade={setMade} />
          </>
        )}
      </QueryBoundary>
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
    </SectionCard>
  );
}

function KeyLine({ apiKey: { id, name, prefix, createdAt, lastUsedAt } }: { apiKey: ApiKey }) {
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
      <span className="font-medium">{name}</span>
      <code className="font-mono text-faint text-xs">{prefix}…</code>
      <span className="text-faint text-xs max-sm:w-full sm:ml-auto">
        {text.created(formatDay(createdAt), lastUsedAt ? text.lastUsed(formatAgo(lastUsedAt)) : text.neverUsed)}
      </span>
      <Button size="small" look="quiet" className="max-sm:-ml-3" onClick={() => setRemoving(true)}>
        {text.remove}
        <span className="sr-only"> {name}</span>
      </Button>
      {isRemoving && (
        <ConfirmDialog
          title={text.remove2(name)}
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

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, text.enterANameForThe), z.maxLength(100, text.atMost100Characters)),
});

function NewKeyForm({ onMade }: { onMade: (key: CreatedApiKey) => void }) {
  const form = useApiForm({
    initial: { name: "" },
    schema,
    submit: async ({ name }) => onMade(await createApiKey(name, undefined)),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-3">
      <InputField label={text.keyName} placeholder={text.placeholder} {...form.field("name")} />
      <FormFailures {...form} labels={{ name: text.keyName }} />
      <Button type="submit" className="self-start" isPending={form.isSubmitting}>
        {text.createApiKey}
      </Button>
    </form>
  );
}

function MadeDialog({ made: { name, key }, onClose }: { made: CreatedApiKey; onClose: () => void }) {
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
