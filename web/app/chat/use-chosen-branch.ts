import { useCallback, useState } from "react";

/** The turn whose branch is shown, until a newer turn begins: that one is looked at then. */
export function useChosenBranch(newestTurnId: string | null): {
  chosen: string | null;
  choose: (turnId: string | null) => void;
} {
  const [choice, setChoice] = useState<{ turnId: string | null; newestTurnId: string | null }>({
    turnId: null,
    newestTurnId,
  });
  const choose = useCallback((turnId: string | null) => setChoice({ turnId, newestTurnId }), [newestTurnId]);
  return {
    choose,
    chosen: choice.newestTurnId === newestTurnId ? choice.turnId : null,
  };
}
