import { X } from "lucide-react";
import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../util/class-names";
import { IconButton } from "./button";
import { dialog as text } from "./strings";

export interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Read out with the title. */
  description?: string;
  /** Hides title and description from the eye only. */
  isTitleHidden?: boolean;
  className?: string;
  children: ReactNode;
}

/** A window over the page: holds the focus, closes with escape, gives the focus back. */
export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  isTitleHidden = false,
  className,
  children,
}: DialogProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          {...(description === undefined && { "aria-describedby": undefined })}
          className={classNames(
            "fixed inset-x-4 top-[max(1rem,14vh)] z-50 mx-auto max-h-[80dvh] max-w-lg animate-rise overflow-y-auto rounded-2xl border border-line bg-raised shadow-floating",
            className,
          )}
        >
          <div className={isTitleHidden ? "sr-only" : "flex items-start justify-between gap-4 px-6 pt-5"}>
            <div>
              <Primitive.Title className="font-semibold text-lg tracking-tight">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-1 text-soft text-sm">{description}</Primitive.Description>
              )}
            </div>
            {!isTitleHidden && (
              <Primitive.Close asChild>
                <IconButton label={text.close} className="-mr-2 -mt-1">
                  <X aria-hidden className="size-4" />
                </IconButton>
              </Primitive.Close>
            )}
          </div>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A panel that slides in from the left, for small screens. */
export function Drawer({ isOpen, onClose, title, children }: Omit<DialogProps, "className" | "description">) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-slide overflow-y-auto border-line border-r bg-surface"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
