import { MessageSquarePlus, X } from "lucide-react";
import type { Annotation } from "../../charts/draw-request";
import type { ChartDocument } from "../../charts/editing/document";
import { isSameKey, labelOfKey } from "../../charts/same-key";
import type { ShownMark } from "../../charts/view/marks";
import { Button, IconButton } from "../../ui/button";
import { SelectField, SmallField } from "../../ui/select-field";
import { randomId } from "../../util/random-id";
import { annotationFields as strings } from "./strings";
import type { Change } from "./use-editor";

/** Remarks at marks of the drawing. */
export function AnnotationFields({
  document: { annotations },
  marks,
  change,
}: {
  document: ChartDocument;
  marks: readonly ShownMark[];
  change: Change;
}) {
  const places = marks.flatMap(({ label, key }) => (key ? [{ label, key }] : []));
  const replace = (id: string, make: (annotation: Annotation) => Annotation, key?: string) =>
    change(
      (before) => ({ ...before, annotations: before.annotations.map((each) => (each.id === id ? make(each) : each)) }),
      key,
    );
  const [firstPlace] = places;
  return (
    <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
      <legend className="sr-only">{strings.annotations}</legend>
      <div className="flex items-center justify-between gap-3">
        <p aria-hidden className="font-medium text-sm">
          {strings.annotations}
        </p>
        <Button
          size="small"
          look="quiet"
          disabled={!firstPlace}
          onClick={() =>
            firstPlace &&
            change((before) => ({
              ...before,
              annotations: [...before.annotations, { id: randomId(), at: { key: firstPlace.key }, text: "" }],
            }))
          }
        >
          <MessageSquarePlus aria-hidden className="size-4" /> {strings.add}
        </Button>
      </div>
      {!firstPlace && annotations.length === 0 && <p className="text-faint text-xs">{strings.thisChartHasNoData}</p>}
      <ul className="flex flex-col gap-3">
        {annotations.map(({ id, at, text }, index) => {
          const found = "key" in at ? places.findIndex(({ key }) => isSameKey(key, at.key)) : -1;
          return (
            <li key={id} className="flex items-end gap-2 rounded-xl border border-line p-3">
              <div className="grid min-w-0 flex-1 gap-2">
                <SelectField
                  label={strings.at}
                  value={found < 0 ? labelOfPlace(at) : String(found)}
                  choices={places.map(({ label }, place) => ({ value: String(place), label }))}
                  onChoose={(value) => {
                    const place = places[Number(value)];
                    if (place) replace(id, (before) => ({ ...before, at: { key: place.key } }));
                  }}
                />
                <SmallField
                  label={strings.text}
                  value={text}
                  maxLength={500}
                  onType={(value) => replace(id, (before) => ({ ...before, text: value }), `annotation.${id}`)}
                />
              </div>
              <IconButton
                label={strings.removeAnnotation(index + 1)}
                onClick={() =>
                  change((before) => ({
                    ...before,
                    annotations: before.annotations.filter((each) => each.id !== id),
                  }))
                }
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}

function labelOfPlace(at: Annotation["at"]): string {
  return labelOfKey(
    "key" in at ? at.key : { ...(at.x !== undefined && { x: at.x }), ...(at.y !== undefined && { y: at.y }) },
  );
}
