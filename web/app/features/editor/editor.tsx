import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Chart } from "../../api/charts";
import type { ChartDocument } from "../../charts/editing/document";
import { isTextValid } from "../../charts/editing/document";
import { startSpec } from "../../charts/editing/starter";
import type { ShownMark } from "../../charts/view/marks";
import { LeaveGuard } from "../../drafts/leave-guard";
import { Tabs } from "../../ui/tabs";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { ChartConflict } from "./chart-conflict";
import { EditorHeader } from "./editor-header";
import { FormPanel } from "./form-panel";
import { JsonPanel } from "./json-panel";
import { PreviewPanel } from "./preview-panel";
import { QueryPanel } from "./query-panel";
import { SentenceBox } from "./sentence-box";
import { editor as text } from "./strings";
import { useChartDraft } from "./use-chart-draft";
import { useEditor } from "./use-editor";
import { useEditorKeys } from "./use-editor-keys";
import { isReadyToCheck, useRows, useServerCheck } from "./use-rows";

export interface EditorProps {
  first: ChartDocument;
  /** The chart that is edited; null if it is a new one. */
  origin: Chart | null;
}

/** Form, JSON, query and sentences over one document, with a live drawing beside them. */
export function Editor({ first, origin }: EditorProps) {
  const editor = useEditor(first);
  const { document, change } = editor;
  const [known] = useState(() => origin && { query: first.query, rows: { data: origin.data, query: origin.query } });
  const { rows, error: rowsError, isRunning } = useRows(document.query, known);
  const problems = useServerCheck(document, isReadyToCheck(document, rows), origin?.id);
  const [marks, setMarks] = useState<readonly ShownMark[]>([]);
  const navigate = useNavigate();
  const leaving = useRef(false);
  const columns = rows?.data?.columns ?? [];
  const { draft, createdId, theirs } = useChartDraft(first, origin, document, change);
  const isSaving = draft.state.status === "saving";

  async function save() {
    if (!isTextValid(document)) {
      void notify({
        title: text.invalidJson,
        description: text.fixTheMarkedErrorsThen,
        color: "red",
      });
      return;
    }
    await finish(draft.save());
  }

  async function finish(saving: Promise<boolean>) {
    if (!(await saving)) return;
    if (createdId.current !== null) {
      leaving.current = true;
      void notify({ title: text.chartSaved, color: "green" });
      await navigate(paths.chart(createdId.current));
    }
  }

  useEditorKeys({ undo: editor.undo, redo: editor.redo, save: () => void save() });
  useEffect(() => {
    window.document.title = text.editorPortolan(document.title || text.newChart);
  }, [document.title]);

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <EditorHeader
        title={document.title}
        backTo={origin === null ? paths.charts() : paths.chart(origin.id)}
        undo={editor.undo}
        redo={editor.redo}
        draft={draft}
        isNew={origin === null}
        onSave={() => void save()}
      />
      <div className="flex flex-1 flex-col-reverse gap-6 px-4 py-5 sm:px-6 lg:grid lg:grid-cols-[minmax(23rem,27rem)_minmax(0,1fr)] lg:items-start lg:gap-8">
        <section aria-label={text.editChart} className="flex min-w-0 flex-col gap-5">
          {document.query !== null && <SentenceBox document={document} change={change} />}
          <Tabs
            label={text.editingMode}
            tabs={[
              {
                id: "form",
                title: text.form,
                content: (
                  <FormPanel
                    document={document}
                    columns={columns}
                    marks={marks}
                    change={change}
                    onKind={(kind) =>
                      change((before) => ({
                        ...before,
                        kind,
                        typed: null,
                        spec: startSpec(kind, columns, before.title),
                      }))
                    }
                  />
                ),
              },
              {
                id: "json",
                title: "JSON",
                content: <JsonPanel document={document} columns={columns} problems={problems} change={change} />,
              },
              ...(document.query === null
                ? []
                : [
                    {
                      id: "query",
                      title: text.query,
                      content: (
                        <QueryPanel
                          query={document.query}
                          rows={rows}
                          error={rowsError}
                          isRunning={isRunning}
                          change={change}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        </section>
        <PreviewPanel
          document={document}
          rows={rows}
          rowsError={rowsError}
          isRunning={isRunning}
          problems={problems}
          onMarks={setMarks}
          change={change}
        />
      </div>
      <LeaveGuard isChanged={draft.isChanged} isLeaving={leaving} />
      {draft.state.status === "conflict" && draft.state.isOpen && theirs.current && (
        <ChartConflict
          mine={{ document, rows }}
          theirs={theirs.current}
          isSaving={isSaving}
          onKeepMine={() => void finish(draft.keepMine())}
          onKeepTheirs={draft.keepTheirs}
          onClose={draft.postpone}
        />
      )}
    </div>
  );
}
