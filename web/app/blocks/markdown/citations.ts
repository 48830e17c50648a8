import type { Nodes, Parent, PhrasingContent, Root, Text } from "mdast";

/** Makes `[^1]` in prose an element `sup` that names the reference; without a definition it is plain text. */
export function remarkCitations() {
  return (tree: Root) => replaceIn(tree);
}

const CITATION = /\[\^(\d{1,4})\]/g;

function replaceIn(parent: Parent) {
  parent.children = parent.children.flatMap((child: Nodes) => {
    if (child.type === "text") return splitText(child) as Nodes[];
    if (child.type === "footnoteReference" && /^\d{1,4}$/.test(child.identifier)) {
      return [citation(Number(child.identifier))];
    }
    if ("children" in child) replaceIn(child);
    return [child];
  }) as Parent["children"];
}

function splitText(node: Text): PhrasingContent[] {
  const parts = node.value.split(CITATION);
  if (parts.length === 1) return [node];
  // The groups of the pattern stand at the odd places.
  return parts.flatMap((part, place): PhrasingContent[] => {
    if (place % 2 === 1) return [citation(Number(part))];
    return part === "" ? [] : [{ type: "text", value: part }];
  });
}

/** An `emphasis` by type, for the renderer's sake; by its data it is drawn as `sup`. */
function citation(index: number): PhrasingContent {
  return {
    type: "emphasis",
    children: [],
    data: { hName: "sup", hProperties: { dataCitation: String(index) } },
  };
}
