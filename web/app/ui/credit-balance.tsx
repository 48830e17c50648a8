import { classNames } from "../util/class-names";
import { formatCount } from "../util/format";
import { Progress } from "./progress";
import { creditBalance as text } from "./strings";

export interface CreditBalanceProps {
  left: number;
  total: number;
  isUsedUp: boolean;
  className?: string;
}

/** Credits left of the period's total, in words and as a bar. Every place that shows a balance shows this. */
export function CreditBalance({ left, total, isUsedUp, className }: CreditBalanceProps) {
  return (
    <span className={classNames("block", className)}>
      <span data-numeric className="block text-sm">
        {isUsedUp ? (
          <span className="font-medium text-danger">{text.outOfCredits}</span>
        ) : (
          <>
            <b className="font-semibold">{formatCount(left)}</b>{" "}
            <span className="text-soft">{text.ofCreditsLeft(formatCount(total))}</span>
          </>
        )}
      </span>
      <Progress
        label={text.creditsLeft}
        share={total > 0 ? left / total : 0}
        className={classNames("mt-2", isUsedUp && "[&>div]:bg-danger")}
      />
    </span>
  );
}
