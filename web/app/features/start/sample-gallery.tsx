import { useQuery } from "@tanstack/react-query";
import { CornerDownRight } from "lucide-react";
import { type Sample, samplesQuery } from "../../api/samples";
import { Card } from "../../ui/card";
import { LoadingNote, Skeleton } from "../../ui/skeleton";
import { sampleGallery as text } from "./strings";

export interface SampleGalleryProps {
  isDisabled: boolean;
  /** Asks a ready question over the sample at once. */
  onAsk: (sample: Sample, question: string) => void;
  /** Attaches the sample, for a question of one's own. */
  onUse: (sample: Sample) => void;
}

/** Tables to try the product with. Nothing is shown where the server offers none. */
export function SampleGallery({ isDisabled, onAsk, onUse }: SampleGalleryProps) {
  const { data: samples, isPending, isError } = useQuery(samplesQuery());
  if (isError || samples?.length === 0) return null;
  return (
    <section aria-labelledby="samples-title">
      <h2 id="samples-title" className="mb-4 font-medium text-sm text-soft">
        {text.noDataAtHandTry}
      </h2>
      {isPending && <LoadingNote>{text.loadingSamples}</LoadingNote>}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {isPending && ["a", "b", "c"].map((key) => <SamplePlaceholder key={key} />)}
        {samples?.map((sample) => (
          <li key={sample.name} className="min-w-0 sm:max-lg:nth-3:col-span-2">
            <SampleCard sample={sample} isDisabled={isDisabled} onAsk={onAsk} onUse={onUse} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SampleCard({ sample, isDisabled, onAsk, onUse }: SampleGalleryProps & { sample: Sample }) {
  return (
    <Card className="flex h-full flex-col">
      <div className="flex-1 px-5 pt-4 pb-3">
        <h3 className="font-serif text-lg tracking-tight">{sample.title}</h3>
        <p className="mt-1 line-clamp-3 text-soft text-sm">{sample.description}</p>
      </div>
      <ul className="px-2">
        {sample.questions.slice(0, 3).map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={isDisabled}
              onClick={() => onAsk(sample, question)}
              className="flex w-full gap-2 rounded-lg px-3 py-2 text-left text-sm transition-colors duration-100 hover:bg-accent-wash hover:text-accent-strong disabled:pointer-events-none disabled:opacity-55"
            >
              <CornerDownRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              {question}
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-center justify-between gap-3 border-line border-t px-5 py-2.5">
        <span className="min-w-0 text-faint text-xs">{sample.licence}</span>
        <button
          type="button"
          disabled={isDisabled}
          onClick={() => onUse(sample)}
          className="shrink-0 rounded font-medium text-accent text-xs underline-offset-4 hover:underline"
        >
          {text.askYourOwn}
          <span className="sr-only"> {text.questionAbout(sample.title)}</span>
        </button>
      </div>
    </Card>
  );
}

function SamplePlaceholder() {
  return (
    <li className="min-w-0">
      <Card className="flex flex-col gap-3 p-5">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-10" />
        <Skeleton className="mt-3 h-6" />
        <Skeleton className="h-6 w-4/5" />
        <Skeleton className="h-6 w-3/5" />
      </Card>
    </li>
  );
}
