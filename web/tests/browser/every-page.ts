import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Page } from "playwright-core";
import routes from "../../app/routes.ts";
import type { ScriptedStory } from "./scripted-story.ts";

/** The addresses of all pages that the router knows, with these in place of its parameters. */
export function addressesOf(parameters: Record<string, string>): string[] {
  return addressesBelow(routes as RouteConfigEntry[], "", parameters);
}

function addressesBelow(
  entries: readonly RouteConfigEntry[],
  before: string,
  parameters: Record<string, string>,
): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? before : `${before}/${path}`;
    if (children) return addressesBelow(children, own, parameters);
    if (path === undefined && !index) return [];
    return (own || "/").replace(/:(\w+)|\*/g, (found, name?: string) => parameters[name ?? found] ?? "unknown");
  });
}

/** Opens a page as a user who may see it, and waits until it has loaded what it shows. */
export async function openPage({ server, browser }: ScriptedStory, page: Page, path: string): Promise<void> {
  // The front page and the login are for those who are signed out.
  if (["/", "/login", "/confirm"].includes(path)) await browser.context.clearCookies();
  else await browser.context.addCookies([server.sessionCookie]);
  await page.goto(`${server.url}${path}`);
  await page.locator("h1, h2").first().waitFor();
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: "detached" });
}
