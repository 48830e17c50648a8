import { describe, expect, it } from "vitest";
import type { ReplayComparison, ReplayedAnswers, ReplayedTurn, ReplayRun } from "../../app/api/admin-replays.ts";
import { checkLook } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("replays in the admin area", () => {
  const story = scriptedStories();

  const run = (id: string, extra: Partial<ReplayRun> = {}): ReplayRun => ({
    id,
    status: "completed",
    startedBy: { id: "u0", email: "ada@example.org", username: "ada" },
    selection: { latest: 50, since: null, userId: null, rating: null, tag: null, tier: null },
    model: null,
    baselineId: null,
    chats: 50,
    turns: 120,
    done: 120,
    differing: 4,
    refused: 0,
    credits: 900,
    error: null,
    createdAt: "2026-01-05T10:00:00Z",
    startedAt: "2026-01-05T10:00:01Z",
    finishedAt: "2026-01-05T10:09:00Z",
    ...extra,
  });

  const comparison: ReplayComparison = {
    compared: 120,
    parts: [
      { part: "outcome", same: 120 },
      { part: "charts", same: 116 },
    ],
    amounts: [
      { amount: "credits", reference: 900, replayed: 950, pValue: 0.0312 },
      { amount: "durationMillis", reference: 42_000, replayed: 42_000, pValue: null },
    ],
  };
  const summary = {
    model: "scripted",
    outcome: "completed",
    blockTypes: [],
    charts: [],
    encodings: [],
    numbers: [],
    unverifiedNumbers: 0,
    references: [],
    metered: null,
    durationMillis: 9,
  } as const;
  const turn: ReplayedTurn = {
    turnId: "t1",
    chatId: "c1",
    question: "Total rain by island",
    reference: null,
    replayed: { ...summary, blockTypes: [], charts: [], encodings: [], numbers: [], references: [] },
    refusal: null,
    missingSources: 1,
    differences: ["charts"],
  };
  const answers: ReplayedAnswers = {
    question: "Total rain by island",
    reference: [{ type: "text", id: "b1", markdown: "It rained 12 mm." }],
    replayed: [{ type: "text", id: "b2", markdown: "It rained 13 mm." }],
  };

  async function openReplays() {
    const { page, server } = story;
    server.product.isAdmin = true;
    const { admin } = server.product;
    admin.replays = [
      run("r3", { status: "running", done: 30, differing: 1, finishedAt: null }),
      run("r2", {
        status: "interrupted",
        done: 0,
        selection: { latest: null, since: null, userId: "u1", rating: "down", tag: "regression", tier: null },
      }),
      run("r1"),
    ];
    admin.replayComparison = comparison;
    admin.replayedTurns = [turn];
    admin.replayedAnswers = answers;
    await page.goto(`${server.url}/admin/replays`);
    await page.getByRole("row").filter({ hasText: "Running" }).waitFor();
    return { page, admin };
  }

  it("show progress while a replay runs", async () => {
    const { page, admin } = await openReplays();
    const row = page.getByRole("row").filter({ hasText: "Running" });
    await expect.poll(() => row.textContent()).toContain("30 of 120");
    admin.replays = admin.replays.map((replay) => (replay.id === "r3" ? { ...replay, done: 31 } : replay));
    await row.getByText("31 of 120").waitFor();
    await row.getByRole("progressbar", { name: "Progress" }).waitFor();
  });

  it("start a replay by keyboard", async () => {
    const { page, admin } = await openReplays();
    await page.getByRole("button", { name: "Start replay" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Most recent chats").fill("x");
    await page.keyboard.press("Enter");
    await dialog.getByText("Enter a number from 1 to 500.").waitFor();
    await dialog.getByLabel("Most recent chats").fill("20");
    await dialog.getByRole("button", { name: "Rated down" }).click();
    await dialog.getByLabel("Compare with").selectOption("r1");
    await dialog.getByLabel("Most recent chats").focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(admin.acts.at(-1)?.body).toEqual({ latest: 20, rating: "down", baselineId: "r1" });
  });

  it("cancel a running replay after confirmation and resume an interrupted one", async () => {
    const { page, admin } = await openReplays();
    const running = page.getByRole("row").filter({ hasText: "Running" });
    await running.getByRole("button", { name: /^Cancel/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel replay" }).click();
    await page.getByRole("row").filter({ hasText: "Canceled" }).waitFor();
    await page.getByRole("button", { name: /^Resume/ }).click();
    await page.getByRole("row").filter({ hasText: "Queued" }).waitFor();
    expect(admin.acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "POST replays cancel r3",
      "POST replays resume r2",
    ]);
  });

  it("compare a replay with the originals or another replay", async () => {
    const { page, admin } = await openReplays();
    const row = page.getByRole("row").filter({ hasText: "Running" });
    await row.getByRole("button", { name: /^Compare/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("116 of 120 identical").waitFor();
    await dialog.getByText("different chart data, 1 missing source").waitFor();
    await expect
      .poll(() => dialog.getByRole("row").filter({ hasText: "Credits" }).textContent())
      .toBe("Credits900950+500.031");
    await expect
      .poll(() => dialog.getByRole("link", { name: "Total rain by island" }).getAttribute("href"))
      .toContain("c1");
    await dialog.getByLabel("Compare with").selectOption("r1");
    await expect.poll(() => admin.queries.at(-1)).toContain("baselineId=r1");
  });

  it("shows both answers of a turn side by side", async () => {
    const { page } = await openReplays();
    const row = page.getByRole("row").filter({ hasText: "Running" });
    await row.getByRole("button", { name: /^Compare/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Show answers to “Total rain by island”" }).click();
    await dialog.getByRole("region", { name: "Before" }).getByText("It rained 12 mm.").waitFor();
    await dialog.getByRole("region", { name: "Replayed" }).getByText("It rained 13 mm.").waitFor();
    await checkLook(page, 390);
  });

  it("hides answers where admins can't read chats", async () => {
    const { page, admin } = await openReplays();
    admin.replayedTurns = [{ ...turn, question: null }];
    await page
      .getByRole("row")
      .filter({ hasText: "Running" })
      .getByRole("button", { name: /^Compare/ })
      .click();
    await page.getByText("different chart data, 1 missing source").waitFor();
    expect(await page.getByRole("button", { name: /^Show answers/ }).count()).toBe(0);
  });

  it("sends no order that the list doesn't have", async () => {
    const { page, admin } = await openReplays();
    const query = admin.queries.findLast((path) => path.startsWith("/api/admin/replays?"));
    expect(query).toContain("direction=descending");
    expect(query).not.toContain("sort=");
    await page.goto(`${story.server.url}/admin/audit-log`);
    const ofLog = () => admin.queries.findLast((path) => path.startsWith("/api/admin/audit-log?"));
    await expect.poll(ofLog).toContain("sort=createdAt");
  });

  it("are accessible in both themes, wide and narrow", async () => {
    const { page } = await openReplays();
    await checkLook(page, 390);
    await page.getByRole("button", { name: "Start replay" }).click();
    await page.getByRole("dialog").waitFor();
    await checkLook(page, 390);
    await page.keyboard.press("Escape");
    await page
      .getByRole("row")
      .filter({ hasText: "Running" })
      .getByRole("button", { name: /^Compare/ })
      .click();
    await page.getByText("116 of 120 identical").waitFor();
    await checkLook(page, 390);
  });
});
