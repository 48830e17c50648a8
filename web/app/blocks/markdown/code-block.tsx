import type { ReactNode } from "react";

/** Code of several lines. Long lines are scrolled with the keyboard, too. */
export function CodeBlock({ children }: { children?: ReactNode }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
  return <pre tabIndex={0}>{children}</pre>;
}
