import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { FeedbackItem, LatestChat, MailMessage } from "../../../app/api/admin.ts";
import type { OwnedApiKey } from "../../../app/api/api-keys.ts";
import type { Subscription } from "../../../app/api/billing.ts";
import type { Chart } from "../../../app/api/charts.ts";
import type { ChatView } from "../../../app/api/chats.ts";
import type { ModelOnOffer } from "../../../app/api/config.ts";
import type { ContributedItem, ContributorApplication } from "../../../app/api/contributors.ts";
import type { PublishedItem } from "../../../app/api/discover.ts";
import type { UsageEntry, UserPlan } from "../../../app/api/plan.ts";
import type { Plan } from "../../../app/api/plans.ts";
import type { Profile } from "../../../app/api/profile.ts";
import type { Sample } from "../../../app/api/samples.ts";
import type { SavedItem } from "../../../app/api/saved-list.ts";
import type { SearchHit } from "../../../app/api/search.ts";
import type { Share } from "../../../app/api/shares.ts";
import type { PublicProfile } from "../../../app/api/users.ts";
import type { ChartSummary, Topic, UserUsage, ViewDay } from "../../../app/contract/types.ts";
import type { LoadedChat, Rating } from "../../../app/stream/chat.ts";
import { empty, json, problem } from "./answers.ts";
import { ScriptedAdmin } from "./scripted-admin.ts";
import type { ScriptedChat } from "./scripted-chat.ts";
import { ScriptedPortolans } from "./scripted-portolans.ts";
import { ScriptedWebhooks } from "./scripted-webhooks.ts";

export interface ProductCall {
  method: string;
  url: URL;
  body: string;
  chats: ReadonlyMap<string, ScriptedChat>;
}

/** Product features of the scripted server: plans, usage, shares, ratings, search, administration. */
export class ScriptedProduct {
  isAdmin = false;
  isContributor = false;
  /** The account was deleted. */
  isDeleted = false;
  /** Submitted professional info. */
  profile: Partial<Profile> = { username: "ada", fullName: "Ada Lovelace" };
  plans: Plan[] = [];
  /** Whether plans are sold; the payments that the provider has told the server of. */
  isBillingEnabled = false;
  subscription: Subscription | null = null;
  application: ContributorApplication | null = null;
  contributed: ContributedItem[] = [];
  viewDays: ViewDay[] = [];
  topics: Topic[] = [];
  /** The items of whichever topic is asked for. */
  topicItems: PublishedItem[] = [];
  /** Bodies that came to the checkout. */
  checkouts: unknown[] = [];
  models: ModelOnOffer[] = [{ id: "scripted", title: "Scripted", isDefault: true, inputPrice: 1, outputPrice: 1 }];
  analytics = { key: "", host: "" };
  hits: SearchHit[] = [];
  usage: UsageEntry[] = [];
  views: ChatView[] = [];
  latest: LatestChat[] = [];
  people: UserUsage[] = [];
  feedback: FeedbackItem[] = [];
  mail: MailMessage[] = [];
  published: PublishedItem[] = [];
  saved: SavedItem[] = [];
  persons: PublicProfile[] = [];
  charts: Chart[] = [];
  samples: Sample[] = [];
  /** Names of tables that were uploaded. */
  sources: string[] = [];
  keys: OwnedApiKey[] = [];
  readonly admin = new ScriptedAdmin();
  readonly portolans = new ScriptedPortolans();
  readonly webhooks = new ScriptedWebhooks();
  plan: UserPlan = {
    activeSubscriptionTier: "pro",
    usageLimitReached: false,
    creditsLeft: 500,
    creditsTotal: 500,
    percentUsage: 0,
    period: { start: "2026-01-01T00:00:00Z", end: "2026-02-01T00:00:00Z" },
    canceledAt: null,
    cancelAtPeriodEnd: false,
  };
  readonly ratings = new Map<string, Rating | null>();
  readonly shares = new Map<string, Share>();
  /** The reasons that administrators gave, in order. */
  readonly reasons: string[] = [];
  readonly #userStreams = new Set<ServerResponse>();
  readonly #adminStreams = new Set<ServerResponse>();

  /** How many streams of the person are open. */
  get userStreamCount(): number {
    return this.#userStreams.size;
  }

  tellPlan(change: Partial<UserPlan>) {
    this.plan = { ...this.plan, ...change };
    send(this.#userStreams, "plan.changed", this.plan);
  }

  tellNotification(kind: string, title: string, description: string) {
    send(this.#userStreams, "notification", { id: randomUUID(), kind, title, description });
  }

  tellLatest(chat: LatestChat) {
    send(this.#adminStreams, "chat.latest", chat);
  }

  /** Answers about webhooks, and the deletion of an API key. */
  #programs(response: ServerResponse, call: ProductCall): boolean {
    const [, , , id = "", part = "", more = "", last = ""] = call.url.pathname.split("/");
    if (id === "webhooks") return this.webhooks.handle(response, call.method, [part, more, last], call.body);
    if (call.method !== "DELETE") return false;
    this.keys = this.keys.filter((key) => key.id !== part);
    return empty(response);
  }

  /** The chat as its owner gets it, with their ratings. */
  withRatings(chat: LoadedChat): LoadedChat {
    const turns = chat.turns.map((turn) => ({ ...turn, rating: this.ratings.get(turn.turnId) ?? undefined }));
    return { ...chat, turns };
  }

  /** Answers the call where it is one of these; false where it is another one. */
  handle(response: ServerResponse, call: ProductCall): boolean {
    const [, , kind = "", id = "", part = "", more = ""] = call.url.pathname.split("/");
    if (kind === "admin") return this.#admin(response, call, [id, part, more]);
    if (kind === "chats" && (part === "share" || part === "views")) return this.#ownChat(response, call, id, part);
    switch (`${call.method} ${[kind, id, part].filter(Boolean).join(" ")}`) {
      case "GET user plan":
        return json(response, 200, this.plan);
      case "POST user plan cancel":
        this.plan = { ...this.plan, cancelAtPeriodEnd: true, canceledAt: "2026-01-10T00:00:00Z" };
        return json(response, 200, this.plan);
      case "POST user plan resume":
        this.plan = { ...this.plan, cancelAtPeriodEnd: false, canceledAt: null };
        return json(response, 200, this.plan);
      case "PATCH user profile":
        this.profile = { ...this.profile, ...JSON.parse(call.body) };
        return json(response, 200, this.#profile());
      case "GET user profile":
        return json(response, 200, this.#profile());
      case "DELETE user":
        this.isDeleted = true;
        return empty(response);
      case "GET user usage":
        return json(response, 200, page(this.usage, call.url));
      case "GET user events":
        return stream(response, this.#userStreams);
      case "GET user api-keys":
        // Whose key it is stands only in the list of the admin area.
        return json(response, 200, { items: this.keys.map(({ user: _, ...key }) => key), nextCursor: null });
      case "POST user api-keys": {
        const { name, scopes, requestsPerMinute, expiresInDays } = JSON.parse(call.body);
        const expiresAt = expiresInDays ? "2099-01-01T00:00:00Z" : undefined;
        const made = { id: randomUUID(), prefix: "ptl_new", createdAt: "2026-01-06T10:00:00Z" };
        const key = { ...made, name, scopes, requestsPerMinute, ...(expiresAt && { expiresAt }) };
        const user = { id: "u1", email: "ada@example.org", username: "ada" };
        this.keys = [{ ...key, user }, ...this.keys];
        return json(response, 201, { ...key, key: "ptl_new_secret" });
      }
      case "GET contributor application":
        return json(response, 200, { application: this.application });
      case "POST contributor application": {
        const { reason } = JSON.parse(call.body);
        this.application = { reason, status: "pending", appliedAt: "2026-01-06T10:00:00Z" };
        return empty(response);
      }
      case "GET contributor items":
        return json(response, 200, this.contributed);
      case "GET contributor views":
        return json(response, 200, this.viewDays);
      case "GET topics":
        return json(response, 200, this.topics);
      case "GET topics items":
        return json(response, 200, page(this.topicItems, call.url));
      case "GET billing subscription":
        return json(response, 200, { subscription: this.subscription });
      case "POST billing checkout":
        this.checkouts.push(JSON.parse(call.body));
        return json(response, 200, { url: "/checkout/success" });
      case "GET discover":
        return json(response, 200, page(this.published, call.url));
      case "GET discover charts":
        return json(
          response,
          200,
          page(
            this.published.filter((thing) => thing.kind === "chart"),
            call.url,
          ),
        );
      case "GET saved":
        return json(response, 200, page(this.saved, call.url));
      case "GET search":
        return json(response, 200, { items: this.hits, nextCursor: null });
    }
    if (kind === "user" && ["webhooks", "api-keys"].includes(id)) return this.#programs(response, call);
    if (kind === "contributor" && call.method !== "GET") {
      const { topic } = JSON.parse(call.body || "{}");
      this.contributed = this.contributed.map((item) => {
        if (item.id !== more) return item;
        if (id === "proposals") return { ...item, topic, proposal: "pending" as const };
        const { publishedTopic: _, ...rest } = item;
        return topic === undefined ? rest : { ...rest, publishedTopic: topic };
      });
      response.writeHead(204).end();
      return true;
    }
    if (kind === "charts" && /\.(svg|png)$/.test(id)) return picture(response);
    if (kind === "charts" && part === "" && call.method === "GET") return this.#chart(response, call.url, id);
    if (kind === "portolans") return this.portolans.handle(response, call.method, id, part, call.body);
    if (kind === "saved") return this.#save(response, call.method, id, part);
    if (kind === "users") {
      const person = this.persons.find(({ username }) => username === id);
      return person
        ? json(response, 200, person)
        : problem(response, 404, "not_found", "There is nobody of this name.");
    }
    if (kind === "turns" && part === "rating") return this.#rate(response, id, call.body);
    if (kind === "shared") return this.#shared(response, call, id);
    return false;
  }

  #profile() {
    return {
      avatarUrl: null,
      bio: null,
      professionalInfo: null,
      ...this.profile,
      isAdmin: this.isAdmin,
      isContributor: this.isContributor,
    };
  }

  #chart(response: ServerResponse, url: URL, id: string): boolean {
    if (id === "") return json(response, 200, page(this.charts.map(summaryOf), url));
    const chart = this.charts.find((candidate) => candidate.id === id);
    return chart ? json(response, 200, chart) : problem(response, 404, "not_found", "There is no such chart.");
  }

  #save(response: ServerResponse, method: string, kind: string, id: string): boolean {
    this.saved = this.saved.filter((thing) => thing.kind !== kind || thing.id !== id);
    if (method === "PUT") {
      const savedAt = "2026-01-06T10:00:00Z";
      this.saved = [{ kind: kind as SavedItem["kind"], id, title: "Saved again", author: {}, savedAt }, ...this.saved];
    }
    return empty(response);
  }

  #rate(response: ServerResponse, turnId: string, body: string): boolean {
    const { rating, comment } = JSON.parse(body);
    this.ratings.set(turnId, rating && { rating, comment });
    return empty(response);
  }

  #ownChat(response: ServerResponse, { method, url, body, chats }: ProductCall, id: string, part: string): boolean {
    if (part === "views") return json(response, 200, { items: this.views, nextCursor: null });
    switch (method) {
      case "POST": {
        const token = this.shares.get(id)?.token ?? randomUUID();
        const lastTurnId = JSON.parse(body || "{}").turnId ?? chats.get(id)?.snapshot().turns.at(-1)?.turnId ?? "";
        const share = { token, url: `${url.origin}/shared/${token}`, sharedAt: new Date().toISOString(), lastTurnId };
        this.shares.set(id, share);
        return json(response, 201, share);
      }
      case "DELETE":
        this.shares.delete(id);
        return empty(response);
      default: {
        const share = this.shares.get(id);
        if (share) return json(response, 200, share);
        return problem(response, 404, "not_found", "This chat is not shared.");
      }
    }
  }

  #shared(response: ServerResponse, { chats }: ProductCall, token: string): boolean {
    const [chatId, share] = [...this.shares].find(([, candidate]) => candidate.token === token) ?? [];
    const chat = chatId === undefined ? undefined : chats.get(chatId)?.snapshot();
    if (!chat || !share) return problem(response, 404, "not_found", "This link was revoked.");
    const turns = chat.turns.map(({ metered: _, ...turn }) => turn);
    return json(response, 200, {
      title: chat.title,
      sharedAt: share.sharedAt,
      author: { username: "ada" },
      turns,
    });
  }

  #admin(response: ServerResponse, call: ProductCall, [kind, id, part]: [string, string, string]): boolean {
    if (!this.isAdmin) return problem(response, 403, "forbidden", "Only administrators may do this.");
    if (this.admin.handle(response, call, [kind, id, part].filter(Boolean).join(" "))) return true;
    switch (`${call.method} ${kind} ${id}`.trim()) {
      case "GET chats latest":
        return this.admin.list(
          response,
          call.url,
          found(this.latest, call.url, ({ user }) => user.username ?? ""),
        );
      case "GET chats events":
        return stream(response, this.#adminStreams);
      case "GET api-keys":
        return this.admin.list(response, call.url, this.keys);
      case "GET user-usage":
        return this.admin.list(response, call.url, this.people);
      case "GET feedback": {
        const status = call.url.searchParams.get("status");
        const items = this.feedback.filter((item) => status === null || item.status === status);
        return this.admin.list(
          response,
          call.url,
          found(items, call.url, ({ text }) => text),
        );
      }
    }
    if (call.method === "GET" && kind === "mail") {
      const filter = call.url.searchParams.get("status") ?? "stuck";
      const items = this.mail.filter((message) => isListed(message, filter));
      return this.admin.list(
        response,
        call.url,
        found(items, call.url, ({ recipient }) => recipient),
      );
    }
    if (call.method === "POST" && kind === "feedback" && part === "reply") {
      const { text } = JSON.parse(call.body);
      const replied = { status: "done", reply: text, repliedAt: "2026-01-06T10:00:00Z" } as const;
      this.feedback = this.feedback.map((item) => (item.id === id ? { ...item, ...replied } : item));
      return empty(response);
    }
    if (call.method === "POST" && kind === "mail" && part === "retry") {
      const message = this.mail.find((candidate) => candidate.id === id);
      if (message?.status === "sent") return problem(response, 409, "message_not_stuck", "This message was sent.");
      this.mail = this.mail.map((each) => (each.id === id ? { ...each, status: "sent", lastError: null } : each));
      return empty(response);
    }
    if (call.method === "PATCH" && kind === "feedback") {
      const { status } = JSON.parse(call.body);
      this.feedback = this.feedback.map((item) => (item.id === id ? { ...item, status } : item));
      return empty(response);
    }
    const chat = call.chats.get(id);
    if (kind !== "chats" || !chat) return problem(response, 404, "not_found", "There is no such thing.");
    const reason = call.url.searchParams.get("reason") ?? "";
    if (reason === "") return problem(response, 422, "reason_required", "Say why.");
    this.reasons.push(reason);
    if (part !== "events") return json(response, 200, { ...chat.snapshot(), model: null, hasEarlier: false });
    chat.stream(response, call.url.searchParams.get("after") ?? "0");
    return true;
  }
}

/** The chart as lists have it. */
function summaryOf({
  id,
  chatId,
  turnId,
  version,
  kind,
  title,
  description,
  visibility,
  ...chart
}: Chart): ChartSummary {
  const { createdAt, updatedAt } = chart;
  return {
    id,
    userId: "u1",
    chatId: chatId ?? null,
    turnId: turnId ?? null,
    version,
    kind,
    title,
    description,
    visibility,
    createdAt,
    updatedAt,
  };
}

/** The items whose text holds what is searched for. */
function found<Item>(items: readonly Item[], url: URL, textOf: (item: Item) => string): Item[] {
  const query = (url.searchParams.get("q") ?? "").toLowerCase();
  return items.filter((item) => textOf(item).toLowerCase().includes(query));
}

function isListed({ status, lastError }: MailMessage, filter: string): boolean {
  if (filter === "sent") return status === "sent";
  if (filter === "queued") return status === "waiting" && lastError === null;
  return filter === "all" || status === "failed" || (status === "waiting" && lastError !== null);
}

function picture(response: ServerResponse): true {
  response.writeHead(200, { "content-type": "image/svg+xml" });
  response.end(
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="80" height="120"/></svg>',
  );
  return true;
}

function page<T>(items: readonly T[], url: URL): { items: T[]; nextCursor: string | null } {
  const start = Number(url.searchParams.get("cursor") ?? "0");
  const end = start + Number(url.searchParams.get("limit") ?? "50");
  return { items: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}

function stream(response: ServerResponse, streams: Set<ServerResponse>): boolean {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.write(": joined\n\n");
  streams.add(response);
  response.on("close", () => streams.delete(response));
  return true;
}

function send(streams: ReadonlySet<ServerResponse>, event: string, data: unknown) {
  for (const each of streams) each.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
