import axeCore from "axe-core";
import type { Page } from "playwright-core";

/** What axe finds against WCAG 2.2 AA on the page as it is now; empty where it finds nothing. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  // A colour on its way to another one is neither.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished));
  });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
}
