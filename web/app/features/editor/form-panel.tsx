import type { DataColumn } from "../../charts/draw-request";
import type { ChartDocument } from "../../charts/editing/document";
import type { ShownMark } from "../../charts/view/marks";
import type { ChartKind } from "../../stream/blocks";
import chartKinds from "../../stream/chart-kinds.json";
import { SelectField, SmallArea, SmallField } from "../../ui/select-field";
import { AnnotationFields } from "./annotation-fields";
import { FlowFields } from "./flow-fields";
import { MetricFields } from "./metric-fields";
import { OutlineFields } from "./outline-fields";
import { PlotFields, SubtitleField } from "./plot-fields";
import { formPanel as text } from "./strings";
import { TimelineFields } from "./timeline-fields";
import type { Change } from "./use-editor";

export interface FormPanelProps {
  document: ChartDocument;
  columns: readonly DataColumn[];
  /** Drawn chart that annotations point at. */
  marks: readonly ShownMark[];
  change: Change;
  onKind: (kind: ChartKind) => void;
}

const kinds = Object.keys(chartKinds) as ChartKind[];

export function FormPanel({ document, columns, marks, change, onKind }: FormPanelProps) {
  const { kind, title, description } = document;
  // Rows do not become nodes, nor nodes rows.
  const choices = kinds
    .filter((each) => chartKinds[each].data === chartKinds[kind].data)
    .map((each) => ({ value: each, label: chartKinds[each].title }));
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 font-medium text-sm">{text.text}</legend>
        <SmallField
          label={text.title}
          value={title}
          maxLength={300}
          onType={(value) => change((before) => ({ ...before, title: value }), "title")}
        />
        {kind === "plot" && <SubtitleField document={document} change={change} />}
        <SmallArea
          label={text.descriptionAltText}
          rows={3}
          value={description}
          onType={(value) => change((before) => ({ ...before, description: value }), "description")}
        />
        {choices.length > 1 && (
          <SelectField
            label={text.type}
            value={kind}
            choices={choices}
            onChoose={(value) => onKind(value as ChartKind)}
          />
        )}
      </fieldset>
      {kind === "plot" && <PlotFields document={document} columns={columns} change={change} />}
      {kind === "metric" && <MetricFields document={document} columns={columns} change={change} />}
      {kind === "mindmap" && <OutlineFields document={document} change={change} />}
      {kind === "timeline" && <TimelineFields document={document} change={change} />}
      {kind === "flow" && <FlowFields document={document} change={change} />}
      {kind === "plot" && <AnnotationFields document={document} marks={marks} change={change} />}
    </div>
  );
}
