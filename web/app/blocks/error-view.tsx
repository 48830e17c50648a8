import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { Button } from "../ui/button.tsx";
import { errorView as text } from "./strings";

export interface ErrorViewProps {
  message: string;
  /** Tries again; null if that is useless or impossible now. */
  onRetry: (() => void) | null;
}

/** An error in part of an answer, with a suggested action. */
export const ErrorView = memo(function ErrorView({ message, onRetry }: ErrorViewProps) {
  return (
    <div
      data-block="error"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-danger/25 bg-danger-wash px-4 py-3 text-sm"
    >
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      <p className="min-w-0 flex-1 basis-60">{message}</p>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {text.tryAgain}
        </Button>
      )}
    </div>
  );
});
