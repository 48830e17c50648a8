import type { Source } from "../../api/sources";
import { Dialog } from "../../ui/dialog";
import { SourceWords } from "./source-words";
import { wordsDialog as text } from "./strings";

/** The words of a table in a window. */
export function WordsDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={text.title(source.name)} className="max-w-4xl">
      <div className="px-6 pt-4 pb-6">
        <SourceWords source={source} />
      </div>
    </Dialog>
  );
}
