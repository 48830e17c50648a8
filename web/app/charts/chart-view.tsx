import {
  ArrowUpRight,
  ChevronDown,
  EllipsisVertical,
  FileCode,
  Image,
  ListChecks,
  Sheet,
  Table,
  Table2,
} from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { buttonClass, IconButton } from "../ui/button";
import { Menu, MenuDivider, MenuItem, MenuLabel, MenuLink } from "../ui/menu";
import { PageLink } from "../ui/page-link";
import { wideOnly } from "../ui/wide-only";
import { classNames } from "../util/class-names";
import { countOf, formatMilliseconds } from "../util/format";
import { apiPaths } from "../util/paths";
import { useTheme } from "../util/theme";
import { chartView as text } from "./strings";
import type { ChartSource } from "./view/chart-origin";
import { ChartPicture, type MostHeight } from "./view/chart-picture";
import { DataTable } from "./view/data-table";
import { chartData, type ShownChart } from "./view/shown-chart";

export interface ChartViewProps {
  chart: ShownChart;
  /** Names for the sources that the chart's query read. */
  sources?: readonly ChartSource[];
  /** The chart's own page, if this isn't it. */
  page?: string;
  /** Design choices that can be changed, in place of the plain notes. */
  notes?: ReactNode;
  /** False where the page already says the title. */
  showTitle?: boolean;
  mostHeight?: MostHeight | undefined;
  className?: string;
}

type Panel = "data" | "query" | "choices";

/** A chart with its title, a line that says where it is from, the choices behind it, its data and its downloads. */
export function ChartView({
  chart,
  sources = [],
  page,
  notes,
  showTitle = true,
  mostHeight,
  className,
}: ChartViewProps) {
  const [panel, setPanel] = useState<Panel>();
  const panelId = useId();
  const titleId = useId();
  const data = chartData(chart);
  const isTable = chart.kind === "table";
  const toggle = (name: Panel) => setPanel(panel === name ? undefined : name);
  const disclosure = (name: Panel) => ({
    "aria-expanded": panel === name,
    "aria-controls": panelId,
    onClick: () => toggle(name),
  });
  return (
    <figure
      aria-labelledby={showTitle ? titleId : undefined}
      className={classNames("m-0 rounded-2xl border border-line bg-raised", className)}
    >
      {showTitle && (
        <figcaption
          id={titleId}
          dir="auto"
          className="px-4 pt-4 font-semibold text-[1.0625rem] leading-snug tracking-tight"
        >
          {chart.title}
        </figcaption>
      )}
      <div className="px-4 py-3">
        {isTable && data ? (
          <DataTable data={data} caption={chart.title} chartId={chart.chartId} />
        ) : (
          <ChartPicture chart={chart} mostHeight={mostHeight} />
        )}
        {isTable && <p className="sr-only">{chart.description}</p>}
      </div>
      <div className="flex items-center gap-x-4 gap-y-0.5 border-line border-t py-1.5 pr-2 pl-4 sm:flex-wrap">
        {chart.query && <SourceLine query={chart.query} sources={sources} disclosure={disclosure("query")} />}
        {chart.encodingNotes.length > 0 && (
          <button type="button" className={classNames(quietLink, wideOnly)} {...disclosure("choices")}>
            {text.howThisWasMade}
            <ChevronDown aria-hidden className={classNames("size-3.5", panel === "choices" && "rotate-180")} />
          </button>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {page !== undefined && (
            <PageLink to={page} className={classNames(buttonClass({ look: "quiet", size: "small" }), wideOnly)}>
              {text.open}
              <ArrowUpRight aria-hidden className="size-4" />
            </PageLink>
          )}
          <ChartMenu
            chart={chart}
            page={page}
            isDataShown={panel === "data"}
            onToggleData={!isTable && data ? () => toggle("data") : undefined}
            onToggleChoices={chart.encodingNotes.length > 0 ? () => toggle("choices") : undefined}
          />
        </div>
      </div>
      <div id={panelId} hidden={panel === undefined} className="px-4 pb-4">
        {panel === "data" && data && <DataTable data={data} caption={text.data2(chart.title)} />}
        {panel === "data" && chart.data?.truncated && (
          <p className="pt-2 text-faint text-xs">{text.theQueryReturnedTooMany}</p>
        )}
        {panel === "query" && chart.query && <QueryText sql={chart.query.sql} />}
        {panel === "choices" && (notes ?? <EncodingNotes notes={chart.encodingNotes} />)}
      </div>
    </figure>
  );
}

const quietLink = "inline-flex min-h-8 items-center gap-1 rounded text-soft text-xs hover:text-ink";

interface SourceLineProps {
  query: NonNullable<ShownChart["query"]>;
  sources: readonly ChartSource[];
  /** Attributes of the button that shows the query. */
  disclosure: ComponentProps<"button">;
}

/** Source, rows, query and time of a chart in one line. */
function SourceLine({ query, sources, disclosure }: SourceLineProps) {
  const named = sources.filter(({ id }) => query.sourceIds.includes(id));
  const from = named.length > 0 ? named.map(({ title }) => title).join(", ") : sourceCount(query.sourceIds.length);
  return (
    <p className="flex min-h-8 min-w-0 max-w-full items-center gap-1.5 text-soft text-xs" data-numeric>
      <span className="min-w-0 truncate" title={from}>
        {text.sourceOf(from)}
      </span>
      <Dot />
      <span className="shrink-0">{countOf(query.rowCount, "row")}</span>
      <Dot />
      <button
        type="button"
        className="shrink-0 rounded underline decoration-line-strong underline-offset-2 hover:text-ink"
        {...disclosure}
      >
        {text.query}
      </button>
      <span className={classNames("flex shrink-0 gap-1.5", wideOnly)}>
        <Dot />
        {formatMilliseconds(query.tookMs)}
      </span>
    </p>
  );
}

function Dot() {
  return <span aria-hidden>·</span>;
}

function sourceCount(count: number): string {
  return countOf(count, text.sourceNoun);
}

function QueryText({ sql }: { sql: string }) {
  return (
    <pre className="overflow-x-auto whitespace-pre-wrap rounded-md bg-surface p-3 font-mono text-xs leading-relaxed dark:bg-line/40">
      <code>{sql}</code>
    </pre>
  );
}

function EncodingNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5 text-soft text-sm">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface ChartMenuProps {
  chart: ShownChart;
  page: string | undefined;
  isDataShown: boolean;
  /** Undefined where the chart is its data. */
  onToggleData: (() => void) | undefined;
  /** Undefined where there are none. */
  onToggleChoices: (() => void) | undefined;
}

/** Data and downloads of a chart; on a phone also what stands beside it elsewhere. */
function ChartMenu({ chart, page, isDataShown, onToggleData, onToggleChoices }: ChartMenuProps) {
  const theme = useTheme();
  const path = (format: "svg" | "png" | "csv" | "json") =>
    apiPaths.chartExport(chart.chartId, format, { theme, version: chart.version });
  return (
    <Menu trigger={<MenuButton />}>
      {page !== undefined && (
        <div className="sm:hidden">
          <MenuLink to={page}>
            <ArrowUpRight aria-hidden /> {text.open}
          </MenuLink>
        </div>
      )}
      {onToggleChoices && (
        <div className="sm:hidden">
          <MenuItem onSelect={onToggleChoices}>
            <ListChecks aria-hidden /> {text.howThisWasMade}
          </MenuItem>
        </div>
      )}
      {onToggleData && (
        <>
          <MenuItem onSelect={onToggleData}>
            <Table2 aria-hidden /> {isDataShown ? text.hideData : text.showData}
          </MenuItem>
          <MenuDivider />
        </>
      )}
      <MenuLabel>{text.download}</MenuLabel>
      <MenuLink to={path("png")} isDocument>
        <Image aria-hidden /> {text.imagePng}
      </MenuLink>
      <MenuLink to={path("svg")} isDocument>
        <FileCode aria-hidden /> {text.imageSvg}
      </MenuLink>
      {chart.data && (
        <MenuLink to={path("csv")} isDocument>
          <Sheet aria-hidden /> {text.dataCsv}
        </MenuLink>
      )}
      <MenuLink to={path("json")} isDocument>
        <Table aria-hidden /> {text.chartJson}
      </MenuLink>
    </Menu>
  );
}

/** A component of its own: the menu gives its trigger what opens it. */
function MenuButton(props: ComponentProps<"button">) {
  return (
    <IconButton {...props} label={text.chartActions} className="size-8">
      <EllipsisVertical aria-hidden className="size-4" />
    </IconButton>
  );
}
