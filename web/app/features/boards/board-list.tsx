import { useQuery } from "@tanstack/react-query";
import { ArrowUpRight, CornerDownRight, ExternalLink, Maximize2 } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { BoardNode, BoardNodeOf } from "../../api/boards";
import { chartQuery } from "../../api/charts";
import { InertImage } from "../../blocks/markdown/inert-image";
import { OUTWARD } from "../../blocks/markdown/outward";
import { safeLink } from "../../blocks/markdown/safe-link";
import { placeOf } from "../../blocks/place";
import { chartData } from "../../charts/view/shown-chart";
import { Skeleton } from "../../ui/skeleton";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { useBoard } from "./board-tools";
import { passageUrl } from "./core/passage";
import { type ReadingItem, readingOrder } from "./core/reading-order";
import { titleOf } from "./core/words";
import { boardList as text } from "./strings";
import { useBoardView } from "./use-board-view";

const TextView = lazy(async () => ({ default: (await import("../../blocks/text-view")).TextView }));
const ChartPicture = lazy(async () => ({ default: (await import("../../charts/view/chart-picture")).ChartPicture }));
const DataTable = lazy(async () => ({ default: (await import("../../charts/view/data-table")).DataTable }));

/** A board on a phone: its cards one below the other, in the order in which they are read. */
export function BoardList() {
  const { store } = useBoard();
  const { document } = useBoardView(store);
  const items = readingOrder(document.nodes.values());
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={text.cards}
      className="absolute inset-0 overflow-y-auto bg-surface px-3 pt-18 pb-20 dark:bg-paper"
    >
      <Items items={items} />
    </section>
  );
}

function Items({ items }: { items: readonly ReadingItem[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {items.map(({ node, items: inner }) => (
        <li key={node.id} className="min-w-0">
          {node.type === "group" ? (
            <section aria-label={node.data.label || undefined} className="flex flex-col gap-2">
              <h2 dir="auto" className="px-1 pt-2 font-medium text-sm text-soft">
                {node.data.label}
              </h2>
              <Items items={inner} />
            </section>
          ) : (
            <Item node={node} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Item({ node }: { node: BoardNode }) {
  switch (node.type) {
    case "source":
      return <SourceItem node={node} />;
    case "chart":
      return <ChartItem node={node} />;
    case "note":
      return (
        <Sheet>
          <Suspense fallback={<Skeleton className="h-16" />}>
            <TextView markdown={node.data.markdown} isLive={false} />
          </Suspense>
        </Sheet>
      );
    case "reference":
      return <ReferenceItem node={node} />;
    case "suggestion":
      return <SuggestionItem node={node} />;
    case "picture":
      return (
        <Sheet>
          <PictureItem node={node} />
        </Sheet>
      );
    case "chat":
      return <LinkItem title={titleOf(node)} to={paths.chat(node.data.chatId)} />;
    case "portolan":
      return <LinkItem title={titleOf(node)} to={paths.portolan(node.data.portolanId)} />;
    case "group":
      return null;
  }
}

function Sheet({ children }: { children: ReactNode }) {
  return <div className="rounded-2xl border border-line bg-raised px-4 py-3.5">{children}</div>;
}

function SourceItem({ node }: { node: BoardNodeOf<"source"> }) {
  const { title, url, detail, description } = node.data;
  const link = safeLink(url ?? undefined);
  return (
    <Sheet>
      <h2 dir="auto" className="font-serif text-xl leading-snug tracking-tight">
        {title || link?.host || text.source}
      </h2>
      {(description || detail) && (
        <p dir="auto" className="mt-2 text-soft leading-relaxed">
          {description || detail}
        </p>
      )}
      {link && (
        <a
          href={link.href}
          {...OUTWARD}
          className="mt-2 inline-flex min-h-8 items-center gap-1.5 text-accent-strong text-sm hover:underline"
        >
          {link.host} <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </Sheet>
  );
}

function ChartItem({ node }: { node: BoardNodeOf<"chart"> }) {
  const { opened } = useBoard();
  const theme = useTheme();
  const { chartId, version } = node.data;
  const { data: chart } = useQuery(chartQuery(chartId, version));
  const title = chart?.title ?? titleOf(node);
  const data = chart && chart.kind === "table" ? chartData(chart) : null;
  const waiting = <Skeleton className="aspect-[16/10] w-full" />;
  return (
    <Sheet>
      <div className="mb-2 flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 flex-1 font-semibold leading-snug">
          {title}
        </h3>
        <button
          type="button"
          title={text.openChart}
          aria-label={text.openChart2(title)}
          onClick={() => opened.set(node.id)}
          className="-mt-1 -mr-2 inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink"
        >
          <Maximize2 aria-hidden className="size-4" />
        </button>
      </div>
      <Suspense fallback={waiting}>
        {chart && data && <DataTable data={data} caption={chart.title} />}
        {chart && !data && (
          <ChartPicture chart={chart} serverPicture={apiPaths.chartExport(chartId, "svg", { theme, version })} />
        )}
        {!chart && waiting}
      </Suspense>
    </Sheet>
  );
}

function ReferenceItem({ node }: { node: BoardNodeOf<"reference"> }) {
  const { title, url, locator, quote } = node.data;
  const words = quote || locator.quote;
  const link = safeLink(url ? passageUrl(url, { ...locator, quote: words || undefined }) : undefined);
  const place = placeOf(locator);
  return (
    <Sheet>
      <figure className="m-0">
        {words ? (
          <blockquote dir="auto" className="border-accent border-s-2 ps-3 font-serif leading-relaxed">
            {words}
          </blockquote>
        ) : (
          <p dir="auto">{title}</p>
        )}
        <figcaption className="mt-2 flex min-w-0 items-center gap-2 text-soft text-xs">
          {words && (
            <span className="line-clamp-2 min-w-0" dir="auto">
              {title}
            </span>
          )}
          {place !== "" && <span className="shrink-0 text-faint">{place}</span>}
          {link && (
            <a
              href={link.href}
              {...OUTWARD}
              aria-label={text.openPassageOn(link.host)}
              className="ml-auto inline-flex min-h-8 shrink-0 items-center gap-1 text-accent-strong hover:underline"
            >
              {text.open} <ExternalLink aria-hidden className="size-3" />
            </a>
          )}
        </figcaption>
      </figure>
    </Sheet>
  );
}

function SuggestionItem({ node }: { node: BoardNodeOf<"suggestion"> }) {
  const { question, isChatOpen, isEditable } = useBoard();
  const { label, prompt } = node.data;
  return (
    <button
      type="button"
      disabled={!isEditable}
      onClick={() => {
        isChatOpen.set(true);
        question.set({ text: prompt, isSent: true, nodeIds: new Set() });
      }}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-xl border border-line bg-raised px-4 py-2.5 text-left text-sm hover:border-accent/50 hover:bg-accent-wash disabled:hover:border-line disabled:hover:bg-raised"
    >
      <CornerDownRight aria-hidden className="size-4 shrink-0 text-accent" />
      {label}
    </button>
  );
}

/** A picture of another site is a link, as on the canvas: nothing is fetched from there. */
function PictureItem({ node }: { node: BoardNodeOf<"picture"> }) {
  const { url, alt = "" } = node.data;
  if (/^\/(?![/\\])/.test(url)) return <img src={url} alt={alt ?? ""} decoding="async" className="w-full rounded-lg" />;
  return <InertImage source={url} text={alt ?? ""} />;
}

function LinkItem({ title, to }: { title: string; to: string }) {
  return (
    <Link
      to={to}
      className="flex min-h-11 items-center gap-2 rounded-xl border border-line bg-raised px-4 py-2.5 font-medium text-sm hover:border-line-strong"
    >
      <span dir="auto" className="min-w-0 flex-1">
        {title}
      </span>
      <ArrowUpRight aria-hidden className="size-4 shrink-0 text-accent" />
    </Link>
  );
}
