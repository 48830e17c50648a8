import { EyeOff, Filter, Highlighter, MessageSquarePlus } from "lucide-react";
import { useState } from "react";
import { withSpec } from "../../../charts/editing/document";
import {
  colorField,
  isHighlighted,
  readColor,
  readFilters,
  readMarkColor,
  readNames,
  type Subject,
  shownValue,
  withColor,
  withHighlight,
  withMarkColor,
  withName,
  withOnly,
  withoutFilter,
  withoutValue,
} from "../../../charts/editing/part-edits";
import { writtenCell } from "../../../charts/same-key";
import { Button } from "../../../ui/button";
import { SelectField, SmallField } from "../../../ui/select-field";
import { subjectEditor as text } from "../strings";
import { addAnnotation } from "./annotation-edits";
import { subjectsOf, valuesOf } from "./part";
import type { PartFormProps } from "./part-popover";
import { Swatches } from "./swatches";

/** Edits of a bar, a point, a line, or an entry of a legend. */
export function SubjectEditor({ part, document, data, change, onClose }: PartFormProps) {
  const { spec } = document;
  const subjects = subjectsOf(spec, part);
  const [chosen, setChosen] = useState(0);
  const subject = subjects[chosen] ?? subjects[0];
  const canAnnotate = part.key !== undefined && document.annotations.length < 100;
  return (
    <div className="flex flex-col gap-4">
      {subjects.length > 1 && (
        <SelectField
          label={text.appliesTo}
          value={String(chosen)}
          choices={subjects.map((each, index) => ({ value: String(index), label: nameOf(spec, each) }))}
          onChoose={(value) => setChosen(Number(value))}
        />
      )}
      {subject && <SubjectForm subject={subject} document={document} data={data} change={change} onClose={onClose} />}
      {!subject && (
        <Swatches
          label={text.color}
          color={readMarkColor(spec)}
          onChoose={(color) => change((before) => withSpec(before, withMarkColor(before.spec, color)), "mark.color")}
        />
      )}
      {canAnnotate && part.key && (
        <AnnotateForm
          onAdd={(words) => {
            const { key } = part;
            if (key) change((before) => addAnnotation(before, key, words));
            onClose();
          }}
        />
      )}
    </div>
  );
}

interface SubjectFormProps extends Pick<PartFormProps, "document" | "data" | "change" | "onClose"> {
  subject: Subject;
}

function SubjectForm({ subject, document: { spec }, data, change, onClose }: SubjectFormProps) {
  const { field, value } = subject;
  const canColor = colorField(spec) === field;
  const isOn = isHighlighted(spec, subject);
  const isFiltered = readFilters(spec).some((filter) => filter.field === field);
  const edit = (make: (spec: PartFormProps["document"]["spec"]) => typeof spec, key?: string) =>
    change((before) => withSpec(before, make(before.spec)), key);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {canColor && (
          <Button
            size="small"
            aria-pressed={isOn}
            onClick={() => edit((before) => withHighlight(before, subject, !isOn, valuesOf(data, field)))}
          >
            <Highlighter aria-hidden className="size-4" /> {isOn ? text.removeHighlight : text.highlight}
          </Button>
        )}
        {isFiltered ? (
          <Button size="small" onClick={() => edit((before) => withoutFilter(before, field))}>
            <Filter aria-hidden className="size-4" /> {text.showAll}
          </Button>
        ) : (
          <Button size="small" onClick={() => edit((before) => withOnly(before, subject))}>
            <Filter aria-hidden className="size-4" /> {text.filterToThis}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            edit((before) => withoutValue(before, subject));
            onClose();
          }}
        >
          <EyeOff aria-hidden className="size-4" /> {text.exclude}
        </Button>
      </div>
      {canColor && (
        <Swatches
          label={text.color}
          color={readColor(spec, subject)}
          onChoose={(color) => edit((before) => withColor(before, subject, color), `color.${field}.${value}`)}
        />
      )}
      {typeof value === "string" && (
        <SmallField
          label={text.name}
          value={readNames(spec, field).get(value) ?? value}
          maxLength={200}
          onType={(name) => edit((before) => withName(before, subject, name), `name.${field}.${value}`)}
        />
      )}
    </>
  );
}

function AnnotateForm({ onAdd }: { onAdd: (words: string) => void }) {
  const [words, setWords] = useState("");
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== "") onAdd(words.trim());
      }}
    >
      <div className="min-w-0 flex-1">
        <SmallField label={text.annotation} value={words} maxLength={500} onType={setWords} />
      </div>
      <Button type="submit" size="small" className="h-9" disabled={words.trim() === ""}>
        <MessageSquarePlus aria-hidden className="size-4" /> {text.annotate}
      </Button>
    </form>
  );
}

function nameOf(spec: PartFormProps["document"]["spec"], subject: Subject): string {
  return `${subject.field}: ${writtenCell(shownValue(spec, subject), subject.field)}`;
}
