import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { decodeRecorded, type RecordedEvent } from "../stream/decode.ts";
import { type ChatState, fold, stateOf } from "../stream/fold.ts";
import { Button } from "../ui/button.tsx";
import { ChartSkeleton } from "../ui/chart-skeleton.tsx";
import { classNames } from "../util/class-names.ts";
import { Answer } from "./answer.tsx";
import { MessageWords } from "./message-words.tsx";
import { recordedAnswer as text } from "./strings";

/** The events of one turn as the stream of a real server sent them, each with its time. */
export interface Recording {
  events: readonly TimedEvent[];
}

export interface TimedEvent extends RecordedEvent {
  /** Milliseconds since the first event. */
  at: number;
}

/** The longest wait between two events, in milliseconds: the model's own pauses tell a visitor nothing. */
const longestWaitMs = 700;

/** Returns when each event is played, in milliseconds after the first. */
function paced(events: readonly TimedEvent[]): number[] {
  let [time, before] = [0, 0];
  return events.map(({ at }) => {
    time += Math.min(at - before, longestWaitMs);
    before = at;
    return time;
  });
}

const NO_ACTIONS = { send: null, retry: null };

/** Plays a recorded turn with the product's own fold and blocks. Who asked for less motion sees its end at once. */
export function RecordedAnswer({ recording, className }: { recording: Recording; className?: string }) {
  const [{ state }, setPlayed] = useState(() => playTo(NOTHING, recording.events, 1));
  const [run, setRun] = useState(0);
  const isOver = state.chat.turns[0]?.outcome != null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new run plays the same recording again
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setPlayed(playTo(NOTHING, recording.events, recording.events.length));
      return;
    }
    const start = performance.now();
    const times = paced(recording.events);
    let frame = requestAnimationFrame(function play() {
      const passed = performance.now() - start;
      const played = times.findIndex((time) => time > passed);
      const count = played < 0 ? recording.events.length : played;
      setPlayed((before) => playTo(before, recording.events, count));
      if (count < recording.events.length) frame = requestAnimationFrame(play);
    });
    return () => cancelAnimationFrame(frame);
  }, [recording, run]);

  const turn = state.chat.turns[0];
  if (!turn) return null;
  const hasChart = turn.blocks.some(({ type }) => type === "chart");
  return (
    <div className={classNames("flex flex-col gap-5", className)}>
      <div className="max-w-[85%] self-end rounded-2xl rounded-br-md bg-surface px-4 py-2.5 leading-relaxed dark:bg-line/40">
        <MessageWords text={turn.message.text} words={turn.understood ?? []} />
      </div>
      <Answer blocks={turn.blocks} open={state.live.open} actions={NO_ACTIONS} origin="recorded" />
      {!isOver && state.live.open === null && (
        <p className="text-faint text-sm">{state.live.progress?.label ?? text.working}</p>
      )}
      {!isOver && !hasChart && (
        <div aria-hidden className="rounded-2xl border border-line bg-raised p-4">
          <ChartSkeleton className="bg-line/40" />
        </div>
      )}
      {isOver && (
        <Button
          look="quiet"
          size="small"
          className="self-start"
          onClick={() => {
            setPlayed(playTo(NOTHING, recording.events, 1));
            setRun(run + 1);
          }}
        >
          <RotateCcw aria-hidden className="size-3.5" /> {text.playAgain}
        </Button>
      )}
    </div>
  );
}

interface Played {
  count: number;
  state: ChatState;
}

const NOTHING: Played = { count: 0, state: stateOf({ id: "recording", title: "", lastEventId: 0, turns: [] }) };

function playTo(before: Played, events: readonly TimedEvent[], count: number): Played {
  if (count <= before.count) return before;
  const state = events
    .slice(before.count, count)
    .reduce((folded, event) => fold(folded, decodeRecorded(event)) ?? folded, before.state);
  return { count, state };
}
