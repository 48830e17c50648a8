import { type FormEvent, useState } from "react";
import type { Source, SourceColumn } from "../../api/sources";
import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { SelectField, SmallField } from "../../ui/select-field";
import { type ColumnChoice, editOf, splitUnit, withChoice, withoutChoice } from "./column-edits";
import { columnCard, columnDialog as text } from "./strings";
import { useColumnEdits } from "./use-column-edits";

const types = Object.entries(columnCard.types).map(([value, label]) => ({ value, label }));

export interface ColumnDialogProps {
  source: Source;
  column: SourceColumn;
  onClose: () => void;
}

/** Name, unit and type of a column, edited by the table's owner. */
export function ColumnDialog({ source, column, onClose }: ColumnDialogProps) {
  const edits = source.edits ?? [];
  const edit = editOf(column.name, edits);
  const [choice, setChoice] = useState<ColumnChoice>({ ...splitUnit(column.name), type: column.type });
  const { save, isPending } = useColumnEdits(source, onClose);
  const change = (part: Partial<ColumnChoice>) => setChoice({ ...choice, ...part });
  const isChosen = edit?.name != null || edit?.type != null;

  function submit(event: FormEvent) {
    event.preventDefault();
    save(withChoice(column.name, choice, edits), text.saved);
  }

  return (
    <Dialog isOpen onClose={onClose} title={text.title(column.name)} description={text.explanation}>
      <form onSubmit={submit} className="flex flex-col gap-4 px-6 pt-4 pb-6">
        <SmallField label={text.name} value={choice.name} onType={(name) => change({ name })} required maxLength={80} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SmallField
            label={text.unit}
            value={choice.unit}
            onType={(unit) => change({ unit })}
            placeholder={text.unitExample}
            maxLength={12}
          />
          <SelectField
            label={text.type}
            value={choice.type}
            choices={types}
            onChoose={(type) => change({ type: type as SourceColumn["type"] })}
          />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2 pt-2">
          {isChosen && edit ? (
            <Button
              size="small"
              disabled={isPending}
              onClick={() => save(withoutChoice(column.name, edits), text.restored)}
            >
              {text.restore(edit.column)}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" look="primary" size="small" isPending={isPending}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
