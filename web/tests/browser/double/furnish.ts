import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { LatestChat } from "../../../app/api/admin.ts";
import type { BoardEdge, BoardNode } from "../../../app/api/boards.ts";
import type { Chart } from "../../../app/api/charts.ts";
import type { PublishedItem } from "../../../app/api/discover.ts";
import type { UsageEntry } from "../../../app/api/plan.ts";
import type { Plan } from "../../../app/api/plans.ts";
import type { Sample } from "../../../app/api/samples.ts";
import type { SavedItem } from "../../../app/api/saved-list.ts";
import type { UserUsage } from "../../../app/contract/types.ts";
import type { ScriptedAdmin } from "./scripted-admin.ts";
import { firstChart } from "./scripted-charts.ts";
import type { ScriptedChat } from "./scripted-chat.ts";
import type { ScriptedServer } from "./scripted-server.ts";

/** Everything of one time, so that nothing that is shown depends on when it is. */
export const seededAt = new Date("2026-01-10T10:00:00Z");

/** Fills the server with what a user has who was here for a while; answers with what stands for parameters of routes. */
export function seedServer(server: ScriptedServer): Record<string, string> {
  const { product } = server;
  product.isAdmin = true;
  product.isContributor = true;
  product.profile = { ...product.profile, bio: "Draws coasts, and what the sea does to them." };
  product.plans = PLANS;
  product.plan = { ...product.plan, creditsLeft: 3_180, creditsTotal: 5_000, percentUsage: 36.4 };
  product.usage = USAGE;
  product.samples = SAMPLES;
  product.sources = ["island-rain.csv", "harbour-ferries.xlsx"];
  product.charts = CHARTS;
  product.published = PUBLISHED;
  product.saved = SAVED;
  product.persons = [
    {
      username: "grace",
      fullName: "Grace Hopper",
      bio: "Numbers, mostly of weather.",
      charts: { items: PUBLISHED.slice(0, 4), nextCursor: null },
      boards: { items: PUBLISHED.slice(4, 6), nextCursor: null },
      portolans: { items: PUBLISHED.slice(6), nextCursor: null },
    },
  ];
  product.latest = LATEST;
  product.people = PEOPLE;
  product.feedback = ["More colours, please!", "The export to PDF is just what I needed.", "Where are maps?"].map(
    (text, place) => ({
      id: `f${place}`,
      text,
      metadata: { route: "/charts", email: null },
      user: { id: "u1", email: "grace@example.org" },
      status: place === 0 ? "new" : "seen",
      createdAt: "2026-01-09T10:00:00Z",
    }),
  );
  seedAdmin(product.admin);
  product.mail = (["failed", "waiting"] as const).map((status, place) => ({
    id: `m${place}`,
    kind: place === 0 ? "mail" : "sms",
    purpose: place === 0 ? "recovery" : "phone_change",
    recipient: place === 0 ? "grace@example.org" : "+420601234567",
    status,
    attempts: 3 + place,
    dueAt: "2026-01-10T10:04:00Z",
    lastError: place === 0 ? "550 no such mailbox" : "The gateway answered 503.",
    expiresAt: "2026-01-10T11:00:00Z",
    createdAt: "2026-01-10T09:58:00Z",
  }));
  product.keys = ["Nightly report", "Notebook"].map((name, place) => ({
    id: `k${place}`,
    name,
    prefix: `ptl_${place}ab`,
    scopes: ["read"],
    requestsPerMinute: 60,
    createdAt: "2026-01-05T10:00:00Z",
    user: { id: "u1", email: "grace@example.org", username: "grace" },
  }));
  const chat = answered(server.createChat());
  product.shares.set(chat.id, {
    token: "shown",
    url: `${server.url}/shared/shown`,
    sharedAt: TIME,
    lastTurnId: chat.id,
  });
  const board = server.boards.create(NODES, EDGES, { title: "Rain on the islands", createdAt: TIME, updatedAt: TIME });
  const portolan = product.portolans.add({
    title: "A year of rain",
    markdown:
      "Three islands lie in the same wind, and Skye catches most of what it brings.\n\n![Skye is the wettest](/charts/c1)\n\n## What follows\n\n- Roofs on Skye are steep.\n- Mull dries by *March*.[^1]\n\n[^1]: The gauges of 2024.",
  });
  return {
    username: "grace",
    token: "shown",
    chatId: chat.id,
    chartId: "c1",
    boardId: board.id,
    portolanId: portolan.id,
    "*": "nothing-here",
  };
}

const TIME = "2026-01-09T10:00:00Z";
const GRACE = { username: "grace" };

/** A chat with one whole answer. */
function answered(chat: ScriptedChat): ScriptedChat {
  chat.rename("Rain on three islands");
  chat.start({ text: "Which island is the wettest?", sourceIds: [] }, null);
  addAnswer(chat);
  return chat;
}

/** Answers the open turn with the chart of the wettest island. */
export function addAnswer(chat: ScriptedChat): void {
  const { spec, data, query, title, description, encodingNotes } = firstChart();
  chat.add({ type: "thinking", markdown: "The rain has to be added up for each island.", durationMs: 1_800 });
  chat.add({
    type: "chart",
    chartId: "c1",
    version: 1,
    kind: "plot",
    title,
    description,
    spec,
    data,
    query,
    encodingNotes,
  });
  chat.add({
    type: "text",
    markdown: "**Skye** is the wettest of the three: 564 mm fell in the first months of the year.[^1]",
  });
  chat.add({
    type: "reference",
    index: 1,
    sourceId: "s1",
    title: "island-rain.csv",
    locator: { rowRange: { start: 1, end: 9 } },
  });
  chat.add({ type: "suggestion", label: "By month instead", prompt: "By month instead" });
  chat.add({ type: "suggestion", label: "As a line", prompt: "As a line" });
  chat.finish();
}

/** Samples of the server, read from the same file; its answer leaves out the name of each file. */
const SAMPLES: Sample[] = (
  JSON.parse(
    readFileSync(resolve(import.meta.dirname, "../../../../orchestrator/samples/samples.json"), "utf8"),
  ) as (Sample & { file: string })[]
).map(({ file: _file, ...sample }) => sample);

const NAMES = [
  "Skye is the wettest",
  "Rain by month",
  "Sun on Islay",
  "Wind at the harbour",
  "Ferries by year",
  "Depths",
];

const CHARTS: Chart[] = NAMES.map((title, place) => ({
  ...firstChart(),
  id: `c${place + 1}`,
  chartId: `c${place + 1}`,
  title,
  visibility: place === 1 ? "public" : "private",
}));

const PUBLISHED: PublishedItem[] = [...NAMES, "A year at sea"].map((title, place) => ({
  kind: place === 4 ? "board" : place === 6 ? "portolan" : "chart",
  id: `c${place + 1}`,
  title,
  author: GRACE,
  updatedAt: TIME,
  isCurated: true,
}));

const SAVED: SavedItem[] = PUBLISHED.slice(0, 4).map(({ kind, id, title }) => ({
  kind,
  id,
  title,
  author: GRACE,
  savedAt: TIME,
}));

const LATEST: LatestChat[] = NAMES.map((_, place) => ({
  chatId: `chat-${place}`,
  user: { id: `u${place}`, email: `person${place}@example.org`, username: `person${place}` },
  model: "portolan",
  running: place === 0,
  turns: 3,
  credits: 12,
  createdAt: "2026-01-08T10:00:00Z",
  ...(place !== 0 && { outcome: place === 2 ? ("failed" as const) : ("completed" as const) }),
  updatedAt: `2026-01-09T1${9 - place}:00:00Z`,
}));

const PEOPLE: UserUsage[] = Array.from({ length: 40 }, (_, place) => ({
  userId: `u${place}`,
  email: `person${place}@example.org`,
  username: `person${place}`,
  tier: place % 3 === 0 ? "pro" : "free",
  creditsLeft: 5_000 - place * 97,
  creditsTotal: 5_000,
  creditsUsed: place * 97,
  turns: place * 3,
  periodCreditsUsed: place * 97,
  isAdmin: place === 0,
  createdAt: "2025-11-10T10:00:00Z",
  ...(place % 5 !== 4 && { lastTurnAt: TIME }),
}));

const USAGE: UsageEntry[] = Array.from({ length: 8 }, (_, place) => ({
  number: 9 - place,
  kind: place === 7 ? "grant" : "charge",
  amount: place === 7 ? 5_000 : -260,
  balanceAfter: 3_180 + place * 260,
  description: place === 7 ? "Pro, January" : (NAMES[place] ?? "A year at sea"),
  ...(place !== 7 && { model: "portolan", inputTokens: 1_240, outputTokens: 380 }),
  createdAt: TIME,
}));

const frame = (id: string, x: number, y: number, width: number, height: number) => ({ id, x, y, width, height });

const NODES: BoardNode[] = [
  { ...frame("g", -40, -70, 860, 460), type: "group", data: { label: "What we know" } },
  { ...frame("a", 0, 0, 480, 320), type: "chart", data: { chartId: "c1" } },
  { ...frame("b", 520, 0, 260, 150), type: "note", color: "4", data: { markdown: "**Skye** catches the wind first." } },
  {
    ...frame("c", 520, 190, 260, 130),
    type: "source",
    data: { sourceId: "s1", title: "Rain gauges", url: "https://example.org/rain", status: "whole" },
  },
  { ...frame("d", 900, 60, 220, 90), type: "suggestion", data: { label: "By month instead", prompt: "By month" } },
];

const EDGES: BoardEdge[] = [
  { id: "e1", fromNode: "c", toNode: "a", label: "says" },
  { id: "e2", fromNode: "a", toNode: "b" },
];

const PLANS: Plan[] = [
  plan("free", 0, { apiKeys: 0, keyRequestsPerMinute: 0 }, [
    "200 credits a month",
    "4 answers at the same time",
    "Charts from your own files",
    "SVG, PNG, CSV and JSON of every chart",
  ]),
  plan("pro", 2_000, { apiKeys: 10, keyRequestsPerMinute: 120 }, [
    "5,000 credits a month",
    "10 answers at the same time",
    "10 API keys with 120 requests a minute each",
  ]),
  plan("team", 8_000, { apiKeys: 50, keyRequestsPerMinute: 600 }, [
    "25,000 credits a month",
    "30 answers at the same time",
    "50 API keys with 600 requests a minute each",
  ]),
];

function plan(tier: string, monthlyPrice: number, limits: Plan["limits"], features: string[]): Plan {
  return {
    tier,
    name: `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`,
    monthlyPrice,
    ...(monthlyPrice > 0 && { yearlyPrice: monthlyPrice * 10 }),
    currency: "usd",
    monthlyCredits: 200,
    models: [],
    limits,
    features,
    isSoldMonthly: monthlyPrice > 0,
    isSoldYearly: monthlyPrice > 0,
  };
}

/** Fills the pages of the admin area. */
function seedAdmin(admin: ScriptedAdmin): void {
  const things = PUBLISHED.filter(({ kind }) => kind !== "board").slice(0, 4);
  admin.models = [
    {
      id: "mistral-large",
      title: "Mistral Large",
      isDefault: true,
      provider: "mistral",
      baseUrl: "https://api.mistral.ai/v1",
      api: "chat_completions",
      toolSupport: "auto",
      contextTokens: 128_000,
      outputTokens: 16_384,
      inputPrice: 100,
      outputPrice: 400,
      cachedInputPrice: null,
    },
  ];
  admin.items = things.map((thing, place) => ({
    ...thing,
    author: GRACE,
    ownerId: "u1",
    ownerEmail: "grace@example.org",
    isCurated: place === 0,
    views: 480 - place * 70,
  }));
  admin.contributors = [
    { user: { id: "u1", email: "grace@example.org", username: "grace" }, items: 6, views: 1_240, recentViews: 310 },
    { user: { id: "u2", email: "ada@example.org", username: "ada" }, items: 2, views: 96, recentViews: 12 },
  ];
  admin.featured = things.map((thing) => ({ ...thing, author: GRACE, topic: "Weather" }));
  admin.domains = ["weather.example", "harbour.example"].map((domain, place) => ({
    domain,
    reads: 40 - place * 15,
    blocked: place * 4,
    failed: 2,
    boards: 12 - place * 5,
    lastReadAt: TIME,
  }));
  const days = ["2026-01-07", "2026-01-08", "2026-01-09"];
  admin.domainDays = days.map((day, place) => ({ day, reads: 10 + place, blocked: 1, failed: place, boards: 3 }));
  admin.overview = {
    days: days.map((day, place) => ({
      day,
      newUsers: 3,
      activeUsers: 20 + place,
      turns: 60 + place * 10,
      failed: place,
      inputTokens: 90_000,
      outputTokens: 21_000,
      credits: 120,
      cost: 130,
      estimatedCost: 0,
      medianMillis: 2_100,
      p95Millis: 8_400,
    })),
    models: [],
  };
  admin.log = [
    {
      id: "l1",
      admin: { id: "u0", email: "ada@example.org", username: "ada" },
      action: "credits.granted",
      subjectKind: "user",
      subject: "u1",
      detail: { credits: 50, reason: "Workshop" },
      createdAt: TIME,
    },
  ];
}
