import { createServerClient } from "@supabase/ssr";
import { describe, expect, it } from "vitest";
import { Person } from "./person.ts";
import { realStories } from "./real-story.ts";

const NAME = "portolan-auth-token";
const PASSWORD = "a sextant and a log";
/** Maximum size of one cookie of the library, URI-encoded. */
const CHUNK = 3_180;

interface Cookie {
  name: string;
  value: string;
}

type CookieEncoding = "raw" | "base64url";

/** The session's own cookies; what a sign-in keeps besides, such as its verifier, is not of them. */
const isPiece = (name: string) => /^portolan-auth-token(\.\d+)?$/.test(name);

describe("session cookies of @supabase/ssr", () => {
  const story = realStories();
  let number = 0;

  /** The real library in a server of another user's, over a jar of cookies. */
  function libraryOver(jar: Map<string, string>, cookieEncoding: CookieEncoding = "base64url") {
    return createServerClient(story.server.url, "sb_publishable_key", {
      cookieOptions: { name: NAME },
      cookieEncoding,
      // Node 20 has no sockets of its own, and none are opened here.
      realtime: { transport: class {} as never },
      cookies: {
        getAll: () => [...jar].map(([name, value]) => ({ name, value })),
        setAll: (cookies) => {
          for (const { name, value } of cookies) {
            if (value === "") jar.delete(name);
            else jar.set(name, value);
          }
        },
      },
    });
  }

  /** Creates a user whose cookies the library has written into a jar. */
  async function signedUp(words: number, encoding: CookieEncoding = "base64url") {
    const jar = new Map<string, string>();
    const library = libraryOver(jar, encoding);
    number += 1;
    const { data, error } = await library.auth.signUp({
      email: `person${number}@example.org`,
      password: PASSWORD,
      options: { data: { full_name: "Ada “Ḽơᶉëᶆ” Lovelace", notes: "é;,% ".repeat(words) } },
    });
    expect(error).toBeNull();
    // The library writes cookies asynchronously.
    await expect.poll(() => [...jar.keys()].some(isPiece)).toBe(true);
    return { jar: new Map([...jar].filter(([name]) => isPiece(name))), id: data.user?.id ?? "" };
  }

  /** As a browser sends them: what is no letter of a cookie is percent-encoded. */
  const header = (jar: Map<string, string>) =>
    [...jar].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");

  async function askedWith(cookie: string): Promise<number> {
    const answer = await fetch(`${story.server.url}/api/boards`, { headers: { cookie } });
    await answer.arrayBuffer();
    return answer.status;
  }

  it.each([
    ["in few", 0, 1],
    ["in two or more", 100, 2],
    ["in three or more", 600, 3],
  ])("are read by the server %s", async (_, words, atLeast) => {
    const { jar } = await signedUp(words);
    const names = [...jar.keys()];
    expect(names.length).toBeGreaterThanOrEqual(atLeast);
    expect(names).toEqual(names.length === 1 ? [NAME] : names.map((_name, place) => `${NAME}.${place}`));
    expect([...jar.values()][0]).toMatch(/^base64-/);
    for (const value of jar.values()) expect(encodeURIComponent(value).length).toBeLessThanOrEqual(CHUNK);
    expect(await askedWith(header(jar))).toBe(200);
    // In any order, and among others.
    const mixed = [["other", "x"], ...[...jar].reverse(), ["portolan-auth-token-code-verifier", "y"]] as const;
    expect(await askedWith(header(new Map(mixed)))).toBe(200);
    // A missing piece is no session; nor is one that a user has changed.
    if (names.length > 1) {
      for (const name of names) {
        const broken = new Map([...jar].filter(([found]) => found !== name));
        expect(await askedWith(header(broken))).toBe(401);
      }
    }
    expect(
      await askedWith(header(new Map([...jar].map(([name, value]) => [name, `${value.slice(0, -9)}AAAAAAAAA`])))),
    ).toBe(401);
  });

  it("are read by the server in the format of older versions", async () => {
    const { jar } = await signedUp(300, "raw");
    expect([...jar.values()][0]).toMatch(/^\{/);
    expect(await askedWith(header(jar))).toBe(200);
  });

  it("written by the server are read by pages and other servers, and the reverse", async () => {
    const { browser, server } = story;
    const page = await browser.newPage();
    await new Person(page, server.url).signUp("grace");
    const own = async (): Promise<Cookie[]> =>
      (await browser.context.cookies(server.url)).filter(({ name }) => isPiece(name));
    const written = await own();
    expect(written.length).toBeGreaterThan(0);
    for (const { value } of written) expect(value.length).toBeLessThanOrEqual(CHUNK);
    expect(await askedWith(written.map(({ name, value }) => `${name}=${value}`).join("; "))).toBe(200);
    const jar = new Map(written.map(({ name, value }) => [name, decodeURIComponent(value)]));
    const read = await libraryOver(jar).auth.getUser();
    expect(read.error).toBeNull();
    expect(read.data.user?.email).toBe("grace@example.org");

    // Cookies written by another server are accepted as a session.
    const other = await signedUp(600);
    await browser.context.clearCookies();
    await browser.context.addCookies(
      [...other.jar].map(([name, value]) => ({ name, value: encodeURIComponent(value), url: server.url })),
    );
    await page.goto(`${server.url}/settings`);
    await page.waitForURL(/\/(settings\/profile|complete-profile)$/);
    const told = await page.evaluate(async () => {
      const answer = await fetch("/api/boards");
      return answer.status;
    });
    expect(told).toBe(200);
    // The pages sign out what the other has written, and every piece of it goes.
    await page.goto(`${server.url}/logout`);
    await page.getByRole("heading", { name: "You're signed out" }).waitFor();
    expect(await own()).toEqual([]);
    expect(await askedWith(header(other.jar))).toBe(401);
    await page.close();
  }, 120_000);
});
