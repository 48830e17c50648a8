import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { Source } from "../../api/sources";

const WordsDialog = lazy(async () => ({ default: (await import("./words-dialog")).WordsDialog }));

export interface WordsButtonProps extends Omit<ComponentProps<"button">, "onClick" | "type"> {
  source: Source;
}

/** Opens the words of a table; the dialog is loaded by then. */
export function WordsButton({ source, ...rest }: WordsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} {...rest} />
      {isOpen && (
        <Suspense fallback={null}>
          <WordsDialog source={source} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
