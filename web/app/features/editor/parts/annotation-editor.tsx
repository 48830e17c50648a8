import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../ui/button";
import { SmallArea } from "../../../ui/select-field";
import { annotationEditor as text } from "../strings";
import { nudge, withAnnotation, withOffset, withoutAnnotation } from "./annotation-edits";
import type { PartFormProps } from "./part-popover";

const moves = [
  { key: "ArrowLeft", label: text.moveLeft, Icon: ArrowLeft },
  { key: "ArrowUp", label: text.moveUp, Icon: ArrowUp },
  { key: "ArrowDown", label: text.moveDown, Icon: ArrowDown },
  { key: "ArrowRight", label: text.moveRight, Icon: ArrowRight },
];

/** Words and place of an annotation. */
export function AnnotationEditor({ document, change, part, onClose, id }: PartFormProps & { id: string }) {
  const annotation = document.annotations.find((each) => each.id === id);
  if (!annotation) return null;
  return (
    <div className="flex flex-col gap-3">
      <SmallArea
        label={text.text}
        rows={2}
        maxLength={500}
        value={annotation.text}
        onType={(words) =>
          change((before) => withAnnotation(before, id, (each) => ({ ...each, text: words })), `annotation.${id}`)
        }
      />
      <div className="flex flex-wrap items-center gap-1">
        {moves.map(({ key, label, Icon }) => (
          <IconButton key={key} label={label} onClick={() => nudge(change, part, key)}>
            <Icon aria-hidden className="size-4" />
          </IconButton>
        ))}
        {annotation.offset && (
          <Button size="small" look="quiet" onClick={() => change((before) => withOffset(before, id, null))}>
            {text.placeAutomatically}
          </Button>
        )}
        <IconButton
          label={text.remove}
          className="ml-auto"
          onClick={() => {
            change((before) => withoutAnnotation(before, id));
            onClose();
          }}
        >
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
