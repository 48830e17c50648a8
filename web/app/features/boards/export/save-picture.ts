import { apiPaths } from "../../../util/paths";
import { saveFile } from "../../../util/save-file";
import type { BoardDocument } from "../core/document";
import { boardSvg } from "./board-svg";

export interface SaveOptions {
  format: "svg" | "png";
  theme: "light" | "dark";
  title: string;
  chartTitles: ReadonlyMap<string, string>;
}

/** Draws the whole board and gives it to the browser to save. */
export async function saveBoardPicture(document: BoardDocument, { format, theme, title, chartTitles }: SaveOptions) {
  const charts = await chartDrawings(document, theme);
  const { svg, size } = boardSvg(document, { theme, charts, chartTitles });
  const drawing = new Blob([svg], { type: "image/svg+xml" });
  const picture = format === "svg" ? drawing : await toPng(drawing, size);
  saveFile(picture, `${fileName(title)}.${format}`);
}

/** A chart that cannot be had is left to its title. */
async function chartDrawings(document: BoardDocument, theme: "light" | "dark"): Promise<Map<string, string>> {
  const charts = [...document.nodes.values()].filter((node) => node.type === "chart");
  const drawings = await Promise.all(
    charts.map(async ({ id, data: { chartId, version } }) => {
      try {
        const response = await fetch(apiPaths.chartExport(chartId, "svg", { theme, version }));
        if (!response.ok) return null;
        return [id, `data:image/svg+xml;base64,${base64(await response.text())}`] as const;
      } catch {
        return null;
      }
    }),
  );
  return new Map(drawings.filter((drawing) => drawing !== null));
}

function base64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let binary = "";
  for (let start = 0; start < bytes.length; start += 32_768) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  }
  return btoa(binary);
}

/** Browsers draw no picture with more pixels than this. */
const mostPixels = 60_000_000;
const longestSide = 16_000;

async function toPng(drawing: Blob, { width, height }: { width: number; height: number }): Promise<Blob> {
  const scale = Math.min(2, longestSide / width, longestSide / height, Math.sqrt(mostPixels / (width * height)));
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The board is too large for one picture."))));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function fileName(title: string): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return words.slice(0, 60) || "board";
}
