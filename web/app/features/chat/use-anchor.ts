import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How far below the composer's upper edge the answer may end and still count as in view. */
const NEAR_PX = 48;

/** `question`: the last question stays at the top. `end`: the end of the answer stays in view. `reader`: the page stays where it is. */
type Hold = "question" | "end" | "reader";

export interface ScrollAnchor {
  hold: Hold;
  /** Whether the answer ends below the screen. */
  isEndBelow: boolean;
  /** Goes to the end of the answer and follows it. */
  followEnd: () => void;
  /** Stays where the page is. */
  stay: () => void;
}

export interface AnchorPlaces {
  content: RefObject<HTMLElement | null>;
  composer: RefObject<HTMLElement | null>;
  /** Identifies the last turn, or the message that is on its way. */
  lastTurn: string | null;
  /** Number of turns that began here: with each, the question at the top is held again. */
  beginCount: number;
}

/**
 * Keeps the last question at the top of the screen until the reader scrolls. The page itself scrolls, so that the keyboard,
 * a touch and find-in-page work as everywhere. The last turn is at least as high as the screen (`turn.css`): its question
 * can be at the top before there is an answer, and nothing moves while the answer fills the room below it.
 */
export function useAnchor({ content, composer, lastTurn, beginCount }: AnchorPlaces): ScrollAnchor {
  const [isEndBelow, setEndBelow] = useState(false);
  const [hold, setHoldState] = useState<Hold>("question");
  const holding = useRef<Hold>("question");
  const settled = useRef({ top: 0, height: 0 });

  const setHold = useCallback((next: Hold) => {
    holding.current = next;
    setHoldState(next);
  }, []);

  /** Scrolls the page to its anchor and records the position. */
  const settle = useCallback(() => {
    const last = content.current && lastTurnOf(content.current);
    if (last) {
      if (holding.current === "question") last.scrollIntoView({ block: "start", behavior: "instant" });
      if (holding.current === "end") window.scrollBy({ top: depthOf(last, composer.current), behavior: "instant" });
    }
    settled.current = { top: window.scrollY, height: document.documentElement.scrollHeight };
    setEndBelow(last !== null && depthOf(last, composer.current) > NEAR_PX);
  }, [content, composer]);

  useLayoutEffect(() => {
    if (content.current === null) return;
    const observer = new ResizeObserver(settle);
    observer.observe(content.current);
    // The composer shrinks when its text is sent.
    observer.observe(document.body);
    settle();
    return () => observer.disconnect();
  }, [content, settle]);

  useLayoutEffect(() => {
    if (beginCount > 0) setHold("question");
  }, [beginCount, setHold]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another last turn is another place to be
  useLayoutEffect(settle, [settle, lastTurn]);

  useEffect(() => {
    const onScroll = () => {
      const { top, height } = settled.current;
      // A page that has become shorter has moved by itself: that was not the reader.
      const isReader = document.documentElement.scrollHeight === height && Math.abs(window.scrollY - top) > 2;
      if (isReader && holding.current !== "reader") setHold("reader");
      const last = content.current && lastTurnOf(content.current);
      setEndBelow(last !== null && depthOf(last, composer.current) > NEAR_PX);
    };
    // A wheel or a finger takes over before the page has moved: otherwise new text would pull it back.
    const onReader = () => {
      if (holding.current !== "reader" && isScrollable()) setHold("reader");
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    window.addEventListener("wheel", onReader, { passive: true });
    window.addEventListener("touchmove", onReader, { passive: true });
    return () => {
      window.removeEventListener("scroll", onScroll);
      window.removeEventListener("wheel", onReader);
      window.removeEventListener("touchmove", onReader);
    };
  }, [content, composer, setHold]);

  return {
    hold,
    isEndBelow,
    followEnd: useCallback(() => {
      setHold("end");
      settle();
    }, [setHold, settle]),
    stay: useCallback(() => setHold("reader"), [setHold]),
  };
}

function lastTurnOf(content: HTMLElement): HTMLElement | null {
  return content.querySelector<HTMLElement>(":scope > .chat-turn:last-child");
}

/** Pixels by which the content of a turn reaches below the upper edge of the composer; negative above it. */
function depthOf(turn: HTMLElement, composer: HTMLElement | null): number {
  const end = turn.lastElementChild?.getBoundingClientRect().bottom ?? 0;
  const edge = composer ? composer.getBoundingClientRect().top : window.innerHeight;
  return end - edge;
}

function isScrollable(): boolean {
  return document.documentElement.scrollHeight > window.innerHeight;
}
