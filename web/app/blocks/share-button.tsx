import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/button";
import { classNames } from "../util/class-names";
import type { ShareDialogProps } from "./share-dialog";
import { shareButton as text } from "./strings";
import { visibilities } from "./visibilities";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

export interface ShareButtonProps extends Omit<ShareDialogProps, "onClose"> {
  /** For a bar of tools, which hides words where it is narrow. */
  isQuiet?: boolean;
}

/** Opens the sharing of an item. Its icon shows who can see the item now. */
export function ShareButton({ isQuiet = false, ...dialog }: ShareButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { title, Icon } = visibilities[dialog.visibility];
  return (
    <>
      <Button
        look={isQuiet ? "quiet" : "secondary"}
        size="small"
        title={title}
        className={classNames(isQuiet && "!px-2.5")}
        onClick={() => setOpen(true)}
      >
        <Icon aria-hidden className="size-4" />
        <span className={isQuiet ? "max-md:sr-only" : "max-sm:sr-only"}>{text.share}</span>
        <span className="sr-only">{text.state(title)}</span>
      </Button>
      <Suspense fallback={null}>{isOpen && <ShareDialog {...dialog} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
