import { CircleAlert, FileText, LoaderCircle, Table2, X } from "lucide-react";
import { classNames } from "../util/class-names";
import { Progress } from "./progress";
import { attachmentChip as strings } from "./strings";

export interface AttachmentChipProps {
  name: string;
  /** "uploading" with the share of bytes sent; the note of "failed" contains advice. */
  status: "uploading" | "reading" | "ready" | "failed";
  share?: number;
  note?: string;
  onRemove: () => void;
}

/** A file, table or page that goes with a message. */
export function AttachmentChip({ name, status, share, note, onRemove }: AttachmentChipProps) {
  const hasFailed = status === "failed";
  const Icon = { uploading: FileText, reading: LoaderCircle, ready: Table2, failed: CircleAlert }[status];
  return (
    <li
      className={classNames(
        "flex max-w-full items-center gap-2.5 rounded-lg border py-1.5 pr-1 pl-2.5 text-sm",
        hasFailed ? "border-danger/35 bg-danger-wash" : "border-line bg-surface",
      )}
    >
      <Icon
        aria-hidden
        className={classNames(
          "size-4 shrink-0",
          status === "reading" && "animate-spin",
          hasFailed ? "text-danger" : status === "ready" ? "text-accent" : "text-faint",
        )}
      />
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        {status === "uploading" && (
          <Progress label={strings.uploading(name)} share={share ?? null} className="mt-1 w-36" />
        )}
        {status !== "uploading" && (
          <span role="status" className={classNames("block text-xs", hasFailed ? "text-danger" : "text-faint")}>
            {status === "reading" ? strings.reading(name) : note}
          </span>
        )}
      </span>
      <button
        type="button"
        aria-label={strings.remove(name)}
        onClick={onRemove}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-faint transition-colors duration-100 hover:bg-line/60 hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </li>
  );
}
