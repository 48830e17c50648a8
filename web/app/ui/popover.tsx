import { Popover as Primitive } from "radix-ui";
import type { CSSProperties, ReactNode, RefObject } from "react";

export interface PopoverProps {
  /** Accessible name. */
  label: string;
  /** Place of what it is about, within the nearest positioned element. */
  anchor?: CSSProperties;
  /** The element that it is about, in place of `anchor`. */
  anchorElement?: HTMLElement;
  /** Gets the focus back when it closes. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A small form beside a part of a picture. Escape and a press elsewhere close it. */
export function Popover({ label, anchor, anchorElement, returnFocus, onClose, children }: PopoverProps) {
  return (
    <Primitive.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      {anchorElement ? (
        <Primitive.Anchor virtualRef={{ current: anchorElement }} />
      ) : (
        <Primitive.Anchor className="pointer-events-none absolute" style={anchor} />
      )}
      <Primitive.Portal>
        <Primitive.Content
          aria-label={label}
          side="bottom"
          align="center"
          sideOffset={8}
          collisionPadding={10}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus.current?.focus({ preventScroll: true });
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.25rem)] animate-rise overflow-y-auto rounded-xl border border-line bg-raised p-4 text-sm shadow-floating"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
