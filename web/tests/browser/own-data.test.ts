import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { problem } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

const PICTURE = join(import.meta.dirname, "../../public/social.png");

describe("user data", () => {
  const story = scriptedStories();
  const openSettings = (section = "profile") => story.page.goto(`${story.server.url}/settings/${section}`);

  it("includes a picture that is cropped, stored, changed, and removed completely", async () => {
    const { page, server } = story;
    await openSettings();
    const profile = page.locator("#profile");
    const dialog = page.getByRole("dialog", { name: "Crop your picture" });
    const choose = async (files: Parameters<ReturnType<typeof profile.getByLabel>["setInputFiles"]>[0]) => {
      await profile.getByLabel("Choose a picture").setInputFiles(files);
      await dialog.waitFor();
    };
    await profile.getByRole("button", { name: "Add picture" }).waitFor();
    await choose({ name: "notes.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
    await dialog.getByText("Couldn't read this image.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await choose(PICTURE);
    const area = dialog.getByRole("application");
    const shown = area.locator("img");
    await shown.waitFor();
    const leftOf = () => shown.evaluate((image) => Number.parseFloat(image.style.left));
    const before = await leftOf();
    await area.press("ArrowRight");
    await expect.poll(leftOf).toBeLessThan(before);
    await dialog.getByLabel("Zoom").fill("2");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    server.storage.refusal = "The object exceeded the maximum allowed size";
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await dialog.getByText("The object exceeded the maximum allowed size").waitFor();
    expect(server.product.profile.avatarUrl).toBeUndefined();
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await dialog.waitFor({ state: "detached" });
    const first = server.product.profile.avatarUrl ?? "";
    expect(first).toMatch(/^\/storage\/v1\/object\/public\/avatars\/[\w-]{36}\/avatar-[0-9a-f]{32}\.webp$/);
    const picture = profile.locator("img");
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);
    await expect.poll(() => page.locator(`img[src="${first}"]`).count()).toBeGreaterThan(1);

    await profile.getByRole("button", { name: "Change picture" }).waitFor();
    await choose(PICTURE);
    await dialog.getByRole("button", { name: "Save picture" }).click();
    await expect.poll(() => server.product.profile.avatarUrl).not.toBe(first);
    await expect
      .poll(() => [...server.storage.objects.keys()].map((key) => `/storage/v1/object/public/${key}`))
      .toEqual([server.product.profile.avatarUrl]);
    await profile.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => server.product.profile.avatarUrl).toBeNull();
    await expect.poll(() => server.storage.objects.size).toBe(0);
    expect(await profile.locator("img").count()).toBe(0);
  });

  it("is exported in one file, with progress", async () => {
    const { page, server } = story;
    const answers: ServerResponse[] = [];
    server.intercept = (request, response) => {
      if (request.url !== "/api/user/export") return false;
      answers.push(response);
      return true;
    };
    await openSettings("data");
    const part = page.locator("#data");
    const button = part.getByRole("button", { name: "Export all data (ZIP)" });
    const begin = async (): Promise<ServerResponse> => {
      const known = answers.length;
      await button.click();
      await expect.poll(() => answers.length).toBe(known + 1);
      return answers.at(-1) as ServerResponse;
    };

    problem(await begin(), 503, "draining", "The server is about to stop. Try again in a minute.");
    await part.getByText("The server is about to stop.").waitFor();

    const cut = await begin();
    cut.writeHead(200, { "content-type": "application/zip" });
    cut.write(Buffer.alloc(1_000));
    await part.getByText("Preparing your export: 1.0 kB").waitFor();
    cut.destroy();
    await part.getByText("Can't reach the server.").waitFor();

    const stopped = await begin();
    stopped.writeHead(200, { "content-type": "application/zip" }).write(Buffer.alloc(1_000));
    await part.getByText("Preparing your export: 1.0 kB").waitFor();
    expect(await violations(page)).toEqual([]);
    await part.getByRole("button", { name: "Cancel" }).click();
    await part.getByRole("progressbar").waitFor({ state: "detached" });

    const whole = await begin();
    const downloading = page.waitForEvent("download");
    whole.writeHead(200, { "content-type": "application/zip" });
    whole.write(Buffer.alloc(60_000, 1));
    whole.end(Buffer.alloc(60_000, 2));
    await part.getByText("Downloaded: 120 kB.").waitFor();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^portolan-\d{4}-\d\d-\d\d\.zip$/);
    const bytes = readFileSync(await download.path());
    expect([bytes.length, bytes[0], bytes.at(-1)]).toEqual([120_000, 1, 2]);
  });
});
