import { afterEach, expect, it, vi } from "vitest";
import type { Block } from "../../stream/blocks.ts";
import type { Turn } from "../../stream/chat.ts";
import { createChatBoard } from "./create-board.ts";

const turn = (turnId: string, parentTurnId: string | null) =>
  ({
    turnId,
    parentTurnId,
    message: { text: `Question ${turnId}`, sourceIds: [] },
    blocks: [{ type: "text", markdown: `Answer ${turnId}` } as Block],
  }) as unknown as Turn;

const turns = [turn("a", null), turn("b", "a"), turn("b2", "a"), turn("c", "b"), turn("c2", "b2")];
const pages: Record<string, { turns: Turn[]; hasEarlier: boolean }> = {
  "/api/chats/chat": { turns: turns.slice(3), hasEarlier: true },
  "/api/chats/chat?before=c": { turns: turns.slice(1, 3), hasEarlier: true },
  "/api/chats/chat?before=b": { turns: turns.slice(0, 1), hasEarlier: false },
};

afterEach(() => void vi.restoreAllMocks());

/** Answers as the server does, and returns the labels of the groups of the board that is created. */
async function createLabels(leafId: string): Promise<string[]> {
  let patch = "{}";
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    const path = String(url);
    if (init?.method === "PATCH") patch = String(init.body);
    return Response.json(pages[path] ?? { boardId: "board" });
  });
  expect(await createChatBoard({ chatId: "chat", title: "Sales", leafId })).toEqual({ boardId: "board" });
  const { nodes } = JSON.parse(patch) as { nodes: { type: string; data: { label: string } }[] };
  return nodes.filter(({ type }) => type === "group").map(({ data }) => data.label);
}

it("shows turns that the page hasn't loaded", async () => {
  expect(await createLabels("c2")).toEqual(["Question a", "Question b2", "Question c2"]);
});

it("shows the branch that is chosen", async () => {
  expect(await createLabels("c")).toEqual(["Question a", "Question b", "Question c"]);
});
