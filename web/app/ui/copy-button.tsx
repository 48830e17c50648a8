import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { classNames } from "../util/class-names";
import { copyText } from "../util/clipboard";
import { Button } from "./button";
import { copyButton as strings } from "./strings";
import { notify } from "./toast";

const shownMs = 2_000;

interface CopyButtonProps {
  text: string;
  label?: string;
  /** Draws the button as the main action of its dialog. */
  isPrimary?: boolean;
}

/** Copies a text and shows a brief confirmation. */
export function CopyButton({ text, label = strings.copy, isPrimary = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    if (await copyText(text)) {
      setCopied(true);
      setTimeout(() => setCopied(false), shownMs);
    } else {
      void notify({
        title: strings.couldntCopyToTheClipboard,
        description: strings.selectTheTextAndCopy,
        color: "red",
      });
    }
  }
  return (
    <Button look={isPrimary ? "primary" : "quiet"} size={isPrimary ? "medium" : "small"} onClick={() => void copy()}>
      {isCopied ? (
        <Check aria-hidden className={classNames("size-4", !isPrimary && "text-accent")} />
      ) : (
        <Copy aria-hidden className="size-4" />
      )}
      <span aria-live="polite">{isCopied ? strings.copied : label}</span>
    </Button>
  );
}
