import { QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render } from "../../../tests/unit/render";
import { queryClient } from "../../api/query-client";
import { usePageWork } from "./use-page-work";

interface Call {
  path: string;
  key: string | null;
  body: Record<string, unknown>;
}

const page = { url: "https://tides.example/", html: "<p>x</p>", title: "Tides" };
const calls: Call[] = [];
/** Lost responses: the server has processed the request. */
let lost: string[] = [];

function Panel() {
  const { opened, failure, session, ask, askDraft, makeBoard } = usePageWork();
  return (
    <>
      <output>{opened ? "answering" : failure || session.refusal ? "failed" : "page"}</output>
      <button type="button" id="ask" onClick={() => void ask(page, "How high?")} />
      <button type="button" id="other" onClick={() => void ask(page, "How low?")} />
      <button type="button" id="clicked" onClick={() => void ask(page, "Chart it.", 7)} />
      <button type="button" id="board" onClick={() => void makeBoard(page)} />
      <button type="button" id="write" onClick={() => session.draft.setText("Why?")} />
      <button type="button" id="draft" onClick={() => void askDraft(page)} />
    </>
  );
}

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Panel />
    </QueryClientProvider>,
  );
const phase = (place: HTMLElement) => get(place, "output").textContent;
const sent = (path: string) => calls.filter((call) => call.path.endsWith(path));
/** Lets every request and the waits between repeated ones end. */
const settle = () => act(async () => void (await vi.advanceTimersByTimeAsync(20_000)));

async function press(place: HTMLElement, id: string) {
  await click(get(place, `#${id}`));
  await settle();
}

describe("work on a captured page", () => {
  beforeEach(() => {
    calls.length = 0;
    lost = [];
    localStorage.clear();
    vi.useFakeTimers();
    vi.stubGlobal("fetch", async (path: string, options: RequestInit = {}) => {
      if (!options.method || options.method === "GET") return new Response("{}", { status: 404 });
      const key = new Headers(options.headers).get("Idempotency-Key");
      calls.push({ path, key, body: JSON.parse(String(options.body ?? "{}")) });
      if (lost.some((end) => path.endsWith(end))) throw new TypeError("the connection is gone");
      const number = calls.length;
      const answers: [string, unknown][] = [
        ["/messages", { turnId: "t1" }],
        ["/api/sources", { id: `s${number}` }],
        ["/api/boards", { boardId: "b1", chatId: "c1" }],
        ["/api/chats", { id: `c${number}` }],
      ];
      return new Response(JSON.stringify(answers.find(([end]) => path.endsWith(end))?.[1]));
    });
  });

  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("resends a question with the same chat and key when the response was lost", async () => {
    const place = await open();
    lost = ["/messages"];
    await press(place, "ask");
    expect(phase(place)).toBe("failed");
    lost = [];
    await press(place, "ask");
    expect(phase(place)).toBe("answering");
    expect(sent("/api/chats")).toHaveLength(1);
    expect(sent("/api/sources")).toHaveLength(1);
    expect(sent("/messages").length).toBeGreaterThan(2);
    expect(new Set(sent("/messages").map((call) => JSON.stringify(call))).size).toBe(1);
    expect(sent("/messages")[0]?.key).toBeTruthy();
  });

  it("resends a board request with the same key when the response was lost", async () => {
    const place = await open();
    lost = ["/api/boards"];
    await press(place, "board");
    expect(phase(place)).toBe("failed");
    lost = [];
    await press(place, "board");
    const [first, second] = sent("/api/boards");
    expect(second).toEqual(first);
    expect(first?.key).toBeTruthy();
  });

  it("handles a toolbar click once when the panel is reopened", async () => {
    await press(await open(), "clicked");
    const place = await open();
    await press(place, "clicked");
    expect(phase(place)).toBe("answering");
    expect(sent("/messages")).toHaveLength(1);
    expect(sent("/api/chats")).toHaveLength(1);
  });

  it("resends a click with the same key when the panel closed before the response", async () => {
    lost = ["/messages"];
    await press(await open(), "clicked");
    lost = [];
    const place = await open();
    await press(place, "clicked");
    expect(phase(place)).toBe("answering");
    expect(new Set(sent("/messages").map(({ key }) => key)).size).toBe(1);
    expect(sent("/api/chats")).toHaveLength(1);
    expect(sent("/api/sources")).toHaveLength(1);
  });

  it("sends a new question when the user asks again", async () => {
    for (const id of ["ask", "ask", "other"]) await press(await open(), id);
    expect(new Set(sent("/messages").map(({ key }) => key)).size).toBe(3);
    expect(sent("/api/chats")).toHaveLength(3);
  });

  it("sends the composer's question with the page's sources", async () => {
    const place = await open();
    await press(place, "write");
    await press(place, "draft");
    expect(sent("/messages")[0]?.body).toMatchObject({ text: "Why?", sourceIds: ["s1"] });
    expect(phase(place)).toBe("answering");
  });
});
