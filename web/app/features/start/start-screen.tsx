import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { configQuery } from "../../api/config";
import type { Sample } from "../../api/samples";
import { useAttachments } from "../../api/use-attachments";
import { FileDrop } from "../../blocks/file-drop";
import { RhumbLines } from "../../ui/rhumb-lines";
import { Skeleton } from "../../ui/skeleton";
import { isAddress } from "../../util/is-address";
import { paths } from "../../util/page-paths";
import { AskBox } from "./ask-box";
import { RecentItems } from "./recent-things";
import { SampleGallery } from "./sample-gallery";
import { startScreen as strings } from "./strings";
import { useAsk } from "./use-ask";
import { Welcome } from "./welcome";
import { WhatsNew } from "./whats-new";

/** Loaded with the first table. */
const DataPreview = lazy(async () => ({ default: (await import("../../blocks/preview/data-preview")).DataPreview }));

/** Start page: ask, paste, or drop. `initialQuestion` is prefilled, not sent. */
export function StartScreen({ initialQuestion }: { initialQuestion: string }) {
  const navigate = useNavigate();
  const [question, setQuestion] = useState(initialQuestion);
  const [model, setModel] = useState<string>();
  const { data: config } = useQuery(configQuery());
  const models = config?.models ?? [];
  const sources = useAttachments();
  const { ask, isAsking, failure } = useAsk((chatId) => void navigate(paths.chat(chatId)));

  /** The question and its data are in the box first: a refusal loses neither. */
  async function askSample(sample: Sample, text: string) {
    setQuestion(text);
    const copies = await sources.addSample(sample.name, sample.title);
    if (copies.length > 0) await ask(text, { sourceIds: copies.map(({ id }) => id), model });
    window.scrollTo({ top: 0, behavior: "smooth" });
  }

  function askAboutTable(text: string) {
    setQuestion(text);
    void ask(text, { sourceIds: sources.sourceIds, model });
  }

  return (
    <div className="relative flex-1">
      <FileDrop onDrop={sources.addFiles} />
      <div className="relative isolate overflow-hidden">
        <RhumbLines className="-top-[27rem] left-1/2 -z-10 w-[64rem] max-w-none -translate-x-1/2 opacity-70" />
        <div className="mx-auto w-full max-w-3xl px-5 pt-12 pb-14 sm:px-8 sm:pt-20 lg:pt-28">
          <h1 className="text-center font-serif text-4xl tracking-tight sm:text-5xl">{strings.whatDoYouWantTo}</h1>
          <p className="mx-auto mt-3 mb-8 max-w-md text-center text-soft">{strings.askAboutYourDataEvery}</p>
          <AskBox
            question={question}
            onQuestionChange={setQuestion}
            sources={sources}
            isAsking={isAsking}
            failure={failure}
            models={models}
            model={model}
            onModelChange={setModel}
            onAsk={() => {
              if (isAddress(question) && sources.sourceIds.length === 0) void navigate(paths.newBoard(question.trim()));
              else void ask(question, { sourceIds: sources.sourceIds, model });
            }}
          />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-14 px-5 pb-16 sm:px-8">
        {sources.tables.length > 0 ? (
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-2xl" />}>
            <DataPreview sources={sources.tables} isDisabled={isAsking || sources.isBusy} onAsk={askAboutTable} />
          </Suspense>
        ) : (
          <>
            <Welcome />
            <WhatsNew />
            <SampleGallery
              isDisabled={isAsking || sources.isBusy}
              onAsk={(sample, text) => void askSample(sample, text)}
              onUse={(sample) => {
                void sources.addSample(sample.name, sample.title);
                window.scrollTo({ top: 0, behavior: "smooth" });
              }}
            />
          </>
        )}
        <RecentItems />
      </div>
    </div>
  );
}
