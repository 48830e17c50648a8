import type { IncomingMessage, ServerResponse } from "node:http";
import type { ChartChanges, ChartVersion } from "../../../app/api/chart-versions.ts";
import type { Chart, ChartData } from "../../../app/api/charts.ts";
import type { ChartPreview } from "../../../app/contract/types.ts";
import { empty, json, problem } from "./answers.ts";

const data: ChartData = {
  columns: [
    { name: "island", type: "string" },
    { name: "month", type: "date" },
    { name: "rain_mm", type: "integer" },
  ],
  rows: ["Skye", "Mull", "Islay"].flatMap((island, place) =>
    ["2024-01-01", "2024-02-01", "2024-03-01"].map((month, at) => [island, month, 200 - place * 30 - at * 12]),
  ),
  truncated: false,
};

const ADA = { username: "ada" };
const TIME = "2026-01-10T09:00:00Z";

/** Chart for the question about the wettest island. */
export function firstChart(): Chart {
  return {
    id: "c1",
    chartId: "c1",
    version: 1,
    versions: 1,
    kind: "plot",
    title: "Skye is the wettest",
    description: "Rain on three islands in the first months of 2024.",
    spec: {
      mark: "bar",
      encoding: {
        x: { field: "island", type: "nominal" },
        y: { field: "rain_mm", type: "quantitative", aggregate: "sum" },
      },
    },
    data,
    query: { sql: 'SELECT * FROM "island-rain"', sourceIds: ["s1"], rowCount: 9, tookMs: 12 },
    encodingNotes: ["Sorted by value, largest first."],
    visibility: "private",
    author: ADA,
    chatId: "chat-1",
    turnId: "turn-1",
    question: "Which island is the wettest?",
    annotations: [],
    sources: [{ sourceId: "s1", name: "island-rain", contentHash: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c" }],
    isOwner: true,
    createdAt: TIME,
    updatedAt: TIME,
  };
}

/** The routes of charts over one chart, which every change makes a new version of. */
export class ScriptedCharts {
  readonly versions: Chart[] = [firstChart()];
  reasons: ChartVersion["reason"][] = ["asked"];
  /** Rows that the next refresh returns in place of the old ones. */
  freshRows: ChartData["rows"] | null = null;
  readonly saved = new Set<string>();

  get newest(): Chart {
    const chart = this.versions.at(-1);
    if (!chart) throw new Error("there is always a first version");
    return { ...chart, versions: this.versions.length };
  }

  /** A version as the server answers with it: its note stands only in the list of versions. */
  #answer(version = this.versions.length): Chart {
    const { note: _, ...chart } = { ...this.newest, ...this.versions[version - 1] } as Chart & { note?: string };
    return { ...chart, versions: this.versions.length };
  }

  /** A change that another tab makes. */
  add(change: Partial<Chart>, reason: ChartVersion["reason"] = "edited"): Chart {
    this.versions.push({ ...this.newest, ...change, version: this.versions.length + 1 });
    this.reasons.push(reason);
    return this.newest;
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse, body: string): boolean => {
    const url = new URL(request.url ?? "/", "http://charts.test");
    const [, api, kind, id = "", part = ""] = url.pathname.split("/");
    if (api !== "api" || (kind !== "charts" && kind !== "saved")) return false;
    const sent = body === "" ? {} : JSON.parse(body);
    if (kind === "saved") return this.#saved(request, response, url);
    if (id === "preview") return json(response, 200, previewOf(sent));
    if (id === "sentence") return sentence(response, sent);
    if (id === "" && request.method === "POST") {
      this.add({ ...sent, ...rowsOf(sent) }, "edited");
      return json(response, 201, this.#answer());
    }
    if (id !== "c1") return id === "" ? false : problem(response, 404, "not_found", "There is no such chart.");
    return this.#chart(request.method ?? "GET", part, response, url, sent);
  };

  #chart(method: string, part: string, response: ServerResponse, url: URL, sent: unknown): boolean {
    switch (`${method} ${part}`.trim()) {
      case "GET": {
        const version = Number(url.searchParams.get("version") ?? this.versions.length);
        return json(response, 200, this.#answer(version));
      }
      case "PATCH": {
        const { baseVersion, ...change } = sent as { baseVersion?: number };
        if (baseVersion !== undefined && baseVersion !== this.versions.length) {
          return problem(response, 409, "version_conflict", "The chart was changed meanwhile.", this.#answer());
        }
        this.add(change);
        return json(response, 200, this.#answer());
      }
      case "GET versions":
        return json(response, 200, { items: this.#list(), nextCursor: null });
      case "GET changes":
        return json(
          response,
          200,
          this.#changes(Number(url.searchParams.get("from")), Number(url.searchParams.get("to"))),
        );
      case "POST restore":
        this.add(this.versions[(sent as { version: number }).version - 1] ?? {}, "restored");
        return json(response, 200, this.#answer());
      case "POST refresh": {
        const before = this.versions.length;
        if (this.freshRows) this.add({ data: { ...data, rows: this.freshRows } }, "refreshed");
        return json(response, 200, { chart: this.#answer(), changes: this.#changes(before, this.versions.length) });
      }
      case "PUT visibility": {
        const { visibility } = sent as { visibility: Chart["visibility"] };
        const last = this.versions.at(-1);
        if (last) Object.assign(last, { visibility, publishedVersion: this.versions.length });
        return empty(response);
      }
      case "PUT schedule": {
        const { every } = sent as { every: "hour" | "day" | "week" | null };
        const last = this.versions.at(-1);
        if (last && every) last.schedule = { every, nextAt: TIME };
        else delete last?.schedule;
        return empty(response);
      }
      default:
        return problem(response, 404, "not_found", "There is no such call.");
    }
  }

  #list(): ChartVersion[] {
    return this.versions
      .map(({ version, title }, index) => ({
        version,
        title,
        reason: this.reasons[index] ?? "edited",
        author: ADA,
        createdAt: TIME,
      }))
      .reverse();
  }

  #changes(from: number, to: number): ChartChanges {
    const rows = (version: number) => this.versions[version - 1]?.data?.rows ?? [];
    const before = new Map(rows(from).map((row) => [`${row[0]} ${row[1]}`, row]));
    const changed = rows(to).flatMap((row) => {
      const old = before.get(`${row[0]} ${row[1]}`);
      if (!old || old[2] === row[2]) return [];
      return [
        {
          key: { island: row[0] ?? null, month: row[1] ?? null },
          column: "rain_mm",
          before: old[2] ?? null,
          after: row[2] ?? null,
        },
      ];
    });
    return {
      from,
      to,
      keys: ["island", "month"],
      added: [],
      removed: [],
      changed,
      unchanged: rows(to).length - changed.length,
      truncated: false,
      specChanged: [],
    };
  }

  #saved(request: IncomingMessage, response: ServerResponse, url: URL): boolean {
    const [, , , kind = "", id = ""] = url.pathname.split("/");
    if (request.method === "GET") {
      const items = [...this.saved].map((key) => ({ kind: "chart", id: key, title: "", author: {}, savedAt: TIME }));
      return json(response, 200, { items, nextCursor: null });
    }
    if (kind === "chart" && request.method === "PUT") this.saved.add(id);
    else this.saved.delete(id);
    return empty(response);
  }
}

/** A draft with its rows: what belongs to a stored chart stays out. */
function previewOf({ kind, spec, query }: Pick<Chart, "kind" | "spec"> & { query?: Chart["query"] }): ChartPreview {
  return { kind, spec, ...rowsOf(query ? { query } : {}), encodingNotes: [], errors: [] };
}

function rowsOf({ query }: { query?: { sql: string; sourceIds: string[] } }): Pick<Chart, "data" | "query"> {
  if (!query) return { data: null, query: null };
  return { data, query: { ...query, rowCount: data.rows.length, tookMs: 9 } };
}

function sentence(
  response: ServerResponse,
  { text, ...draft }: { text: string; spec: object; query?: never },
): boolean {
  if (!/line/.test(text)) {
    return problem(response, 422, "not_understood", "This could not be understood. Say, for example, “as a line”.");
  }
  const spec = { ...draft.spec, mark: "line" };
  return json(response, 200, {
    ...draft,
    spec,
    ...rowsOf(draft as never),
    encodingNotes: [],
    errors: [],
    understood: ["Drawn as a line."],
    title: "Rain by month",
    description: "Rain in millimeters.",
    plan: null,
  });
}
