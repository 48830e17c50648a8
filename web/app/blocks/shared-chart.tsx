import type { ReactNode } from "react";
import { ChartOrigin } from "../charts/view/chart-origin.tsx";
import { ChartPicture } from "../charts/view/chart-picture.tsx";
import { DataTable } from "../charts/view/data-table.tsx";
import { chartData } from "../charts/view/shown-chart.ts";
import type { ChartBlock } from "../stream/blocks.ts";
import { sharedChart as text } from "./strings";

/** A chart of another user's answer: with its rows and its query, without the page and the files that are theirs. */
export function SharedChart({ block }: { block: ChartBlock }) {
  const data = chartData(block);
  const isTable = block.kind === "table";
  return (
    <figure className="m-0 rounded-2xl border border-line bg-raised">
      <figcaption className="px-4 pt-4 font-semibold text-[1.0625rem] leading-snug tracking-tight">
        {block.title}
      </figcaption>
      <div className="px-4 py-3">
        {isTable && data ? <DataTable data={data} caption={block.title} /> : <ChartPicture chart={block} />}
      </div>
      <div className="flex flex-col gap-2 border-line border-t px-4 py-2.5">
        {!isTable && data && (
          <Panel title={text.data}>
            <DataTable data={data} caption={text.dataOf(block.title)} />
          </Panel>
        )}
        <Panel title={text.source}>
          <ChartOrigin chart={block} sources={[]} />
        </Panel>
      </div>
    </figure>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-md py-1 text-soft hover:text-ink">{title}</summary>
      <div className="pt-2 pb-2">{children}</div>
    </details>
  );
}
