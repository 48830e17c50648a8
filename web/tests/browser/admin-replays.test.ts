import { describe, expect, it } from "vitest";
import type { ReplayComparison, ReplayedTurn, ReplayRun } from "../../app/api/admin-replays.ts";
import { checkLook } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("replays in the admin area", () => {
  const story = scriptedStories();

  const run = (id: string, extra: Partial<ReplayRun> = {}): ReplayRun => ({
    id,
    status: "completed",
    startedBy: { id: "u0", email: "ada@example.org", username: "ada" },
    selection: { latest: 50, since: null, userId: null, rating: null },
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

  const totals = { inputTokens: 90_000, outputTokens: 21_000, credits: 900, durationMillis: 42_000 };
  const comparison: ReplayComparison = {
    compared: 120,
    sameOutcome: 120,
    sameBlockTypes: 118,
    sameCharts: 116,
    reference: totals,
    replayed: { ...totals, credits: 950 },
  };
  const turn: ReplayedTurn = {
    turnId: "t1",
    chatId: "c1",
    question: "Total rain by island",
    reference: null,
    replayed: { model: "scripted", outcome: "completed", blockTypes: [], charts: [], metered: null, durationMillis: 9 },
    refusal: null,
    missingSources: 1,
    differences: ["charts"],
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
        selection: { latest: null, since: null, userId: "u1", rating: "down" },
      }),
      run("r1"),
    ];
    admin.replayComparison = comparison;
    admin.replayedTurns = [turn];
    await page.goto(`${server.url}/admin/replays`);
    await page.getByRole("row").filter({ hasText: "Running" }).waitFor();
    return { page, admin };
  }

  it("shows progress while a replay runs", async () => {
    const { page, admin } = await openReplays();
    const row = page.getByRole("row").filter({ hasText: "Running" });
    expect(await row.textContent()).toContain("30 of 120");
    admin.replays = admin.replays.map((replay) => (replay.id === "r3" ? { ...replay, done: 31 } : replay));
    await row.getByText("31 of 120").waitFor();
    await row.getByRole("progressbar", { name: "Progress" }).waitFor();
  });

  it("starts a replay with the keyboard", async () => {
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

  it("cancels a running replay after a question, and resumes an interrupted one", async () => {
    const { page, admin } = await openReplays();
    const running = page.getByRole("row").filter({ hasText: "Running" });
    await running.getByRole("button", { name: /^Cancel/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel replay" }).click();
    await page.getByRole("row").filter({ hasText: "Cancelled" }).waitFor();
    await page.getByRole("button", { name: /^Resume/ }).click();
    await page.getByRole("row").filter({ hasText: "Queued" }).waitFor();
    expect(admin.acts.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      "POST replays cancel r3",
      "POST replays resume r2",
    ]);
  });

  it("compares a replay with the originals or another replay", async () => {
    const { page, admin } = await openReplays();
    const row = page.getByRole("row").filter({ hasText: "Running" });
    await row.getByRole("button", { name: /^Compare/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("116 of 120 the same").waitFor();
    await dialog.getByText("different charts, 1 missing source").waitFor();
    expect(await dialog.getByRole("link", { name: "Total rain by island" }).getAttribute("href")).toContain("c1");
    await dialog.getByLabel("Compare with").selectOption("r1");
    await expect.poll(() => admin.queries.at(-1)).toContain("baselineId=r1");
  });

  it("is accessible in both themes, wide and narrow", async () => {
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
    await page.getByText("116 of 120 the same").waitFor();
    await checkLook(page, 390);
  });
});
