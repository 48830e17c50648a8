import type { ReactNode } from "react";
import { classNames } from "../util/class-names";
import { Button } from "./button";
import { RhumbLines } from "./rhumb-lines";
import { states as strings } from "./strings";

export interface EmptyStateProps {
  title: string;
  /** The first action. */
  description: string;
  /** The button that does it. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({ title, description, action, className }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        "relative isolate flex min-h-80 flex-col items-center justify-center overflow-hidden rounded-2xl border border-line border-dashed px-6 py-16 text-center",
        className,
      )}
    >
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[44rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <h2 className="font-serif text-2xl tracking-tight">{title}</h2>
      <p className="mt-2 max-w-md text-balance text-soft">{description}</p>
      {action !== undefined && <div className="mt-6">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  /** Description of the failure, one sentence. */
  description: string;
  /** Tries the same again. */
  onRetry?: () => void;
  className?: string;
}

export function ErrorState({ title, description, onRetry, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames(
        "flex flex-col items-start gap-3 rounded-2xl border border-danger/30 bg-danger-wash px-5 py-4 sm:flex-row sm:items-center",
        className,
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-soft text-sm">{description}</p>
      </div>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {strings.tryAgain}
        </Button>
      )}
    </div>
  );
}
