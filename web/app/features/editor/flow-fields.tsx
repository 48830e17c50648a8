import { Plus, X } from "lucide-react";
import type { JsonObject } from "../../charts/draw-request";
import { type ChartDocument, withSpec } from "../../charts/editing/document";
import { withValueAt } from "../../charts/editing/spec-path";
import { Button, IconButton } from "../../ui/button";
import { SelectField, SmallField } from "../../ui/select-field";
import { flowFields as text } from "./strings";
import { listOf, textOf } from "./timeline-fields";
import type { Change } from "./use-editor";

/** The steps of a flow, and the arrows between them. */
export function FlowFields({ document: { spec }, change }: { document: ChartDocument; change: Change }) {
  const nodes = listOf(spec.nodes);
  const edges = listOf(spec.edges);
  const choices = nodes.map(({ id, label }) => ({ value: textOf(id), label: textOf(label) || textOf(id) }));
  const set = (list: "nodes" | "edges", index: number, name: string) => (value: string) =>
    change(
      (before) => withSpec(before, withValueAt(before.spec, [list, index, name], value === "" ? undefined : value)),
      `${list}.${index}.${name}`,
    );
  const replace = (make: (nodes: JsonObject[], edges: JsonObject[]) => JsonObject) =>
    change((before) =>
      withSpec(before, { ...before.spec, ...make(listOf(before.spec.nodes), listOf(before.spec.edges)) }),
    );
  // An arrow needs both of its ends.
  const removeNode = (id: string) =>
    replace((allNodes, allEdges) => ({
      nodes: allNodes.filter((node) => node.id !== id),
      edges: allEdges.filter(({ source, target }) => source !== id && target !== id),
    }));
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-sm">{text.steps}</legend>
        {nodes.map(({ id, label }, index) => (
          <div key={textOf(id)} className="flex items-end gap-2">
            <div className="min-w-0 flex-1">
              <SmallField label={text.step(index + 1)} value={textOf(label)} onType={set("nodes", index, "label")} />
            </div>
            <IconButton label={text.removeStep(index + 1)} onClick={() => removeNode(textOf(id))}>
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        <Button
          size="small"
          className="self-start"
          onClick={() => replace((all) => ({ nodes: [...all, { id: freeId(all), label: text.newStep }] }))}
        >
          <Plus aria-hidden className="size-4" /> {text.addStep}
        </Button>
      </fieldset>
      <fieldset className="flex flex-col gap-2 border-line border-t pt-4">
        <legend className="sr-only">{text.arrows}</legend>
        <p aria-hidden className="font-medium text-sm">
          {text.arrows}
        </p>
        {edges.map((edge, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two arrows may join the same steps
          <div key={index} className="flex items-end gap-2">
            <div className="grid min-w-0 flex-1 grid-cols-3 gap-2">
              <SelectField
                label={text.from}
                value={textOf(edge.source)}
                choices={choices}
                onChoose={set("edges", index, "source")}
              />
              <SelectField
                label={text.to}
                value={textOf(edge.target)}
                choices={choices}
                onChoose={set("edges", index, "target")}
              />
              <SmallField label={text.text} value={textOf(edge.label)} onType={set("edges", index, "label")} />
            </div>
            <IconButton
              label={text.removeArrow(index + 1)}
              onClick={() => replace((_, all) => ({ edges: all.filter((_edge, at) => at !== index) }))}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        <Button
          size="small"
          className="self-start"
          disabled={nodes.length < 2}
          onClick={() =>
            replace((allNodes, all) => ({
              edges: [...all, { source: textOf(allNodes.at(-2)?.id), target: textOf(allNodes.at(-1)?.id) }],
            }))
          }
        >
          <Plus aria-hidden className="size-4" /> {text.addArrow}
        </Button>
      </fieldset>
    </>
  );
}

function freeId(nodes: readonly JsonObject[]): string {
  const taken = new Set(nodes.map(({ id }) => id));
  let number = nodes.length + 1;
  while (taken.has(`step${number}`)) number += 1;
  return `step${number}`;
}
