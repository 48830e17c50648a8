import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { fetchExport } from "../../api/account";
import { describeFailure } from "../../api/problem";
import { useApiMutation } from "../../api/use-api-mutation";
import { Button } from "../../ui/button";
import { Progress } from "../../ui/progress";
import { formatBytes } from "../../util/format";
import { saveFile } from "../../util/save-file";
import { dataExport as text } from "./strings";

type ExportState =
  | { kind: "offered" }
  | { kind: "packing"; bytes: number }
  | { kind: "done"; bytes: number }
  | { kind: "failed"; sentence: string };

/** Exports all of the user's data as one file, with progress. */
export function DataExport() {
  const [state, setState] = useState<ExportState>({ kind: "offered" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const begin = useApiMutation({
    run: async (call: AbortController) => {
      running.current = call;
      setState({ kind: "packing", bytes: 0 });
      return fetchExport({ signal: call.signal, onProgress: (bytes) => setState({ kind: "packing", bytes }) });
    },
    onDone: (archive) => {
      saveFile(archive, `portolan-${new Date().toISOString().slice(0, 10)}.zip`);
      setState({ kind: "done", bytes: archive.size });
    },
    onFailed: (error, call) =>
      setState(call.signal.aborted ? { kind: "offered" } : { kind: "failed", sentence: describeFailure(error) }),
  });

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button isPending={state.kind === "packing"} onClick={() => begin.run(new AbortController())}>
          {state.kind !== "packing" && <Download aria-hidden className="size-4" />} {text.exportAllDataZip}
        </Button>
        {state.kind === "packing" && (
          <Button look="quiet" onClick={() => running.current?.abort()}>
            {text.cancel}
          </Button>
        )}
      </div>
      {state.kind === "packing" && <Progress label={text.preparingYourExport} share={null} className="max-w-sm" />}
      <p role="status" className="text-soft text-sm tabular-nums empty:hidden">
        {state.kind === "packing" && text.exportProgress(formatBytes(state.bytes))}
        {state.kind === "done" && text.downloaded(formatBytes(state.bytes))}
      </p>
      <p role="alert" className="text-danger text-sm empty:hidden">
        {state.kind === "failed" && state.sentence}
      </p>
    </div>
  );
}
