import { useMutation, useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { useId, useState } from "react";
import { exportAdminCsv } from "../../api/admin-lists";
import {
  type ConfiguredModel,
  type ModelReport,
  modelsQuery,
  offeredModelsQuery,
  testModel,
} from "../../api/admin-models";
import { describeFailure } from "../../api/problem";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { ErrorState } from "../../ui/states";
import { formatCount } from "../../util/format";
import { CsvButton } from "./admin-list-page";
import { AdminPage, Loaded } from "./admin-page";
import { modelsScreen as strings } from "./strings";

/** The configured models, and whether their endpoints answer. */
export function ModelsScreen() {
  const { data: models, error, refetch } = useQuery(modelsQuery());
  return (
    <AdminPage
      title={strings.models}
      tools={<CsvButton read={() => exportAdminCsv("models")} fileName="portolan-models.csv" />}
    >
      <Loaded what={strings.theModels} isLoaded={models !== undefined} error={error} onRetry={() => void refetch()}>
        <ul className="flex flex-col gap-4">
          {models?.map((model) => (
            <li key={model.id}>
              <ModelCard model={model} configuredIds={models.map(({ id }) => id)} />
            </li>
          ))}
        </ul>
      </Loaded>
    </AdminPage>
  );
}

function ModelCard({ model, configuredIds }: { model: ConfiguredModel; configuredIds: readonly string[] }) {
  const titleId = useId();
  const test = useMutation({ mutationFn: () => testModel(model.id) });
  const [isListing, setListing] = useState(false);
  return (
    <Card aria-labelledby={titleId} className="flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={titleId} className="font-semibold tracking-tight">
          {model.title}
        </h2>
        <code className="min-w-0 break-all font-mono text-faint text-xs">{model.id}</code>
        {model.isDefault && <Badge tone="accent">{strings.default}</Badge>}
        {model.provider !== null && (
          <div className="flex flex-wrap gap-2 sm:ml-auto">
            <Button size="small" aria-expanded={isListing} onClick={() => setListing(!isListing)}>
              {strings.modelsOfThisEndpoint}
            </Button>
            <Button size="small" isPending={test.isPending} onClick={() => test.mutate()}>
              {strings.testConnection}
            </Button>
          </div>
        )}
      </div>
      <Facts model={model} />
      <div role="status" className="empty:hidden">
        {test.isPending && <p className="text-soft text-sm">{strings.testing}</p>}
        {test.data && !test.isPending && <Report report={test.data} />}
      </div>
      {test.error && !test.isPending && (
        <ErrorState title={strings.couldntRunTheTest} description={describeFailure(test.error)} />
      )}
      {isListing && <OfferedModels model={model} configuredIds={configuredIds} />}
    </Card>
  );
}

function Facts({ model }: { model: ConfiguredModel }) {
  const { provider, baseUrl, api, toolSupport, cachedInputPrice } = model;
  const facts: [title: string, value: string][] = [
    [strings.endpoint, baseUrl ?? strings.builtIn],
    ...(provider === null ? [] : ([[strings.providerProfile, provider]] as [string, string][])),
    ...(api === null ? [] : ([[strings.api, strings.apis[api]]] as [string, string][])),
    ...(toolSupport === null ? [] : ([[strings.tools, strings.toolSupports[toolSupport]]] as [string, string][])),
    [strings.context, strings.tokens(formatCount(model.contextTokens))],
    [strings.longestAnswer, strings.tokens(formatCount(model.outputTokens))],
    [strings.inputPrice, strings.creditsPerMillion(formatCount(model.inputPrice))],
    [
      strings.cachedInputPrice,
      cachedInputPrice === null ? strings.asInput : strings.creditsPerMillion(formatCount(cachedInputPrice)),
    ],
    [strings.outputPrice, strings.creditsPerMillion(formatCount(model.outputPrice))],
  ];
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([title, value]) => (
        <div key={title} className="min-w-0">
          <dt className="text-faint text-xs">{title}</dt>
          <dd data-numeric className="break-words">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const abilities = ["streaming", "tools", "parallelTools", "reasoning", "usage"] as const;

function Report({ report }: { report: ModelReport }) {
  if (report.error !== null) {
    return (
      <div className="flex flex-col gap-2">
        <ErrorState title={strings.theTestFailed} description={report.error} />
        {report.detail && (
          <details className="text-sm">
            <summary className="cursor-pointer text-soft">{strings.providersAnswer}</summary>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
              tabIndex={0}
              className="mt-2 max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-xl border border-line bg-surface p-3 font-mono text-xs"
            >
              {report.detail}
            </pre>
          </details>
        )}
      </div>
    );
  }
  return (
    <ul aria-label={strings.testResult} className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {abilities.map((ability) => {
        const isSeen = report[ability];
        const Icon = isSeen ? Check : Minus;
        return (
          <li
            key={ability}
            className={isSeen ? "inline-flex items-center gap-1.5" : "inline-flex items-center gap-1.5 text-soft"}
          >
            <Icon aria-hidden className="size-4" />
            {strings.abilities[ability]}: {isSeen ? strings.works : strings.notSeen}
          </li>
        );
      })}
    </ul>
  );
}

interface OfferedModelsProps {
  model: ConfiguredModel;
  configuredIds: readonly string[];
}

/** The endpoint's own list; ids that are configured here are marked. */
function OfferedModels({ model: { id }, configuredIds }: OfferedModelsProps) {
  const { data: offered, error, refetch } = useQuery(offeredModelsQuery(id));
  return (
    <Loaded
      what={strings.theEndpointsModels}
      isLoaded={offered !== undefined}
      error={error}
      onRetry={() => void refetch()}
    >
      {offered?.length === 0 ? (
        <p className="text-soft text-sm">{strings.noModelsListed}</p>
      ) : (
        <ul
          aria-label={strings.modelsOfThisEndpoint}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
          tabIndex={0}
          className="max-h-72 divide-y divide-line overflow-auto rounded-xl border border-line text-sm"
        >
          {offered?.map((model) => (
            <li key={model.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <code className="min-w-0 break-all font-mono text-xs">{model.id}</code>
              {configuredIds.includes(model.id) && <Badge>{strings.configured}</Badge>}
              <span data-numeric className="text-faint text-xs sm:ml-auto">
                {sizesOf(model.contextTokens, model.outputTokens)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** "128,000-token context, 16,384 per answer", as far as the endpoint says so. */
function sizesOf(contextTokens: number | null, outputTokens: number | null): string {
  const context = contextTokens === null ? [] : [strings.ofContext(formatCount(contextTokens))];
  const output = outputTokens === null ? [] : [strings.perAnswer(formatCount(outputTokens))];
  return [...context, ...output].join(", ");
}
