import { Redo2, Undo2 } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { Chart } from "../../api/charts";
import type { ShownMark } from "../../charts/view/marks";
import { chartData } from "../../charts/view/shown-chart";
import { LeaveGuard } from "../../drafts/leave-guard";
import { SaveNote } from "../../drafts/save-note";
import { Button, IconButton } from "../../ui/button";
import { ChartConflict } from "./chart-conflict";
import { EditablePicture } from "./parts/editable-picture";
import { EditableTitle } from "./parts/editable-title";
import { documentOf } from "./saved-document";
import { shownDocument } from "./shown-document";
import { editorHeader as headerText, inPlaceEditor as text } from "./strings";
import { useChartDraft } from "./use-chart-draft";
import { useEditor } from "./use-editor";
import { useEditorKeys } from "./use-editor-keys";

/** Milliseconds after a change until it is a version. */
const versionAfterMs = 900;

export interface InPlaceEditorProps {
  chart: Chart;
  onDone: () => void;
}

/** The chart of a page, edited where it is drawn; every change becomes a version of its own. */
export function InPlaceEditor({ chart, onDone }: InPlaceEditorProps) {
  const [opened] = useState(chart);
  const [first] = useState(() => documentOf(chart));
  const { document, change, undo, redo } = useEditor(first);
  const { draft, theirs } = useChartDraft(first, opened, document, change, versionAfterMs);
  const leaving = useRef(false);
  const rows = { data: opened.data, query: opened.query };
  const { kind, title, description, spec, annotations } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of the chart that was opened
  const shown = useMemo(
    () => shownDocument({ kind, title, description, spec, annotations }, rows),
    [kind, title, description, spec, annotations],
  );
  const data = useMemo(() => chartData(shown), [shown]);
  useEditorKeys({ undo, redo, save: () => void draft.save() });
  async function finish() {
    if (draft.isChanged && !(await draft.save())) return;
    onDone();
  }
  return (
    <section aria-label={text.editChart}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-64 font-semibold text-lg leading-snug tracking-tight">
          <EditableTitle document={document} change={change} />
        </div>
        <SaveNote draft={draft} onSave={() => void draft.save()} className="min-w-0 truncate" />
        <IconButton label={headerText.undo} disabled={undo === null} onClick={() => undo?.()}>
          <Undo2 aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={headerText.redo} disabled={redo === null} onClick={() => redo?.()}>
          <Redo2 aria-hidden className="size-4" />
        </IconButton>
        <Button size="small" look="primary" onClick={() => void finish()}>
          {text.done}
        </Button>
      </div>
      <p className="mb-3 text-soft text-sm">{text.selectAPart}</p>
      <EditablePicture chart={shown} document={document} data={data} change={change} onMarks={ignoreMarks} />
      <LeaveGuard isChanged={draft.isChanged} isLeaving={leaving} />
      {draft.state.status === "conflict" && draft.state.isOpen && theirs.current && (
        <ChartConflict
          mine={{ document, rows }}
          theirs={theirs.current}
          isSaving={false}
          onKeepMine={() => void draft.keepMine()}
          onKeepTheirs={draft.keepTheirs}
          onClose={draft.postpone}
        />
      )}
    </section>
  );
}

const ignoreMarks = (_marks: readonly ShownMark[]) => undefined;
