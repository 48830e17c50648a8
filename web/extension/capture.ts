import type { CapturedPage } from "./captured-page.ts";

/** Characters of a page, rows and columns of a table that are sent at most. */
const mostHtml = 3_000_000;
const mostTables = 40;
const mostRows = 5_000;
const mostCaptions = 2_000_000;

/** Reads the page that this is run in: its text as it is shown, its tables, its captions, what is marked. */
export async function capture(page: Document = document): Promise<CapturedPage> {
  const selection = page.getSelection()?.toString().trim() ?? "";
  const captions = await captionsOf(page);
  const tables = tablesOf(page);
  return {
    html: htmlOf(page).slice(0, mostHtml),
    url: page.location?.href ?? "",
    ...(page.title !== "" && { title: page.title.slice(0, 1_000) }),
    ...(tables.length > 0 && { tables }),
    ...(captions !== null && { captions }),
    ...(selection !== "" && { selection: selection.slice(0, 100_000) }),
  };
}

/** Scripts, styles and what is typed into forms stay on the page. */
function htmlOf(page: Document): string {
  const copy = page.documentElement.cloneNode(true) as Element;
  for (const element of copy.querySelectorAll(
    "script, style, noscript, template, iframe, svg, input, textarea, select",
  )) {
    element.remove();
  }
  return `<!doctype html>${copy.outerHTML}`;
}

/** Tables with at least a line of names and one of values; those inside another are part of it. */
export function tablesOf(page: Document): NonNullable<CapturedPage["tables"]> {
  return [...page.querySelectorAll("table")]
    .filter((table) => table.parentElement?.closest("table") == null)
    .flatMap((table) => {
      const rows = rowsOf(table);
      const title = table.caption?.textContent?.trim() || headingBefore(table);
      return rows.length < 2 || (rows[0]?.length ?? 0) < 2 ? [] : [{ ...(title && { title }), rows }];
    })
    .slice(0, mostTables);
}

/** Every line has as many cells as the widest; a cell over several columns stands in the first of them. */
function rowsOf(table: HTMLTableElement): string[][] {
  const rows = [...table.rows].slice(0, mostRows).map((row) =>
    [...row.cells].flatMap((cell) => {
      const text = (cell.textContent ?? "").replaceAll(/\s+/g, " ").trim();
      return [text, ...Array.from({ length: Math.min(Math.max(cell.colSpan, 1), 100) - 1 }, () => "")];
    }),
  );
  const width = Math.max(0, ...rows.map((row) => row.length));
  return rows
    .filter((row) => row.some((cell) => cell !== ""))
    .map((row) => [...row, ...Array(width - row.length).fill("")]);
}

/** The nearest heading above a table that has no name of its own. */
function headingBefore(table: HTMLTableElement): string | undefined {
  const headings = [...table.ownerDocument.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const before = headings.filter(
    (heading) => heading.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  return before.at(-1)?.textContent?.trim().slice(0, 300) || undefined;
}

/** The captions of the first video that has any, in the page's language where there is a choice. */
async function captionsOf(page: Document): Promise<string | null> {
  const tracks = [...page.querySelectorAll<HTMLTrackElement>("video track, audio track")].filter(
    ({ kind }) => kind === "captions" || kind === "subtitles",
  );
  const language = page.documentElement.lang.split("-")[0] ?? "";
  const rank = (track: HTMLTrackElement) => Number(!track.srclang.startsWith(language)) * 2 + Number(!track.default);
  for (const track of tracks.sort((one, other) => rank(one) - rank(other))) {
    const text = await textOf(track);
    if (text !== null) return text.slice(0, mostCaptions);
  }
  return shownCaptions(page, language)?.slice(0, mostCaptions) ?? null;
}

/** Captions that a player has loaded by itself. */
function shownCaptions(page: Document, language: string): string | null {
  const tracks = [...page.querySelectorAll<HTMLMediaElement>("video, audio")]
    .flatMap(({ textTracks }) => [...textTracks])
    .filter(({ kind, cues }) => (kind === "captions" || kind === "subtitles") && cues !== null && cues.length > 0);
  const track = tracks.find((each) => each.language.startsWith(language)) ?? tracks[0];
  const cues = [...(track?.cues ?? [])].filter((cue): cue is VTTCue => "text" in cue);
  if (cues.length === 0) return null;
  return `WEBVTT\n\n${cues.map((cue) => `${timeOf(cue.startTime)} --> ${timeOf(cue.endTime)}\n${cue.text.trim()}`).join("\n\n")}`;
}

/** Hours, minutes and seconds, as VTT has them. */
function timeOf(seconds: number): string {
  const whole = Math.max(0, Number.isFinite(seconds) ? seconds : 0);
  const part = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const milliseconds = String(Math.floor((whole % 1) * 1_000)).padStart(3, "0");
  return `${part(whole / 3_600)}:${part((whole / 60) % 60)}:${part(whole % 60)}.${milliseconds}`;
}

async function textOf({ src }: HTMLTrackElement): Promise<string | null> {
  try {
    const response = await fetch(src);
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
