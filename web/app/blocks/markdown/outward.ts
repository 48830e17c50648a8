import type { ComponentProps } from "react";

/** For every link out of the product. */
export const OUTWARD = {
  target: "_blank",
  rel: "noopener noreferrer nofollow",
} satisfies ComponentProps<"a">;
