import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { scriptedStories } from "./scripted-story.ts";

const URL = "https://example.com/hooks";

describe("webhooks in the settings", () => {
  const story = scriptedStories();

  async function addWebhook() {
    const { page, server } = story;
    await page.goto(`${server.url}/settings/webhooks`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Endpoint URL").fill(URL);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("whsec_first").waitFor();
    await page.getByRole("button", { name: "I've saved it" }).click();
    return page.getByRole("list", { name: "Your webhooks" });
  }

  it("are added with events and a secret that is shown once", async () => {
    const { page, server } = story;
    await page.goto(`${server.url}/settings/webhooks`);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("Enter the address of your endpoint.").first().waitFor();
    await dialog.getByLabel("Endpoint URL").fill(URL);
    await dialog.getByLabel("Description").fill("Our queue");
    for (const event of ["Chart published", "Chart refreshed", "Limit reached"]) {
      await dialog.getByRole("checkbox", { name: event }).uncheck();
    }
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("whsec_first").waitFor();
    await page.getByRole("button", { name: "I've saved it" }).click();
    const list = page.getByRole("list", { name: "Your webhooks" });
    await list.getByText("Our queue").waitFor();
    await list.getByText("Answer finished").waitFor();
    expect(await list.textContent()).not.toContain("whsec");
    expect(server.product.webhooks.all[0]).toMatchObject({ url: URL, events: ["turn.finished"] });
  });

  it("show deliveries with their last response, and send them again", async () => {
    const list = await addWebhook();
    const { page, server } = story;
    const { webhooks } = server.product;
    const failed = { attemptedAt: "2026-01-05T10:00:00Z", durationMillis: 80, responseStatus: 503, error: "refused" };
    for (const place of [1, 2]) {
      webhooks.addDelivery({
        status: "failed",
        attempts: 10,
        lastAttempt: { ...failed, responseBody: `Not now, ${place}.` },
      });
    }
    await list.getByRole("button", { name: "Show deliveries" }).click();
    const deliveries = page.getByRole("list", { name: `Deliveries to ${URL}` });
    await deliveries.getByText("10 attempts · HTTP 503").first().waitFor();
    await deliveries.getByRole("button", { name: "Show details" }).first().click();
    await deliveries.getByText("Not now, 2.").waitFor();
    await deliveries.getByText('"credits": 3').waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Send failed events again" }).click();
    await page.getByText("Sending 2 events again.").first().waitFor();
    await deliveries.getByRole("button", { name: "Send again" }).first().click();
    await deliveries.getByText("11 attempts").waitFor();
    await list.getByRole("button", { name: "Send test event" }).click();
    await deliveries.getByText("Test", { exact: true }).waitFor();
  });

  it("are edited, disabled, given another secret and deleted", async () => {
    const list = await addWebhook();
    const { page, server } = story;
    const choose = async (name: string) => {
      await list.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose("Edit");
    await page.getByLabel("Endpoint URL").fill("https://example.com/other");
    await page.getByRole("button", { name: "Save" }).click();
    await list.getByText("https://example.com/other").first().waitFor();
    await choose("Disable");
    await list.getByText("Disabled").waitFor();
    expect(await list.getByRole("button", { name: "Send test event" }).isDisabled()).toBe(true);
    await choose("Enable");
    await list.getByText("Enabled").waitFor();
    await choose("Replace secret");
    await page.getByRole("dialog").getByRole("button", { name: "Replace secret" }).click();
    await page.getByText("whsec_second").waitFor();
    await page.getByRole("button", { name: "I've saved it" }).click();
    await choose("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => server.product.webhooks.all).toEqual([]);
  });

  it("say when an endpoint doesn't accept events", async () => {
    const { page, server } = story;
    const base = { description: "", events: ["turn.finished" as const], createdAt: "2026-01-05T10:00:00Z" };
    server.product.webhooks.all = [
      { ...base, id: crypto.randomUUID(), url: `${URL}/1`, status: "failed" },
      { ...base, id: crypto.randomUUID(), url: `${URL}/2`, status: "enabled", failingSince: "2026-01-05T10:00:00Z" },
    ];
    await page.goto(`${server.url}/settings/webhooks`);
    await page.getByText("Disabled because it didn't accept events.").waitFor();
    await page.getByText("Hasn't accepted events since").waitFor();
  });
});
