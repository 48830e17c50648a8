import { Link2, MessageSquareText, StickyNote } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button";
import { inputClass } from "../../ui/field";
import { classNames } from "../../util/class-names";
import { addNote, addPage } from "./add-sources";
import { useBoard } from "./board-tools";
import { askAboutSelection } from "./canvas/use-keys";
import { emptyHint as strings } from "./strings";
import { useBoardView } from "./use-board-view";

/** Empty state of a board; hidden while its chat is filling it. */
export function EmptyHint({ isFilling }: { isFilling: boolean }) {
  const board = useBoard();
  const { document } = useBoardView(board.store);
  const [url, setUrl] = useState("");
  if (document.nodes.size > 0 || isFilling || !board.isEditable) return null;

  function read(event: FormEvent) {
    event.preventDefault();
    const text = url.trim();
    if (text === "") return;
    setUrl("");
    void addPage(board, /^https?:/i.test(text) ? text : `https://${text}`);
  }

  return (
    <div className="pointer-events-none absolute inset-x-4 top-1/2 mx-auto flex max-w-md -translate-y-1/2 flex-col items-center text-center">
      <h2 className="font-serif text-2xl tracking-tight">{strings.emptyBoard}</h2>
      <p className="mt-2 text-soft">{strings.dropFilesPasteALink}</p>
      <form onSubmit={read} className="pointer-events-auto mt-5 flex w-full gap-2">
        <input
          aria-label={strings.pageUrl}
          placeholder={strings.placeholder}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          className={classNames(inputClass, "h-10 px-3 text-sm")}
        />
        <Button look="primary" type="submit">
          <Link2 aria-hidden className="size-4" /> {strings.addPage}
        </Button>
      </form>
      <div className="pointer-events-auto mt-3 flex gap-2">
        <Button size="small" onClick={() => addNote(board)}>
          <StickyNote aria-hidden className="size-4" /> {strings.addNote}
        </Button>
        <Button size="small" onClick={() => askAboutSelection(board)}>
          <MessageSquareText aria-hidden className="size-4" /> {strings.askAQuestion}
        </Button>
      </div>
    </div>
  );
}
