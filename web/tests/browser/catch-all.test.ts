import { describe, expect, it } from "vitest";
import { scriptedStories } from "./scripted-story.ts";

describe("a path that contains a URL", () => {
  const story = scriptedStories();

  it("creates a board in every browser and proxy spelling, without an extra history entry", async () => {
    const { page, server } = story;
    const boards = [
      ["/https://example.org/a?b=c&d=e#part", "https://example.org/a?b=c&d=e#part"],
      // Proxies make one slash of several, and some programs encode what they are given.
      ["/https:/example.org//a/", "https:/example.org//a/"],
      ["/https%3A%2F%2Fexample.org%2F%3Fq%3D1%2526%26r", "https://example.org/?q=1%26&r"],
      ["/HTTP://EXAMPLE.ORG", "HTTP://EXAMPLE.ORG"],
      ["/www.example.org/%C3%BC?q=ß", "www.example.org/ü?q=ß"],
      ["/https://例え.jp/道", "https://例え.jp/道"],
      ["/https://example.org/50%-off", "https://example.org/50%-off"],
      ["/https://example.org/boards/new?q=https://b.example", "https://example.org/boards/new?q=https://b.example"],
    ];
    await page.goto(`${server.url}/pricing`);
    for (const [address, text] of boards) {
      await page.goto(server.url + address);
      await page.waitForURL((url) => url.pathname === "/boards/new");
      expect([address, new URL(page.url()).searchParams.get("q")]).toEqual([address, text]);
      await expect.poll(() => page.getByLabel("URL or question").inputValue()).toBe(text);
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe("/pricing");
    }
    // Another site can lead here too: nothing is read before a user wants it.
    expect(server.boards.questions).toEqual([]);
  }, 180_000);

  it("redirects to the start page for URLs that only a browser or mail program understands", async () => {
    const { page, server } = story;
    const addresses = [
      "chrome://settings",
      "about:blank",
      "DATA:text/html,<b>x",
      "mailto:a@b.example",
      "file:///etc/passwd",
    ];
    for (const address of [...addresses, ...addresses.map(encodeURIComponent)]) {
      await page.goto(`${server.url}/${address}`);
      await page.waitForURL(`${server.url}/start`);
    }
  }, 180_000);

  it("shows a 404 page for anything else", async () => {
    const { page, server } = story;
    for (const address of ["javascript:alert(1)", "view-source:https://example.org", "wss://x"]) {
      await page.goto(`${server.url}/${address}`);
      await page.getByText("Oops! Nothing to see here.").waitFor();
      expect(page.url()).toBe(`${server.url}/${address}`);
    }
  });
});
