import { useQuery } from "@tanstack/react-query";
import { CornerDownRight } from "lucide-react";
import { type Sample, samplesQuery } from "../../api/samples.ts";
import { sampleSource } from "../../api/sources.ts";
import { useApiMutation } from "../../api/use-api-mutation.ts";
import type { Written } from "../../chat/draft.ts";
import { RhumbLines } from "../../ui/rhumb-lines.tsx";
import { emptyChat as text } from "./strings";

export interface EmptyChatProps {
  isDisabled: boolean;
  onAsk: (written: Written) => void;
}

/** A chat without a message: what to do first, with questions that can be asked at once. */
export function EmptyChat({ isDisabled, onAsk }: EmptyChatProps) {
  const { data: samples = [] } = useQuery(samplesQuery());
  const { run: openSample } = useApiMutation({
    run: ({ sample }: { sample: Sample; question: string }) => sampleSource(sample.name),
    failed: text.couldntOpenTheSample,
    onDone: (sources, { question }) => onAsk({ text: question, sources }),
  });
  return (
    <section className="relative isolate flex flex-1 flex-col items-center justify-center overflow-hidden px-4 py-16 text-center">
      <RhumbLines className="top-1/2 left-1/2 -z-10 w-[56rem] max-w-none -translate-x-1/2 -translate-y-1/2" />
      <h2 className="font-serif text-3xl tracking-tight">{text.whatDoYouWantTo}</h2>
      <p className="mt-3 max-w-md text-soft">{text.addATableWithThe}</p>
      {samples.length > 0 && (
        <>
          <p className="mt-8 text-faint text-sm">{text.orTryOneOfThese}</p>
          <ul className="mt-3 flex max-w-2xl flex-wrap justify-center gap-2">
            {samples.slice(0, 4).flatMap((sample) =>
              sample.questions.slice(0, 1).map((question) => (
                <li key={sample.name} className="max-w-full">
                  <button
                    type="button"
                    disabled={isDisabled}
                    title={`${sample.title}: ${sample.description}`}
                    onClick={() => openSample({ sample, question })}
                    className="flex max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-1.5 text-left text-sm transition-colors duration-100 hover:border-accent/50 hover:bg-accent-wash disabled:text-faint"
                  >
                    <CornerDownRight aria-hidden className="size-3.5 shrink-0 text-accent" />
                    <span className="truncate">{question}</span>
                  </button>
                </li>
              )),
            )}
          </ul>
        </>
      )}
    </section>
  );
}
