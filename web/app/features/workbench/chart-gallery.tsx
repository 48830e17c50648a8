import { useDeferredValue, useState } from "react";
import { ChartView } from "../../charts/chart-view";
import { gallery } from "../../charts/gallery";
import type { ShownChart } from "../../charts/view/shown-chart";
import type { ChartKind } from "../../stream/blocks";
import { Page } from "../../ui/page";

const shown = gallery.map(({ name, request }): ShownChart => {
  const { kind, title, description, spec, data } = request;
  return {
    chartId: name,
    version: 1,
    kind,
    title: title ?? name,
    description: description ?? "",
    spec,
    data: data && { ...data, truncated: false },
    query: null,
    encodingNotes: [],
  };
});

export interface ChartGalleryProps {
  title: string;
  /** Only charts of this kind. */
  kind?: ChartKind;
  /** Something else has the page's title. */
  isPart?: boolean;
}

/** The charts of the gallery, as the product shows them: for those who work on how they look. */
export function ChartGallery({ title, kind, isPart = false }: ChartGalleryProps) {
  const [wanted, setWanted] = useState("");
  const words = useDeferredValue(wanted.toLowerCase());
  const charts = shown.filter((chart) => (kind === undefined || chart.kind === kind) && chart.chartId.includes(words));
  return (
    <Page
      title={title}
      isPart={isPart}
      actions={
        <input
          type="search"
          aria-label="Part of a case's name"
          placeholder="bar, map, missing …"
          className="rounded-lg border border-line bg-raised px-3 py-1.5 text-sm"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      }
    >
      <p role="status" className="mb-5 text-soft text-sm">
        {charts.length} {charts.length === 1 ? "case" : "cases"}
      </p>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        {charts.map((chart) => (
          <section key={chart.chartId} aria-label={chart.chartId}>
            <h2 className="mb-1.5 font-mono text-faint text-xs">{chart.chartId}</h2>
            <ChartView chart={chart} />
          </section>
        ))}
      </div>
    </Page>
  );
}
