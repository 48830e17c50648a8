import fc from "fast-check";
import type { Command } from "../change";
import * as commands from "../commands";
import type { BoardDocument } from "../document";
import { aNode } from "./boards";

/** Something that a person does with whatever is there. */
export type BoardAction = (document: BoardDocument) => Command;

const chosen = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });

function pick(document: BoardDocument, places: readonly number[]): Set<string> {
  const ids = [...document.nodes.keys()];
  return new Set(places.flatMap((place) => ids[place % Math.max(1, ids.length)] ?? []));
}

let made = 0;
const fresh = () => {
  made += 1;
  return `n${made}`;
};

export const anAction: fc.Arbitrary<BoardAction> = fc.oneof(
  aNode().map(
    (node): BoardAction =>
      () =>
        commands.add([{ ...node, id: fresh() }]),
  ),
  chosen.map(
    (places): BoardAction =>
      (document) =>
        commands.remove(document, pick(document, places), new Set()),
  ),
  fc.tuple(chosen, fc.integer({ min: -99, max: 99 })).map(
    ([places, by]): BoardAction =>
      (document) =>
        commands.place(
          document,
          new Map(
            [...pick(document, places)].flatMap((id) => {
              const node = document.nodes.get(id);
              return node ? [[id, { x: node.x + by, y: node.y - by }] as const] : [];
            }),
          ),
        ),
  ),
  fc.tuple(chosen, fc.constantFrom("1", "4", undefined)).map(
    ([places, color]): BoardAction =>
      (document) =>
        commands.colour(document, pick(document, places), color),
  ),
  chosen.map(
    (places): BoardAction =>
      (document) =>
        commands.group(document, pick(document, places), fresh()),
  ),
  chosen.map(
    (places): BoardAction =>
      (document) =>
        commands.ungroup(document, pick(document, places)),
  ),
  fc.string({ maxLength: 8 }).map(
    (title): BoardAction =>
      (document) =>
        commands.rename(document, title),
  ),
  fc.tuple(chosen, fc.string({ maxLength: 8 })).map(
    ([places, markdown]): BoardAction =>
      (document) => {
        const [id = ""] = pick(document, places);
        const node = document.nodes.get(id);
        return node?.type === "note"
          ? commands.setData(document, node, { markdown })
          : commands.add([], [{ id: fresh(), fromNode: id, toNode: id }]);
      },
  ),
);
