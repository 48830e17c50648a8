import { type KeyboardEvent, useState } from "react";
import type { UnderstoodWord } from "../stream/events.ts";
import { segmentsOf } from "./segments.ts";
import { messageWords as strings } from "./strings";
import "./message-words.css";

export interface MessageWordsProps {
  text: string;
  words: readonly UnderstoodWord[];
  /** Asks again with a word corrected; null if no message can be sent. */
  onCorrect?: ((correction: Correction) => void) | null | undefined;
}

/** A word of a message, and the column that was chosen for it. */
export interface Correction {
  words: string;
  column: string;
  /** The message with the column in place of the word. */
  text: string;
  /** The source that can remember it. */
  sourceId: string | undefined;
}

/** A message whose words are underlined by what became of them; hover, focus or tap explains a word. */
export function MessageWords({ text, words, onCorrect }: MessageWordsProps) {
  const [active, setActive] = useState<number | null>(null);
  // One word is a tab stop; the arrow keys lead to the others.
  const [stop, setStop] = useState(0);
  const segments = segmentsOf(text, words);
  const word = active === null ? undefined : words[active];

  function move(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Escape") setActive(null);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLElement) || event.target.dataset.word === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>("[data-word]");
    buttons[Number(event.target.dataset.word) + step]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles up from the words, which are buttons
    <span
      className="relative block"
      onKeyDown={move}
      onPointerLeave={(event) => {
        if (!event.currentTarget.contains(document.activeElement)) setActive(null);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setActive(null);
      }}
    >
      {segments.map(({ start, part, index }) =>
        index === null ? (
          part
        ) : (
          <button
            key={start}
            type="button"
            data-word={index}
            data-state={words[index]?.state}
            tabIndex={index === stop ? 0 : -1}
            aria-description={explanationOf(words[index])}
            className="message-word"
            onPointerEnter={(event) => event.pointerType === "mouse" && setActive(index)}
            onFocus={() => {
              setStop(index);
              setActive(index);
            }}
            onClick={() => setActive(index)}
          >
            {part}
          </button>
        ),
      )}
      {word && (
        <span className="message-word-note">
          <span>{explanationOf(word)}</span>
          {word.state === "unsure" &&
            onCorrect &&
            word.alternatives?.map((column) => (
              <button
                key={column}
                type="button"
                className="message-word-correction"
                onClick={() =>
                  onCorrect({
                    words: word.text,
                    column,
                    text: text.slice(0, word.start) + column + text.slice(word.end),
                    sourceId: word.sourceId,
                  })
                }
              >
                {strings.takeColumn(column)}
              </button>
            ))}
        </span>
      )}
    </span>
  );
}

function explanationOf(word: UnderstoodWord | undefined): string | undefined {
  if (!word) return undefined;
  if (word.state === "unused") return strings.notUsed(word.text);
  const meaning = word.meaning ?? word.text;
  return word.state === "unsure" ? strings.probably(word.text, meaning) : strings.means(word.text, meaning);
}
