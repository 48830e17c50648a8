import { CircleSlash, Coins } from "lucide-react";
import type { ReactNode } from "react";
import type { SharedTurn } from "../stream/chat.ts";
import { PageLink } from "../ui/page-link.tsx";
import { paths } from "../util/page-paths.ts";
import { ErrorView } from "./error-view.tsx";
import { turnOutcome as text } from "./strings";

/** The outcome of a turn that didn't complete, with possible actions. */
export function TurnOutcome({ turn, onRetry }: { turn: SharedTurn; onRetry: (() => void) | null }) {
  switch (turn.outcome) {
    case "cancelled":
      return (
        <Notice icon={<CircleSlash aria-hidden />}>
          {turn.blocks.length > 0 ? text.stoppedThePartialAnswerIs : text.stoppedBeforeTheAnswerStarted}
        </Notice>
      );
    case "limited":
      return (
        <Notice icon={<Coins aria-hidden />}>
          {text.youRanOutOfCredits}{" "}
          <PageLink to={paths.pricing()} className="font-medium text-accent-strong underline underline-offset-2">
            {text.seePlans}
          </PageLink>
        </Notice>
      );
    case "failed": {
      const last = turn.blocks.at(-1);
      const message = turn.error?.message ?? text.couldntFinishTheAnswer;
      if (last?.type === "error" && last.message === message) return null;
      return <ErrorView message={message} onRetry={turn.error?.retryable === false ? null : onRetry} />;
    }
    default:
      return null;
  }
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 text-soft text-sm [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-faint">
      {icon}
      <p className="min-w-0">{children}</p>
    </div>
  );
}
