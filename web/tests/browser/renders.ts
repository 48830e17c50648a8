import type { Page } from "playwright-core";

/** Render statistics of a page: number of commits and of rendered components. */
export interface Renders {
  commits: number;
  components: number;
}

/** Begins to count on the pages that are opened from now on, through the hook that React tells its developer tools by. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Fiber {
      tag: number;
      flags: number;
      child: Fiber | null;
      sibling: Fiber | null;
      alternate: Fiber | null;
    }
    const counts = { commits: 0, components: 0 };
    const performedWork = 1;
    /** Function components, those with a forwarded ref, and memoised ones. */
    const componentTags = new Set([0, 11, 14, 15]);
    const visit = (fiber: Fiber, before: Fiber | null) => {
      if (componentTags.has(fiber.tag) && (fiber.flags & performedWork) !== 0) counts.components += 1;
      // The same children as before were not looked at.
      if (before !== null && fiber.child === before.child) return;
      for (let child = fiber.child; child !== null; child = child.sibling) visit(child, child.alternate);
    };
    Object.assign(window, {
      renders: counts,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        checkDCE: () => undefined,
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
          counts.commits += 1;
          visit(root.current, root.current.alternate);
        },
      },
    });
  });
}

export function readRenders(page: Page): Promise<Renders> {
  return page.evaluate(() => ({ ...(window as unknown as { renders: Renders }).renders }));
}

/** Returns the render statistics of `work`. */
export async function rendersOf(page: Page, work: () => Promise<void>): Promise<Renders> {
  const before = await readRenders(page);
  await work();
  const after = await readRenders(page);
  return { commits: after.commits - before.commits, components: after.components - before.components };
}
