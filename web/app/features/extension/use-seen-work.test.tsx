import { act } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { click, get, render } from "../../../tests/unit/render";
import { useSeenWork } from "./use-seen-work";

interface Call {
  path: string;
  key: string | null;
  body: Record<string, unknown>;
}

const page = { url: "https://tides.example/", html: "<p>x</p>", title: "Tides" };
const calls: Call[] = [];
/** Answers that are lost on their way: the server has done what was asked. */
let lost: string[] = [];

function Panel() {
  const { work, ask, makeBoard } = useSeenWork();
  return (
    <>
      <output>{work.phase}</output>
      <button type="button" id="ask" onClick={() => void ask(page, "How high?")} />
      <button type="button" id="other" onClick={() => void ask(page, "How low?")} />
      <button type="button" id="clicked" onClick={() => void ask(page, "Chart it.", 7)} />
      <button type="button" id="board" onClick={() => void makeBoard(page)} />
    </>
  );
}

const press = (place: HTMLElement, id: string) => click(get(place, `#${id}`));
const phase = (place: HTMLElement) => get(place, "output").textContent;
const settled = () => act(async () => void (await new Promise((done) => setTimeout(done))));
const sent = (path: string) => calls.filter((call) => call.path.endsWith(path));

async function pressAndSettle(place: HTMLElement, id: string) {
  await press(place, id);
  for (let step = 0; step < 6; step += 1) await settled();
}

describe("useSeenWork", () => {
  beforeEach(() => {
    calls.length = 0;
    lost = [];
    localStorage.clear();
    vi.stubGlobal("fetch", async (path: string, options: RequestInit) => {
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
  afterEach(() => void vi.unstubAllGlobals());

  it("repeats a question under the same chat and key when the answer was lost", async () => {
    const place = await render(<Panel />);
    lost = ["/messages"];
    await pressAndSettle(place, "ask");
    expect(phase(place)).toBe("failed");
    lost = [];
    await pressAndSettle(place, "ask");
    expect(phase(place)).toBe("answering");
    expect(sent("/api/chats")).toHaveLength(1);
    expect(sent("/api/sources")).toHaveLength(1);
    const [first, second] = sent("/messages");
    expect(second).toEqual(first);
    expect(first?.key).toBeTruthy();
  });

  it("repeats a board under the same key when the answer was lost", async () => {
    const place = await render(<Panel />);
    lost = ["/api/boards"];
    await pressAndSettle(place, "board");
    lost = [];
    await pressAndSettle(place, "board");
    const [first, second] = sent("/api/boards");
    expect(second).toEqual(first);
    expect(first?.key).toBeTruthy();
  });

  it("goes on with a click in the browser when the panel is opened again", async () => {
    await pressAndSettle(await render(<Panel />), "clicked");
    await pressAndSettle(await render(<Panel />), "clicked");
    const [first, second] = sent("/messages");
    expect(second).toEqual(first);
    expect(sent("/api/chats")).toHaveLength(1);
  });

  it("asks anew when the same question is asked again, or another one", async () => {
    const place = await render(<Panel />);
    for (const id of ["ask", "ask", "other"]) await pressAndSettle(place, id);
    expect(new Set(sent("/messages").map(({ key }) => key)).size).toBe(3);
    expect(sent("/api/chats")).toHaveLength(3);
  });
});
