import type { ReactNode } from "react";
import type { Chart } from "../../api/charts";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";

/** Paper is light: in the dark theme another picture is printed than is shown, one that brings its fonts. */
export function PrintedPicture({ chart: { id, version, title }, children }: { chart: Chart; children: ReactNode }) {
  if (useTheme() === "light") return children;
  const url = apiPaths.chartExport(id, "png", { theme: "light", version, scale: 2 });
  return (
    <>
      <div className="print:hidden">{children}</div>
      <img src={url} alt={title} className="hidden w-full print:block" />
    </>
  );
}
