import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { createChart, saveChart } from "../../api/chart-editing";
import { type Chart, chartQuery } from "../../api/charts";
import { describeFailure, isProblem } from "../../api/problem";
import { queryClient } from "../../api/query-client";
import type { ChartDocument } from "../../charts/editing/document";
import { isTextValid } from "../../charts/editing/document";
import { startSpec } from "../../charts/editing/starter";
import type { ShownMark } from "../../charts/view/marks";
import { Tabs } from "../../ui/tabs";
import { notify } from "../../ui/toast";
import { paths } from "../../util/page-paths";
import { ConflictDialog } from "./conflict-dialog";
import { EditorHeader } from "./editor-header";
import { FormPanel } from "./form-panel";
import { JsonPanel } from "./json-panel";
import { LeaveGuard } from "./leave-guard";
import { PreviewPanel } from "./preview-panel";
import { QueryPanel } from "./query-panel";
import { changedContent, contentOf, documentOf } from "./saved-document";
import { SentenceBox } from "./sentence-box";
import { editor as text } from "./strings";
import { useEditor } from "./use-editor";
import { useEditorKeys } from "./use-editor-keys";
import { isReadyToCheck, useRows, useServerCheck } from "./use-rows";

export interface EditorProps {
  first: ChartDocument;
  /** The chart that is edited; null where it is a new one. */
  origin: Chart | null;
}

/** Form, JSON, query and sentences over one document, with a live drawing beside them. */
export function Editor({ first, origin }: EditorProps) {
  const editor = useEditor(first, origin !== null);
  const { document, change } = editor;
  const [known] = useState(() => origin && { query: first.query, rows: { data: origin.data, query: origin.query } });
  const { rows, error: rowsError, isRunning } = useRows(document.query, known);
  const problems = useServerCheck(document, isReadyToCheck(document, rows), origin?.id);
  const [marks, setMarks] = useState<readonly ShownMark[]>([]);
  const [base, setBase] = useState(origin?.version);
  const [isSaving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Chart | null>(null);
  const navigate = useNavigate();
  const leaving = useRef(false);
  const columns = rows?.data?.columns ?? [];

  async function save(baseVersion = base) {
    if (isSaving || (!editor.isChanged && origin !== null)) return;
    if (!isTextValid(document)) {
      void notify({
        title: text.invalidJson,
        description: text.fixTheMarkedErrorsThen,
        color: "red",
      });
      return;
    }
    setSaving(true);
    try {
      if (origin === null) {
        const chart = await createChart(contentOf(document));
        leaving.current = true;
        void notify({ title: text.chartSaved, color: "green" });
        await navigate(paths.chart(chart.id));
        return;
      }
      const content = editor.saved === null ? contentOf(document) : changedContent(document, editor.saved);
      const chart = await saveChart(origin.id, { ...content, ...(baseVersion !== undefined && { baseVersion }) });
      setBase(chart.version);
      editor.markSaved(document);
      setConflict(null);
      void notify({ title: text.savedAsVersion(chart.version), color: "green" });
    } catch (error) {
      if (origin !== null && isProblem(error, "version_conflict")) await showConflict(origin.id);
      else void notify({ title: text.couldntSaveTheChart, description: describeFailure(error), color: "red" });
    } finally {
      setSaving(false);
    }
  }

  async function showConflict(chartId: string) {
    try {
      setConflict(await queryClient.fetchQuery({ ...chartQuery(chartId), staleTime: 0 }));
    } catch (error) {
      void notify({ title: text.couldntSaveTheChart, description: describeFailure(error), color: "red" });
    }
  }

  function takeTheirs(theirs: Chart) {
    const next = documentOf(theirs);
    change(() => next);
    editor.markSaved(next);
    setBase(theirs.version);
    setConflict(null);
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
        isChanged={editor.isChanged}
        isSaving={isSaving}
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
        />
      </div>
      <LeaveGuard isChanged={editor.isChanged && !isSaving} isLeaving={leaving} />
      {conflict && (
        <ConflictDialog
          theirs={conflict}
          isSaving={isSaving}
          onSaveMine={() => void save(conflict.version)}
          onTakeTheirs={() => takeTheirs(conflict)}
          onClose={() => setConflict(null)}
        />
      )}
    </div>
  );
}
