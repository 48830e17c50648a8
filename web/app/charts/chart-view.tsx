import { Download, FileCode, Image, Sheet, Table } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button";
import { Menu, MenuLink } from "../ui/menu";
import { classNames } from "../util/class-names";
import { apiPaths } from "../util/paths";
import { useTheme } from "../util/theme";
import { chartView as text } from "./strings";
import { ChartOrigin, type ChartSource } from "./view/chart-origin";
import { ChartPicture } from "./view/chart-picture";
import { DataTable } from "./view/data-table";
import { chartData, type ShownChart } from "./view/shown-chart";

export interface ChartViewProps {
  chart: ShownChart;
  /** Names for the sources that the chart's query read. */
  sources?: readonly ChartSource[];
  /** Buttons beside the chart's own, such as one that saves it. */
  actions?: ReactNode;
  /** Design choices that can be changed. */
  notes?: ReactNode;
  /** False where the page already says the title. */
  showTitle?: boolean;
  className?: string;
}

type Panel = "data" | "origin";

/** A chart with its title, its data, where that is from, and its downloads. */
export function ChartView({ chart, sources = [], actions, notes, showTitle = true, className }: ChartViewProps) {
  const [panel, setPanel] = useState<Panel>();
  const panelId = useId();
  const titleId = useId();
  const data = chartData(chart);
  const isTable = chart.kind === "table";
  const toggle = (name: Panel, label: string) => (
    <Button
      look="quiet"
      size="small"
      aria-expanded={panel === name}
      aria-controls={panelId}
      onClick={() => setPanel(panel === name ? undefined : name)}
    >
      {label}
    </Button>
  );
  return (
    <figure
      aria-labelledby={showTitle ? titleId : undefined}
      className={classNames("m-0 rounded-2xl border border-line bg-raised", className)}
    >
      {showTitle && (
        <figcaption id={titleId} className="px-4 pt-4 font-semibold text-[1.0625rem] leading-snug tracking-tight">
          {chart.title}
        </figcaption>
      )}
      <div className="px-4 py-3">
        {isTable && data ? <DataTable data={data} caption={chart.title} /> : <ChartPicture chart={chart} />}
        {isTable && <p className="sr-only">{chart.description}</p>}
      </div>
      {notes}
      <div className="flex flex-wrap items-center gap-1 border-line border-t px-2 py-1.5">
        {!isTable && data && toggle("data", text.data)}
        {toggle("origin", text.source)}
        <Downloads chart={chart} />
        {actions !== undefined && <div className="ml-auto flex items-center gap-1">{actions}</div>}
      </div>
      <div id={panelId} hidden={panel === undefined} className="px-4 pb-4">
        {panel === "data" && data && <DataTable data={data} caption={text.data2(chart.title)} />}
        {panel === "data" && chart.data?.truncated && (
          <p className="pt-2 text-faint text-xs">{text.theQueryReturnedTooMany}</p>
        )}
        {panel === "origin" && <ChartOrigin chart={chart} sources={sources} />}
      </div>
    </figure>
  );
}

function Downloads({ chart }: { chart: ShownChart }) {
  const theme = useTheme();
  const path = (format: "svg" | "png" | "csv" | "json") =>
    apiPaths.chartExport(chart.chartId, format, { theme, version: chart.version });
  return (
    <Menu
      align="start"
      trigger={
        <Button look="quiet" size="small">
          <Download aria-hidden className="size-4" />
          {text.download}
        </Button>
      }
    >
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
