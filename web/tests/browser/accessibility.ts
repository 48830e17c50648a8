import axeCore from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Returns the WCAG 2.2 AA violations that axe finds on the current page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeCore.source);
  // A color on its way to another one is neither. Colors that are inherited follow when those above them have arrived.
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let quiet = 0; quiet < 2; ) {
      await nextFrame();
      const transitions = running();
      quiet = transitions.length === 0 ? quiet + 1 : 0;
      // Ended here, because a transition in a part that isn't rendered never ends by itself.
      for (const transition of transitions) transition.finish();
    }
  });
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
  });
}

/** Checks a page in both themes, on a wide window and on a narrow one; leaves it wide. */
export async function checkLook(page: Page, narrow = 360): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [narrow, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  }
}
