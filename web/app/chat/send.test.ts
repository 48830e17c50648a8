import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem } from "../api/problem.ts";
import { type Attempt, attemptOf, EMPTY_DRAFT, loadDraft, saveDraft } from "./draft.ts";
import { hasArrived, refusalOf, sendAttempt, sendRetry } from "./send.ts";

const attempt: Attempt = { key: "k1", text: "How many?", sourceIds: ["s1"], parentTurnId: null };

/** Scripted responses in order; null is a network failure. */
function serverAnswers(...answers: (Response | null)[]) {
  const requests: { key: string | null; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (_url: string, { headers, body }: RequestInit) => {
    requests.push({ key: new Headers(headers).get("idempotency-key"), body: JSON.parse(String(body)) });
    const answer = answers.shift();
    if (!answer) throw new TypeError("no network");
    return answer;
  });
  return requests;
}

const taken = () => new Response(JSON.stringify({ turnId: "t1" }), { status: 202 });
const refused = (status: number, code: string) => new Response(JSON.stringify({ code, detail: "No." }), { status });
const noWait = () => Promise.resolve();

describe("sending a message", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("repeats the request with the same key until it gets a response", async () => {
    const requests = serverAnswers(null, refused(503, "unavailable"), taken());
    await expect(sendAttempt("c1", attempt, noWait)).resolves.toEqual({ turnId: "t1" });
    const sent = { key: "k1", body: { text: "How many?", sourceIds: ["s1"], parentTurnId: null } };
    expect(requests).toEqual([sent, sent, sent]);
  });

  it("doesn't repeat a rejected request", async () => {
    const requests = serverAnswers(refused(402, "usage_limit_reached"), taken());
    const error = await sendAttempt("c1", attempt, noWait).catch((failure: unknown) => failure);
    expect(refusalOf(error).kind).toBe("credits");
    expect(requests).toHaveLength(1);
  });

  it("repeats a retry with the same key until it gets a response", async () => {
    const requests = serverAnswers(null, taken());
    const retry = { key: "k2", turnId: "t0", model: "deep" };
    await expect(sendRetry("c1", retry, noWait)).resolves.toEqual({ turnId: "t1" });
    expect(requests).toEqual([
      { key: "k2", body: { model: "deep" } },
      { key: "k2", body: { model: "deep" } },
    ]);
  });

  it("gives up after several attempts without a response", async () => {
    const requests = serverAnswers(null, null, null, null, taken());
    const error = await sendAttempt("c1", attempt, noWait).catch((failure: unknown) => failure);
    expect(refusalOf(error).message).toContain("Can't reach the server");
    expect(requests).toHaveLength(4);
  });

  it.each([
    ["turns_running", 429, "busy"],
    ["turn_running", 409, "busy"],
    ["unauthenticated", 401, "signed-out"],
    ["invalid", 422, "other"],
  ])("offers the right action after %s", (code, status, kind) => {
    expect(refusalOf(new ApiProblem(status, code, "No.")).kind).toBe(kind);
  });
});

describe("a pending message", () => {
  const turn = (turnId: string, text: string) => ({ turnId, message: { text, sourceIds: [] } });
  const sending = { text: "How many?", sourceIds: [], newestBefore: "t1", turnId: null };

  it("is delivered when a newer turn has its text, whichever of stream and response comes first", () => {
    const before = [turn("t0", "Hello"), turn("t1", "How many?")];
    expect(hasArrived(sending, before)).toBe(false);
    expect(hasArrived(sending, [...before, turn("t2", "Something of another tab")])).toBe(false);
    expect(hasArrived(sending, [...before, turn("t2", "How many?")])).toBe(true);
    expect(hasArrived({ ...sending, newestBefore: null }, [turn("t1", "How many?")])).toBe(true);
    expect(hasArrived({ ...sending, turnId: "t2" }, before)).toBe(false);
    expect(hasArrived({ ...sending, turnId: "t2" }, [...before, turn("t2", "How many?")])).toBe(true);
  });
});

describe("a draft", () => {
  beforeEach(() => sessionStorage.clear());

  it("survives a reload with its idempotency key", () => {
    const draft = { text: "How many?", sources: [{ id: "s1", name: "rain.csv" }], attempt };
    saveDraft("c1", draft);
    expect(loadDraft("c1")).toEqual(draft);
    expect(loadDraft("c2")).toEqual(EMPTY_DRAFT);
    saveDraft("c1", EMPTY_DRAFT);
    expect(sessionStorage.length).toBe(0);
  });

  it("is empty when the stored value is invalid", () => {
    sessionStorage.setItem("portolan-message-c1", '{"text":3}');
    expect(loadDraft("c1")).toEqual(EMPTY_DRAFT);
  });

  it("keeps its key for the same message only", () => {
    let made = 0;
    const newKey = () => `new${++made}`;
    const message = { text: "How many?", sourceIds: ["s1"], parentTurnId: null };
    expect(attemptOf(message, attempt, newKey)).toBe(attempt);
    expect(attemptOf({ ...message, text: "How few?" }, attempt, newKey).key).toBe("new1");
    expect(attemptOf({ ...message, parentTurnId: "t1" }, attempt, newKey).key).toBe("new2");
    expect(attemptOf({ ...message, sourceIds: [] }, attempt, newKey).key).toBe("new3");
    expect(attemptOf({ ...message, model: "deep" }, attempt, newKey).key).toBe("new4");
  });
});
