import { ArrowLeft, Redo2, Undo2 } from "lucide-react";
import { Link } from "react-router";
import { SaveNote, type SaveNoteProps } from "../../drafts/save-note";
import { Button, IconButton } from "../../ui/button";
import { classNames } from "../../util/class-names";
import { editorHeader as text } from "./strings";

export interface EditorHeaderProps {
  title: string;
  backTo: string;
  undo: (() => void) | null;
  redo: (() => void) | null;
  draft: SaveNoteProps["draft"];
  isNew: boolean;
  onSave: () => void;
}

export function EditorHeader({ title, backTo, undo, redo, draft, isNew, onSave }: EditorHeaderProps) {
  const isQuiet = draft.state.status === "idle" && !draft.isRestored;
  return (
    <header className="sticky top-0 z-20 flex items-center gap-2 border-line border-b bg-paper/90 px-3 py-2 backdrop-blur-md sm:px-5">
      <Link
        to={backTo}
        aria-label={isNew ? text.backToCharts : text.backToChart}
        className="inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-surface hover:text-ink dark:hover:bg-raised"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 dir="auto" className="min-w-0 flex-1 truncate font-medium text-sm">
        {title || text.newChart}
      </h1>
      <SaveNote
        draft={draft}
        onSave={onSave}
        // On a phone the title needs the room, and the button tells whether there is something to save.
        className={classNames("min-w-0 truncate max-sm:max-w-32", isQuiet && "max-sm:sr-only")}
      />
      <IconButton label={text.undo} disabled={undo === null} onClick={() => undo?.()}>
        <Undo2 aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={text.redo} disabled={redo === null} onClick={() => redo?.()}>
        <Redo2 aria-hidden className="size-4" />
      </IconButton>
      <Button
        look="primary"
        size="small"
        isPending={draft.state.status === "saving"}
        disabled={!draft.isChanged}
        onClick={onSave}
      >
        {text.save}
      </Button>
    </header>
  );
}
