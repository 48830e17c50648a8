import { type NodeProps, type ReactFlowState, useStore as useFlowStore } from "@xyflow/react";
import { ChartColumn, Maximize2 } from "lucide-react";
import { memo, useState } from "react";
import type { BoardNodeOf } from "../../../api/boards";
import { apiPaths } from "../../../util/paths";
import { useStore } from "../../../util/store";
import { useTheme } from "../../../util/theme";
import { useBoard } from "../board-tools";
import type { CanvasNode } from "../canvas/flow";
import { chartNode as text } from "../strings";
import { LiveChart } from "./live-chart";
import { NodeFrame } from "./node-frame";

/** From here on words in a chart are read without effort. */
const nearZoom = 0.75;
const isNearby = ({ transform }: ReactFlowState) => transform[2] >= nearZoom;

/** A chart: from afar the picture that the server has drawn, from nearby alive; opened, it lies large over the board. */
export const ChartNode = memo(function ChartNode({ id, data: { node, isNew }, selected }: NodeProps<CanvasNode>) {
  const { chartId, version, title } = (node as BoardNodeOf<"chart">).data;
  const { opened, chartTitles } = useBoard();
  const known = useStore(chartTitles).get(chartId);
  const theme = useTheme();
  const url = apiPaths.chartExport(chartId, "svg", { theme, version });
  const [failed, setFailed] = useState<string | null>(null);
  const name = title || known || text.chart;
  const isNear = useFlowStore(isNearby);
  const picture = (
    <img
      src={url}
      alt={name}
      decoding="async"
      draggable={false}
      onError={() => setFailed(url)}
      className="pointer-events-none min-h-0 w-full flex-1 object-contain p-3"
    />
  );
  return (
    <NodeFrame node={node} isSelected={selected} isNew={isNew}>
      {failed === url ? (
        <p className="m-auto flex flex-col items-center gap-2 px-6 text-center text-soft text-sm">
          <ChartColumn aria-hidden className="size-5 text-faint" />
          {text.wasDeletedOrIsPrivate(name === "Chart" ? text.thisChart : `“${name}”`)}
        </p>
      ) : isNear ? (
        <LiveChart chartId={chartId} version={version} picture={picture} />
      ) : (
        picture
      )}
      {selected && failed !== url && (
        <button
          type="button"
          title={text.openChart}
          aria-label={text.openChart2(name)}
          onClick={() => opened.set(id)}
          className="nodrag absolute top-2 right-2 inline-flex size-8 items-center justify-center rounded-lg border border-line bg-raised text-soft shadow-raised hover:text-ink"
        >
          <Maximize2 aria-hidden className="size-4" />
        </button>
      )}
    </NodeFrame>
  );
});
