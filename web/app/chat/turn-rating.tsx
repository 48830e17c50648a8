import { ThumbsDown, ThumbsUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Turn } from "../stream/chat.ts";
import { IconButton } from "../ui/button.tsx";
import { classNames } from "../util/class-names.ts";
import { turnRating as strings } from "./strings";
import type { TurnActions } from "./use-turn-actions.ts";

const ExpectedAnswerForm = lazy(async () => ({
  default: (await import("./expected-answer-form.tsx")).ExpectedAnswerForm,
}));

export interface TurnRating {
  buttons: React.ReactNode;
  /** Asks what was expected, after a thumbs-down. */
  question: React.ReactNode;
}

/** Two thumbs, and a question that may stay without an answer. */
export function useTurnRating(turn: Turn, rate: TurnActions["rate"]): TurnRating {
  const [isAsking, setAsking] = useState(false);
  const given = turn.rating?.rating ?? null;

  function choose(rating: "up" | "down") {
    const next = given === rating ? null : rating;
    setAsking(next === "down");
    void rate(turn.turnId, next);
  }

  return {
    buttons: (
      <>
        <Thumb label={strings.goodAnswer} isGiven={given === "up"} onClick={() => choose("up")}>
          <ThumbsUp aria-hidden className="size-3.5" />
        </Thumb>
        <Thumb label={strings.badAnswer} isGiven={given === "down"} onClick={() => choose("down")}>
          <ThumbsDown aria-hidden className="size-3.5" />
        </Thumb>
      </>
    ),
    question: isAsking && given === "down" && (
      <Suspense fallback={null}>
        <ExpectedAnswerForm
          comment={turn.rating?.comment ?? ""}
          onSend={(comment) => rate(turn.turnId, "down", comment)}
          onClose={() => setAsking(false)}
        />
      </Suspense>
    ),
  };
}

interface ThumbProps {
  label: string;
  isGiven: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Thumb({ label, isGiven, onClick, children }: ThumbProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={isGiven}
      onClick={onClick}
      className={classNames("size-8", isGiven && "!text-accent [&_svg]:fill-current")}
    >
      {children}
    </IconButton>
  );
}
