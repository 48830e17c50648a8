import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Board, BoardNode, BoardPatch } from "../../../api/boards";
import { type BoardEnvironment, BoardStore, type SaveFailure } from "./board-store";
import type { Change } from "./change";
import * as commands from "./commands";
import type { BoardDocument } from "./document";
import { documentOf } from "./document";
import { anAction } from "./testing/actions";
import { aBoard, boardOf, note } from "./testing/boards";

/** A server with one board, and a clock that the test turns. */
class ScriptedHome implements BoardEnvironment {
  board: Board;
  kept: readonly Change[] = [];
  patches: BoardPatch[] = [];
  failure: SaveFailure = { kind: "passing" };
  /** Outcomes of the next saves; an empty list means success. `lost`: saved, but the response doesn't arrive. */
  fates: ("fails" | "lost")[] = [];
  #timers = new Map<number, () => void>();
  #next = 1;

  constructor(board: Board) {
    this.board = board;
  }

  async send(patch: BoardPatch): Promise<{ revision: number }> {
    const fate = this.fates.shift();
    if (fate === "fails") throw new Error("no network");
    this.patches.push(patch);
    this.take(patch);
    if (fate === "lost") throw new Error("no answer");
    return { revision: this.board.revision };
  }

  take({ title, nodes = [], edges = [], removedNodeIds = [], removedEdgeIds = [] }: BoardPatch) {
    const put = <T extends { id: string }>(all: readonly T[], some: readonly T[], removed: readonly string[]) => {
      const map = new Map(all.map((each) => [each.id, each]));
      for (const each of some) map.set(each.id, JSON.parse(JSON.stringify(each)));
      for (const id of removed) map.delete(id);
      return [...map.values()];
    };
    this.board = {
      ...this.board,
      title: title ?? this.board.title,
      nodes: put(this.board.nodes, nodes, removedNodeIds),
      edges: put(this.board.edges, edges, removedEdgeIds),
      revision: this.board.revision + 1,
    };
  }

  failureOf(): SaveFailure {
    return this.failure;
  }

  keep(changes: readonly Change[]) {
    this.kept = JSON.parse(JSON.stringify(changes));
  }

  setTimeout(callback: () => void): number {
    this.#next += 1;
    this.#timers.set(this.#next, callback);
    return this.#next;
  }

  clearTimeout(timer: number) {
    this.#timers.delete(timer);
  }

  /** Lets everything that waits happen, for as many rounds as it takes. */
  async settle(rounds = 100) {
    for (let round = 0; round < rounds && this.#timers.size > 0; round += 1) {
      const due = [...this.#timers.values()];
      this.#timers.clear();
      for (const callback of due) callback();
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    }
  }
}

const plain = ({ title, nodes, edges }: BoardDocument) =>
  JSON.parse(JSON.stringify({ title, nodes: sorted(nodes), edges: sorted(edges) }));

const sorted = (elements: ReadonlyMap<string, { id: string }>) =>
  Object.fromEntries([...elements].sort(([one], [other]) => (one < other ? -1 : 1)));

function openStore(board: Board, kept: readonly Change[] = []) {
  const home = new ScriptedHome(board);
  return { home, store: new BoardStore(board, kept, home) };
}

describe("saving", () => {
  it("sends only the elements that changed, whole", async () => {
    const { home, store } = openStore(boardOf([note("a"), note("b")]));
    store.run(commands.colour(store.document, ["b"], "4"));
    expect(store.getView().saving).toEqual({ phase: "saving" });
    await home.settle();
    expect(home.patches).toEqual([{ nodes: [note("b", { color: "4" })] }]);
    expect(store.getView().saving).toEqual({ phase: "saved" });
    expect(home.kept).toEqual([]);
  });

  it("sends what followed each other quickly as one", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    for (const x of [10, 20, 30]) store.run(commands.place(store.document, new Map([["a", { x, y: 0 }]])));
    await home.settle();
    expect(home.patches).toEqual([{ nodes: [note("a", { x: 30 })] }]);
  });

  it("sends nothing for what was undone before it left", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    store.run(commands.remove(store.document, new Set(["a"]), new Set()));
    expect(store.undo()).toBe("Removed 1 item");
    await home.settle();
    expect(home.patches).toEqual([]);
    expect(store.getView().saving).toEqual({ phase: "saved" });
  });

  it("keeps on trying, and says that it waits", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    home.fates = ["fails", "fails"];
    store.run(commands.colour(store.document, ["a"], "2"));
    await home.settle(1);
    expect(store.getView().saving).toEqual({ phase: "waiting" });
    expect(home.kept).toHaveLength(1);
    await home.settle();
    expect(home.board.nodes).toEqual([note("a", { color: "2" })]);
    expect(store.getView().saving).toEqual({ phase: "saved" });
  });

  it("stops at a refusal, keeps the edit, and tries again with the next one", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    home.fates = ["fails"];
    home.failure = { kind: "refused", message: "This board is full." };
    store.run(commands.colour(store.document, ["a"], "2"));
    await home.settle();
    expect(store.getView().saving).toEqual({ phase: "refused", message: "This board is full." });
    expect(store.document.nodes.get("a")?.color).toBe("2");
    store.run(commands.colour(store.document, ["a"], "3"));
    await home.settle();
    expect(home.board.nodes).toEqual([note("a", { color: "3" })]);
  });

  it("sends a large board in parts, groups and nodes before edges", async () => {
    const { home, store } = openStore(boardOf([]));
    const nodes = Array.from({ length: 700 }, (_, place) => note(`n${place}`));
    const edges = [{ id: "e", fromNode: "n0", toNode: "n699" }];
    store.run(commands.add(nodes, edges));
    await home.settle();
    expect(home.patches.length).toBeGreaterThan(1);
    expect(home.patches.slice(0, -1).every((patch) => patch.edges === undefined)).toBe(true);
    expect(home.board.nodes).toHaveLength(700);
    expect(home.board.edges).toEqual(edges);
  });

  it("goes on after a reload with what was not saved", async () => {
    const board = boardOf([note("a"), note("b")]);
    const before = openStore(board);
    before.home.fates = ["fails"];
    before.store.run(commands.colour(before.store.document, ["a"], "5"));
    before.store.run(commands.remove(before.store.document, new Set(["b"]), new Set()));
    await before.home.settle(1);
    const theirs = {
      ...board,
      nodes: [note("a", { data: { markdown: "changed elsewhere" } }), note("b")],
      revision: 9,
    };
    const after = openStore(theirs, before.home.kept);
    expect([...after.store.document.nodes.values()]).toEqual([
      note("a", { color: "5", data: { markdown: "changed elsewhere" } }),
    ]);
    await after.home.settle();
    expect(after.home.board.nodes).toEqual([note("a", { color: "5", data: { markdown: "changed elsewhere" } })]);
  });
});

describe("what the server adds", () => {
  it("is there at once and is no step to undo", () => {
    const { store } = openStore(boardOf([note("a")]));
    store.applyRemote({ revision: 2, nodes: [note("new")], edges: [{ id: "e", fromNode: "a", toNode: "new" }] });
    expect([...store.document.nodes.keys()]).toEqual(["a", "new"]);
    expect(store.getView()).toMatchObject({ canUndo: false, saving: { phase: "saved" } });
  });

  it("does not move what is being moved here", () => {
    const { store } = openStore(boardOf([note("a")]));
    store.run(commands.place(store.document, new Map([["a", { x: 300, y: 0 }]])));
    store.applyRemote({ revision: 2, nodes: [note("a", { data: { markdown: "read" } })], edges: [] });
    expect(store.document.nodes.get("a")).toEqual(note("a", { x: 300, data: { markdown: "read" } }));
  });

  it("does not bring back what was removed here", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    store.run(commands.remove(store.document, new Set(["a"]), new Set()));
    store.applyRemote({ revision: 2, nodes: [note("a", { x: 9 })], edges: [] });
    expect(store.document.nodes.size).toBe(0);
    await home.settle();
    expect(home.board.nodes).toEqual([]);
  });

  it("is dropped where it is older than what was saved", async () => {
    const { home, store } = openStore(boardOf([note("a")]));
    store.run(commands.colour(store.document, ["a"], "1"));
    await home.settle();
    store.applyRemote({ revision: 1, nodes: [note("a")], edges: [] });
    expect(store.document.nodes.get("a")?.color).toBe("1");
  });

  it("is met by a reload after messages were missed", async () => {
    const { home, store } = openStore(boardOf([note("a"), note("b")]));
    home.fates = ["fails"];
    store.run(commands.colour(store.document, ["a"], "6"));
    await home.settle(1);
    store.reload(boardOf([note("c")], [], 7));
    expect([...store.document.nodes.keys()].sort()).toEqual(["a", "c"]);
  });
});

/** Possible events, in any order. */
const happenings = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("act" as const), action: anAction }) },
    { weight: 1, arbitrary: fc.constantFrom({ do: "undo" as const }, { do: "redo" as const }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("wait" as const),
        fate: fc.constantFrom("fails" as const, "lost" as const, "works" as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("server" as const), place: fc.nat(9), x: fc.nat(99) }) },
    { weight: 1, arbitrary: fc.constant({ do: "reload" as const }) },
    { weight: 1, arbitrary: fc.constant({ do: "page" as const }) },
  ),
  { maxLength: 25 },
);

type Happening = typeof happenings extends fc.Arbitrary<(infer One)[]> ? One : never;

/** A page with a board, and the server, over what may happen to both. */
class Session {
  home: ScriptedHome;
  store: BoardStore;
  #added = 0;

  constructor(board: Board) {
    ({ home: this.home, store: this.store } = openStore(board));
  }

  async live(happening: Happening) {
    switch (happening.do) {
      case "act":
        return this.store.run(happening.action(this.store.document));
      case "undo":
        return void this.store.undo();
      case "redo":
        return void this.store.redo();
      case "reload":
        return this.store.reload(this.home.board);
      case "wait":
        this.home.fates = happening.fate === "works" ? [] : [happening.fate];
        await this.home.settle(1);
        this.home.fates = [];
        return;
      case "page":
        return this.#openPageAgain();
      case "server":
        return this.#change(happening.place, happening.x);
    }
  }

  async #openPageAgain() {
    const before = this.home;
    this.store.close();
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    this.home = new ScriptedHome(before.board);
    this.store = new BoardStore(before.board, before.kept, this.home);
  }

  #change(place: number, x: number) {
    const known = this.home.board.nodes[place];
    this.#added += 1;
    const node: BoardNode = known ? { ...known, x } : note(`server-${this.#added}`);
    this.home.take({ nodes: [node] });
    this.store.applyRemote({ revision: this.home.board.revision, nodes: [node], edges: [] });
  }
}

describe("whatever happens", () => {
  it("page and server are the same in the end", async () => {
    await fc.assert(
      fc.asyncProperty(aBoard, happenings, async (board, all) => {
        const session = new Session(board);
        for (const happening of all) await session.live(happening);
        session.store.flush();
        await session.home.settle();
        expect(session.store.getView().saving).toEqual({ phase: "saved" });
        expect(plain(session.store.document)).toEqual(plain(documentOf(session.home.board)));
        expect(session.home.kept).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps every local edit if no other user edits", async () => {
    await fc.assert(
      fc.asyncProperty(
        aBoard,
        fc.array(fc.tuple(anAction, fc.constantFrom("fails" as const, "lost" as const, "works" as const))),
        async (board, steps) => {
          const { home, store } = openStore(board);
          for (const [action, fate] of steps) {
            store.run(action(store.document));
            home.fates = fate === "works" ? [] : [fate];
            await home.settle(1);
          }
          const wanted = plain(store.document);
          home.fates = [];
          await home.settle();
          expect(plain(documentOf(home.board))).toEqual(wanted);
        },
      ),
    );
  });
});
