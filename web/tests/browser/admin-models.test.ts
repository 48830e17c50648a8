import { describe, expect, it } from "vitest";
import type { ConfiguredModel, ModelReport } from "../../app/api/admin-models.ts";
import { checkLook } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

describe("models in the admin area", () => {
  const story = scriptedStories();

  const model = (id: string, extra: Partial<ConfiguredModel> = {}): ConfiguredModel => ({
    id,
    title: `Model ${id}`,
    isDefault: false,
    provider: "mistral",
    baseUrl: "https://api.mistral.ai/v1",
    api: "chat_completions",
    toolSupport: "auto",
    contextTokens: 128_000,
    outputTokens: 16_384,
    inputPrice: 100,
    outputPrice: 300,
    cachedInputPrice: null,
    ...extra,
  });

  const report = (id: string, extra: Partial<ModelReport> = {}): ModelReport => ({
    model: id,
    provider: "mistral",
    streaming: true,
    tools: true,
    parallelTools: false,
    reasoning: false,
    usage: true,
    error: null,
    detail: null,
    ...extra,
  });

  async function openModels() {
    const { page, server } = story;
    server.product.isAdmin = true;
    server.product.admin.models = [
      model("large", { isDefault: true, cachedInputPrice: 25 }),
      model("portolan-builtin", { provider: null, baseUrl: null, api: null, toolSupport: null }),
    ];
    server.product.admin.offered = [
      { id: "large", contextTokens: 128_000, outputTokens: 16_384 },
      { id: "small", contextTokens: null, outputTokens: null },
    ];
    server.product.admin.reports.set("large", report("large"));
    await page.goto(`${server.url}/admin/models`);
    const large = page.getByRole("region", { name: "Model large" });
    await large.waitFor();
    return { page, server, large };
  }

  it("show endpoint, limits, and prices, and test a connection by keyboard", async () => {
    const { page, large } = await openModels();
    for (const shown of ["https://api.mistral.ai/v1", "128,000 tokens", "25 credits per million tokens", "Default"]) {
      await expect.poll(() => large.textContent()).toContain(shown);
    }
    await large.getByRole("button", { name: "Test connection" }).focus();
    await page.keyboard.press("Enter");
    const result = large.getByRole("list", { name: "Test result" });
    await result.waitFor();
    await expect
      .poll(() => result.getByRole("listitem").allTextContents())
      .toEqual([
        "Streaming: works",
        "Tools: works",
        "Parallel tools: not detected",
        "Reasoning: not detected",
        "Usage reports: works",
      ]);
    const builtIn = page.getByRole("region", { name: "Model portolan-builtin" });
    expect(await builtIn.getByRole("button").count()).toBe(0);
  });

  it("show the cause of a failed test and test again", async () => {
    const { server, large } = await openModels();
    const error = "The model's provider does not accept this server's key.";
    server.product.admin.reports.set("large", report("large", { error, detail: "401 invalid_api_key" }));
    await large.getByRole("button", { name: "Test connection" }).click();
    await large.getByText(error).waitFor();
    await large.getByText("Provider response").click();
    await large.getByText("401 invalid_api_key").waitFor();
    server.product.admin.reports.set("large", report("large"));
    await large.getByRole("button", { name: "Test connection" }).click();
    await large.getByText("Streaming: works").waitFor();
    expect(await large.getByText(error).count()).toBe(0);
  });

  it("list the endpoint's models, or an error", async () => {
    const { server, large } = await openModels();
    let isDown = true;
    server.intercept = (request, response) => {
      if (!isDown || !request.url?.startsWith("/api/admin/models/offered")) return false;
      return problem(response, 409, "models_not_listed", "The model can't be reached.");
    };
    await large.getByRole("button", { name: "List endpoint models" }).click();
    await large.getByText("The model can't be reached.").waitFor();
    isDown = false;
    await large.getByRole("button", { name: "Try again" }).click();
    const offered = large.getByRole("list", { name: "List endpoint models" }).getByRole("listitem");
    await offered.first().waitFor();
    await expect
      .poll(() => offered.allTextContents())
      .toEqual(["largeConfigured128,000-token context, 16,384 per answer", "small"]);
  });

  it("are accessible in both themes, wide and narrow", async () => {
    const { page, large } = await openModels();
    await large.getByRole("button", { name: "List endpoint models" }).click();
    await large.getByRole("button", { name: "Test connection" }).click();
    await large.getByText("Streaming: works").waitFor();
    await checkLook(page);
  });
});
