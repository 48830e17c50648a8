import type { ServerResponse } from "node:http";
import type { DomainDay, DomainStats, Overview } from "../../../app/api/admin-figures.ts";
import type { AdminItem, FeaturedItem } from "../../../app/api/admin-items.ts";
import type { ConfiguredModel, ModelReport, OfferedModel } from "../../../app/api/admin-models.ts";
import type { ReplayComparison, ReplayedAnswers, ReplayedTurn, ReplayRun } from "../../../app/api/admin-replays.ts";
import type { CreditChange } from "../../../app/api/admin-users.ts";
import type { PendingApplication, PendingProposal } from "../../../app/api/contributors.ts";
import type { UsageEntry } from "../../../app/api/plan.ts";
import type { Contributor } from "../../../app/contract/types.ts";
import { empty, json, problem } from "./answers.ts";

interface AdminCall {
  method: string;
  url: URL;
  body: string;
}

/** An action that a page asked for. */
interface Act {
  action: string;
  subject: string;
  body: unknown;
}

/** Administration pages of the scripted server that need no chat. */
export class ScriptedAdmin {
  models: ConfiguredModel[] = [];
  offered: OfferedModel[] = [];
  /** The result of the next tests, by model. */
  readonly reports = new Map<string, ModelReport>();
  items: AdminItem[] = [];
  featured: FeaturedItem[] = [];
  contributors: Contributor[] = [];
  contributorQueue: { applications: PendingApplication[]; proposals: PendingProposal[] } = {
    applications: [],
    proposals: [],
  };
  domains: DomainStats[] = [];
  domainDays: DomainDay[] = [];
  overview: Overview = { days: [], models: [] };
  ledger: UsageEntry[] = [];
  replays: ReplayRun[] = [];
  replayComparison: ReplayComparison | null = null;
  replayedTurns: ReplayedTurn[] = [];
  replayedAnswers: ReplayedAnswers | null = null;
  log: unknown[] = [];
  /** All that pages changed, in order. */
  readonly acts: Act[] = [];
  /** Queries of lists, in order. */
  readonly queries: string[] = [];

  /** Answers the call where it is one of these; false where it is another one. */
  handle(response: ServerResponse, call: AdminCall, path: string): boolean {
    const { method, url, body } = call;
    const status = url.searchParams.get("status") ?? "public";
    const itemsOf = (kind: string) =>
      this.items.filter((item) => item.kind === kind && (status === "hidden") === Boolean(item.hiddenAt));
    switch (`${method} ${path}`) {
      case "GET models":
        return json(response, 200, this.models);
      case "GET models offered":
        return json(response, 200, this.offered);
      case "POST models test":
        return this.#test(response, body);
      case "GET overview":
        return json(response, 200, this.overview);
      case "GET charts":
        return this.list(response, url, itemsOf("chart"));
      case "GET portolans":
        return this.list(response, url, itemsOf("portolan"));
      case "GET domain-stats":
        return this.list(response, url, this.domains);
      case "GET domain-stats days":
        this.queries.push(url.search);
        return json(response, 200, this.domainDays);
      case "GET audit-log":
        return this.list(response, url, this.log);
      case "GET replays": {
        const wanted = url.searchParams.get("status");
        return this.list(
          response,
          url,
          this.replays.filter((run) => wanted === null || run.status === wanted),
        );
      }
      case "GET contributors":
        return this.list(response, url, this.contributors);
      case "GET contributor-applications":
        return this.list(response, url, this.contributorQueue.applications);
      case "GET proposals":
        return this.list(response, url, this.contributorQueue.proposals);
      case "GET discover":
        return json(response, 200, this.featured);
    }
    const [kind, subject = "", part = ""] = path.split(" ");
    if (method === "GET" && kind === "users" && part === "ledger") return this.list(response, url, this.ledger);
    if (method === "GET" && kind === "replays" && part === "comparison" && this.replayComparison)
      return json(response, 200, this.replayComparison);
    if (method === "GET" && /\/replays\/[^/]+\/turns\/[^/]+$/.test(url.pathname) && this.replayedAnswers)
      return json(response, 200, this.replayedAnswers);
    if (method === "GET" && kind === "replays" && part === "turns") return this.list(response, url, this.replayedTurns);
    if (method === "GET") return false;
    return this.#act(response, { action: `${method} ${kind} ${part}`.trim(), subject, body: JSON.parse(body || "{}") });
  }

  /** A page of a list, or all of it as CSV. */
  list(response: ServerResponse, url: URL, items: readonly unknown[]): boolean {
    this.queries.push(`${url.pathname}${url.search}`);
    if (url.searchParams.get("format") === "csv") {
      response.writeHead(200, { "content-type": "text/csv" }).end(`rows\n${items.length}\n`);
      return true;
    }
    const start = Number(url.searchParams.get("cursor") ?? "0");
    const end = start + Number(url.searchParams.get("limit") ?? "50");
    const nextCursor = end < items.length ? String(end) : null;
    return json(response, 200, { items: items.slice(start, end), nextCursor });
  }

  #test(response: ServerResponse, body: string): boolean {
    const report = this.reports.get(JSON.parse(body).model);
    return report ? json(response, 200, report) : problem(response, 409, "model_unknown", "There is no such model.");
  }

  #act(response: ServerResponse, act: Act): boolean {
    switch (act.action) {
      case "POST users credits": {
        const { kind, credits } = act.body as CreditChange;
        this.acts.push(act);
        return json(response, 200, { ...PLAN, creditsLeft: kind === "set" ? credits : 500 + credits });
      }
      case "POST users suspend":
      case "POST users restore":
      case "POST contributor-applications":
      case "POST contributors withdraw":
      case "DELETE api-keys":
        break;
      case "POST replays": {
        const [first] = this.replays;
        this.acts.push(act);
        return first ? json(response, 201, first) : false;
      }
      case "POST replays cancel":
      case "POST replays resume": {
        const status = act.action.endsWith("cancel") ? "cancelled" : "queued";
        this.replays = this.replays.map((run) => (run.id === act.subject ? { ...run, status } : run));
        break;
      }
      case "PUT discover": {
        const { items } = act.body as { items: { id: string }[] };
        this.featured = items.flatMap(({ id }) => this.featured.filter((item) => item.id === id));
        break;
      }
      default:
        return this.#actOnItem(response, act);
    }
    this.acts.push(act);
    return empty(response);
  }

  /** `PUT discover 123`: the subject is the kind, and the part the id. */
  #actOnItem(response: ServerResponse, act: Act): boolean {
    const [method = "", what = "", id = ""] = act.action.split(" ");
    if (what !== "discover" && what !== "hidden") return false;
    const change = (changed: (item: AdminItem) => AdminItem) => {
      this.items = this.items.map((item) => (item.id === id ? changed(item) : item));
    };
    const isPut = method === "PUT";
    if (what === "hidden") {
      const { reason } = act.body as { reason?: string };
      change(
        isPut
          ? (item) => ({ ...item, hiddenAt: "2026-01-06T10:00:00Z", hiddenReason: reason ?? "" })
          : ({ hiddenAt: _at, hiddenReason: _reason, ...item }) => item,
      );
    } else {
      change((item) => ({ ...item, isCurated: isPut }));
      this.featured = isPut
        ? this.featured.map((item) => (item.id === id ? { ...item, ...withoutNulls(act.body as object) } : item))
        : this.featured.filter((item) => item.id !== id);
    }
    this.acts.push({ ...act, action: `${method} ${what}`, subject: id });
    return empty(response);
  }
}

const PLAN = {
  activeSubscriptionTier: "free",
  usageLimitReached: false,
  creditsLeft: 500,
  creditsTotal: 1_000,
  percentUsage: 50,
  period: { start: "2026-01-01T00:00:00Z", end: "2026-02-01T00:00:00Z" },
  canceledAt: null,
  cancelAtPeriodEnd: false,
};

/** As the server stores settings: a null removes one. */
function withoutNulls(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
