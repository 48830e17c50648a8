import { Popover as Primitive } from "radix-ui";
import type { CSSProperties, ReactNode, RefObject } from "react";

export interface PopoverProps {
  /** Accessible name. */
  label: string;
  /** Place of what it is about, within the nearest positioned element. */
  anchor?: CSSProperties;
  /** The element that it is about, in place of `anchor`. */
  anchorElement?: HTMLElement;
  /** Below what it is about, unless it is named. */
  side?: "bottom" | "right";
  /** Height at the top of the window, in pixels, that it doesn't cover. */
  clearTop?: number;
  /** Gets the focus back when it closes. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** Pixels between a popover and the window. */
const edge = 10;

/** A small form beside a part of a picture. Escape and a press elsewhere close it. */
export function Popover({
  label,
  anchor,
  anchorElement,
  side = "bottom",
  clearTop = 0,
  returnFocus,
  onClose,
  children,
}: PopoverProps) {
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
          side={side}
          align="center"
          sideOffset={8}
          collisionPadding={{ top: Math.max(edge, clearTop), right: edge, bottom: edge, left: edge }}
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
