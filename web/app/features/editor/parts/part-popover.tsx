import type { CSSProperties, RefObject } from "react";
import type { ShownMark } from "../../../charts/view/marks";
import { Popover } from "../../../ui/popover";
import { partPopover as text } from "../strings";
import { AnnotationEditor } from "./annotation-editor";
import { AxisEditor } from "./axis-editor";
import { LegendEditor } from "./legend-editor";
import type { PartEdit } from "./part";
import { SubjectEditor } from "./subject-editor";

export interface PartPopoverProps extends PartEdit {
  part: ShownMark;
  anchor: CSSProperties;
  /** The picture, whose title above it stays in sight. */
  picture: RefObject<HTMLElement | null>;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The form of one part of a chart. */
export function PartPopover({ part, anchor, picture, returnFocus, onClose, ...edit }: PartPopoverProps) {
  return (
    <Popover
      label={text.edit(part.label)}
      anchor={anchor}
      side={hasRoomBeside(part) ? "right" : "bottom"}
      clearTop={picture.current?.getBoundingClientRect().top ?? 0}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      <p dir="auto" className="mb-3 font-medium leading-snug">
        {part.label}
      </p>
      <PartForm part={part} onClose={onClose} {...edit} />
    </Popover>
  );
}

/** Beside what is upright, where the window is wide enough: below it, a tall bar would leave little height. */
function hasRoomBeside({ left, top, right, bottom }: ShownMark): boolean {
  return bottom - top > right - left && matchMedia("(width >= 48rem)").matches;
}

export interface PartFormProps extends PartEdit {
  part: ShownMark;
  onClose: () => void;
}

function PartForm(props: PartFormProps) {
  const { target } = props.part;
  switch (target?.on) {
    case "axis":
      return <AxisEditor {...props} channel={target.channel} />;
    case "legend":
      return <LegendEditor {...props} />;
    case "annotation":
      return <AnnotationEditor {...props} id={target.id} />;
    case "value":
    case undefined:
      return <SubjectEditor {...props} />;
  }
}
