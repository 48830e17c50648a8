import { ChartColumn, Quote, Sparkles } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigationType } from "react-router";
import type { Portolan } from "../../api/portolans";
import { LeaveGuard } from "../../drafts/leave-guard";
import { SaveNote } from "../../drafts/save-note";
import { Button } from "../../ui/button";
import { ChoiceRow } from "../../ui/choice-row";
import { classNames } from "../../util/class-names";
import { ChartPicker } from "./chart-picker";
import { DocumentView } from "./document-view";
import { chartLine, insertInto, nextFootnote } from "./from-answer";
import { PortolanActions } from "./portolan-actions";
import { PortolanConflict } from "./portolan-conflict";
import { portolanEditor as strings } from "./strings";
import { type PortolanText, untitled, usePortolanDraft } from "./use-portolan-draft";

const AssistantPanel = lazy(async () => ({ default: (await import("./assistant-panel")).AssistantPanel }));

const longestTitle = 300;

type Mode = "write" | "read";
type EditorPanel = "none" | "charts" | "assistant";

/** From which width on the words and what readers see stand side by side: the assistant takes a third place. */
const twoColumns = {
  alone: "lg:grid-cols-2 lg:divide-x lg:divide-line",
  withAssistant: "2xl:grid-cols-2 2xl:divide-x 2xl:divide-line",
};
const besideFrom = { alone: "max-lg:hidden", withAssistant: "max-2xl:hidden" };

/** The words on one side, what readers see on the other; saved while one writes. */
export function PortolanEditor({ portolan }: { portolan: Portolan }) {
  const [text, setText] = useState<PortolanText>({ title: portolan.title, markdown: portolan.markdown });
  const { state } = useLocation();
  // A reload keeps the state of the location, but the document isn't new then.
  const isNew = useNavigationType() !== "POP" && state?.isNew === true;
  const [mode, setMode] = useState<Mode>(portolan.markdown === "" || isNew ? "write" : "read");
  const [panel, setPanel] = useState<EditorPanel>("none");
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = usePortolanDraft(portolan, text, setText);
  const leaving = useRef(false);

  function insert(addition: string) {
    const element = area.current;
    const end = text.markdown.length;
    const selection = element ? { start: element.selectionStart, end: element.selectionEnd } : { start: end, end };
    const { markdown, caret } = insertInto(text.markdown, addition, selection);
    goOn(markdown, caret);
  }

  function insertReference() {
    const number = nextFootnote(text.markdown);
    const element = area.current;
    const place = element?.selectionEnd ?? text.markdown.length;
    const markdown = `${text.markdown.slice(0, place)}[^${number}]${text.markdown.slice(place).trimEnd()}\n\n[^${number}]: `;
    goOn(markdown, markdown.length);
  }

  /** Writing goes on at the caret at once: what is typed in the next moment is text already. */
  function goOn(markdown: string, caret: number) {
    flushSync(() => {
      setText({ ...text, markdown });
      setMode("write");
    });
    area.current?.focus();
    area.current?.setSelectionRange(caret, caret);
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{strings.portolan(text.title || untitled)}</title>
      <header className="sticky top-14 z-20 flex flex-wrap items-center gap-x-1 gap-y-2 border-line border-b bg-paper/95 px-5 py-3 backdrop-blur-md lg:top-0 lg:gap-x-3 print:hidden">
        <ChoiceRow
          label={strings.view}
          choices={[
            { id: "write", title: strings.write },
            { id: "read", title: strings.read },
          ]}
          chosen={mode}
          onChoose={setMode}
        />
        {mode === "write" && (
          <>
            <Button size="small" look="quiet" onClick={() => setPanel("charts")}>
              <ChartColumn aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{strings.chart}</span>
            </Button>
            <Button size="small" look="quiet" onClick={insertReference}>
              <Quote aria-hidden className="size-4" />
              <span className="max-sm:sr-only">{strings.reference}</span>
            </Button>
          </>
        )}
        <Button
          size="small"
          look="quiet"
          aria-expanded={panel === "assistant"}
          onClick={() => setPanel(panel === "assistant" ? "none" : "assistant")}
        >
          <Sparkles aria-hidden className="size-4" />
          <span className="max-lg:hidden">{strings.writeWithTheAssistant}</span>
          <span className="max-sm:sr-only lg:hidden">{strings.assistant}</span>
        </Button>
        <SaveNote draft={draft} onSave={() => void draft.save()} className="mr-auto" />
        <PortolanActions
          portolan={{ ...portolan, ...text }}
          onDeleted={() => {
            leaving.current = true;
            draft.discard();
          }}
        />
      </header>
      <div className="flex min-h-0 flex-1 flex-col xl:flex-row">
        <div
          className={classNames(
            "grid min-w-0 flex-1",
            mode === "write" && `print:block ${twoColumns[panel === "assistant" ? "withAssistant" : "alone"]}`,
          )}
        >
          {mode === "write" && (
            <section aria-label={strings.write} className="flex min-w-0 flex-col px-5 py-8 sm:px-8 print:hidden">
              <h1 className="sr-only">{text.title || strings.untitled}</h1>
              <textarea
                aria-label={strings.title}
                rows={1}
                placeholder={strings.untitled}
                dir="auto"
                maxLength={longestTitle}
                value={text.title}
                // A title has one line of text, on as many lines of the screen as it needs.
                onChange={(event) => setText({ ...text, title: event.target.value.replaceAll(/\s*\n\s*/g, " ") })}
                onKeyDown={(event) => {
                  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  area.current?.focus();
                }}
                className="field-sizing-content w-full resize-none overflow-hidden rounded-md bg-transparent font-serif text-2xl tracking-tight placeholder:text-faint sm:text-3xl"
              />
              <textarea
                ref={area}
                aria-label={strings.text}
                // biome-ignore lint/a11y/noAutofocus: a document that was just created is there to be written
                autoFocus={isNew}
                dir="auto"
                placeholder={strings.startWritingUseForHeadings}
                value={text.markdown}
                onChange={(event) => setText({ ...text, markdown: event.target.value })}
                className="field-sizing-content mt-5 min-h-[55dvh] w-full flex-1 resize-none bg-transparent font-mono text-[0.9rem] leading-relaxed outline-none placeholder:text-faint"
              />
            </section>
          )}
          <Preview
            text={text}
            isBeside={mode === "write"}
            className={mode === "write" ? besideFrom[panel === "assistant" ? "withAssistant" : "alone"] : ""}
          />
        </div>
        {panel === "assistant" && (
          <Suspense fallback={null}>
            <AssistantPanel
              documentId={portolan.id}
              document={text}
              onInsert={insert}
              onClose={() => setPanel("none")}
            />
          </Suspense>
        )}
      </div>
      {panel === "charts" && (
        <ChartPicker
          onPick={({ id, title }) => {
            setPanel("none");
            insert(chartLine(id, title));
          }}
          onClose={() => setPanel("none")}
        />
      )}
      <LeaveGuard isChanged={draft.isChanged} save={draft.save} isLeaving={leaving} />
      {draft.state.status === "conflict" && draft.state.isOpen && (
        <PortolanConflict
          mine={text}
          theirs={draft.state.theirs.value}
          onKeepMine={() => void draft.keepMine()}
          onKeepTheirs={draft.keepTheirs}
          onClose={draft.postpone}
        />
      )}
    </div>
  );
}

/** As readers see it; while one types it may be a moment behind. */
function Preview({ text, isBeside, className }: { text: PortolanText; isBeside: boolean; className: string }) {
  const { title, markdown } = useDeferredValue(text);
  const Heading = isBeside ? "h2" : "h1";
  return (
    <section
      aria-label={strings.preview}
      className={classNames("mx-auto w-full min-w-0 max-w-3xl px-5 py-8 sm:px-8", className)}
    >
      <Heading dir="auto" className="mb-6 font-serif text-4xl tracking-tight [overflow-wrap:anywhere]">
        {title || strings.untitled}
      </Heading>
      {markdown.trim() === "" ? (
        <p className="text-faint">{strings.yourTextAndChartsAppear}</p>
      ) : (
        <DocumentView markdown={markdown} />
      )}
    </section>
  );
}
