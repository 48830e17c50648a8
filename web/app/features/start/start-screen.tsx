import { useQueries } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { createChat } from "../../api/chats";
import type { Sample } from "../../api/samples";
import { sourceQuery } from "../../api/source-queries";
import type { Source } from "../../api/sources";
import { FileDrop } from "../../blocks/file-drop";
import { useComposer } from "../../chat/use-composer";
import type { MessageDraft } from "../../chat/use-message-draft";
import { RhumbLines } from "../../ui/rhumb-lines";
import { Skeleton } from "../../ui/skeleton";
import { takeFiles } from "../../util/handed-files";
import { isAddress } from "../../util/is-address";
import { paths } from "../../util/page-paths";
import { AskBox } from "./ask-box";
import { RecentItems } from "./recent-items";
import { SampleGallery } from "./sample-gallery";
import { startScreen as strings } from "./strings";
import { Welcome } from "./welcome";
import { WhatsNew } from "./whats-new";

/** Loaded with the first table. */
const DataPreview = lazy(async () => ({ default: (await import("../../blocks/preview/data-preview")).DataPreview }));

/** Start page: ask, paste, or drop. `initialQuestion` is prefilled, not sent. */
export function StartScreen({ initialQuestion }: { initialQuestion: string }) {
  const navigate = useNavigate();
  const composer = useComposer(
    {
      place: "start",
      initialText: initialQuestion,
      chatId: null,
      newChat: {
        create: (model) => createChat({ model }),
        onAccepted: (chatId) => void navigate(paths.chat(chatId)),
      },
      staysShown: true,
    },
    { turns: null, leaf: null },
  );
  const { draft, sendDraft, sending } = composer;
  const { attachments } = draft;
  const tables = useTables(draft);
  const isBusy = sending !== null || attachments.isBusy;

  const addHandedFiles = useEffectEvent(() => {
    const files = takeFiles();
    if (files.length > 0) attachments.addFiles([...files]);
  });
  useEffect(() => addHandedFiles(), []);

  function ask(text: string) {
    draft.setText(text);
    void sendDraft({ text });
  }

  /** The question and its data are in the box first: a refusal loses neither. */
  async function askSample(sample: Sample, text: string) {
    draft.setText(text);
    const copies = await attachments.addSample(sample.name, sample.title);
    if (copies.length > 0) void sendDraft({ text, sources: copies });
    window.scrollTo({ top: 0, behavior: "smooth" });
  }

  return (
    <div className="relative flex-1">
      <FileDrop onDrop={attachments.addFiles} />
      <div className="relative isolate overflow-hidden">
        <RhumbLines className="-top-[27rem] left-1/2 -z-10 w-[64rem] max-w-none -translate-x-1/2 opacity-70" />
        <div className="mx-auto w-full max-w-3xl px-5 pt-12 pb-14 sm:px-8 sm:pt-20 lg:pt-28">
          <h1 className="text-center font-serif text-4xl tracking-tight sm:text-5xl">{strings.whatDoYouWantTo}</h1>
          <p className="mx-auto mt-3 mb-8 max-w-md text-center text-soft">{strings.askAboutYourDataEvery}</p>
          <AskBox
            composer={composer}
            onAsk={() => {
              if (isAddress(draft.text) && draft.written.sources.length === 0) {
                void navigate(paths.newBoard(draft.text.trim()));
              } else void sendDraft();
            }}
          />
        </div>
      </div>
      <div className="mx-auto flex w-full max-w-5xl flex-col gap-14 px-5 pb-16 sm:px-8">
        {tables.length > 0 ? (
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-2xl" />}>
            <DataPreview sources={tables} isDisabled={isBusy} onAsk={ask} />
          </Suspense>
        ) : (
          <>
            <Welcome />
            <WhatsNew />
            <SampleGallery
              isDisabled={isBusy}
              onAsk={(sample, text) => void askSample(sample, text)}
              onUse={(sample) => {
                void attachments.addSample(sample.name, sample.title);
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

/** The tables of the draft, also those from before a reload. */
function useTables({ kept, attachments }: MessageDraft): readonly Source[] {
  const loaded = useQueries({ queries: kept.map(({ id }) => sourceQuery(id)) });
  return [...loaded.flatMap(({ data }) => (data && data.columns.length > 0 ? [data] : [])), ...attachments.tables];
}
