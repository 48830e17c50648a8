import type { ReactNode } from "react";
import { classNames } from "../util/class-names";

export type BadgeTone = "neutral" | "accent" | "warning" | "danger";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-surface text-soft ring-line dark:bg-line/50",
  accent: "bg-accent-wash text-accent-strong ring-accent/25",
  warning: "bg-warning-wash text-warning ring-warning/25",
  danger: "bg-danger-wash text-danger ring-danger/25",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-md px-1.5 py-0.5 font-medium text-xs ring-1 ring-inset",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
