import { restoreVersion } from "../../api/chart-versions";
import { useApiMutation } from "../../api/use-api-mutation";
import { useRestore as text } from "./strings";

/** Makes an older version of a chart its newest one. */
export function useRestore(chartId: string, onRestored: () => void) {
  return useApiMutation({
    run: (version: number) => restoreVersion(chartId, version),
    success: (restored, version) => text.restoredVersionAsVersion(version, restored.version),
    failed: text.couldntRestoreTheVersion,
    onDone: onRestored,
  });
}
