// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { json } from "../browser/double/answers.ts";
import { ScriptedServer } from "../browser/double/scripted-server.ts";

const CHAT = { id: "a", title: "", createdAt: "2026-01-02T03:04:05Z" };

/** Makes one request of a new server; returns the fault that closing the server reports, or null. */
async function faultOf(method: string, path: string, answer?: (response: ServerResponse) => void, body?: object) {
  const server = await ScriptedServer.start();
  if (answer) {
    server.intercept = (_, response) => {
      answer(response);
      return true;
    };
  }
  const headers = { "content-type": "application/json" };
  const sent = body && { headers, body: JSON.stringify(body) };
  await fetch(`${server.url}${path}`, { method, ...sent }).then(
    (response) => response.text(),
    () => "",
  );
  return server.close().then(
    () => null,
    (error: Error) => error.message,
  );
}

describe("the scripted server", () => {
  it("accepts an answer that matches the contract", async () => {
    expect(await faultOf("GET", "/api/plans")).toBeNull();
    expect(await faultOf("POST", "/api/chats", (response) => json(response, 201, CHAT))).toBeNull();
  });

  it.each([
    ["a route that the server doesn't have", "/api/chartz"],
    ["an auth route without a script", "/auth/v1/nonsense"],
    ["an API that no story uses", "/rest/v1/charts"],
  ])("fails for %s", async (_, path) => {
    expect(await faultOf("GET", path)).toContain(`GET ${path}`);
  });

  it("fails for an unknown route that a story answers itself", async () => {
    expect(await faultOf("GET", "/api/chartz", (response) => json(response, 200, {}))).toContain("is no route");
  });

  it("fails for a request body that the server would reject", async () => {
    expect(await faultOf("POST", "/api/charts/preview", undefined, { kind: "plot" })).toContain("the body of");
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["a missing field", (response) => json(response, 201, { id: "a" }), "title"],
    ["a field that the contract doesn't have", (response) => json(response, 201, { ...CHAT, hue: 3 }), "hue"],
    ["a time in words", (response) => json(response, 201, { ...CHAT, createdAt: "today" }), "is no time"],
    ["another status", (response) => json(response, 200, CHAT), "200"],
    ["an error without a problem", (response) => response.writeHead(500).end(), "no media type"],
    ["a body in pieces", (response) => response.writeHead(201, JSON_TYPE).write("{") && response.end("}"), "id"],
    ["no body", (response) => response.writeHead(201).end(), "no media type"],
  ])("fails for an intercepted answer with %s", async (_, answer, words) => {
    expect(await faultOf("POST", "/api/chats", answer)).toContain(words);
  });

  it.each<[string, string, string]>([
    ["an unknown event", "event: turn.exploded\ndata: {}\n\n", "turn.exploded"],
    ["an event with a missing field", 'event: chat.changed\ndata: {"name":"x"}\n\n', "title"],
    ["an event with a field too many", 'event: chat.changed\ndata: {"title":"x","hue":3}\n\n', "hue"],
  ])("fails for a stream with %s", async (_, frame, words) => {
    const stream = (response: ServerResponse) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      // In two pieces, as a network may cut it.
      response.write(frame.slice(0, 9));
      response.end(frame.slice(9));
    };
    expect(await faultOf("GET", "/api/chats/a/events", stream)).toContain(words);
  });

  it("accepts a connection that a story cuts", async () => {
    expect(await faultOf("GET", "/api/plans", (response) => response.destroy())).toBeNull();
  });
});

it("answers in place of a browser that intercepts requests, which would answer unchecked", () => {
  const stories = resolve(import.meta.dirname, "../browser");
  // Another site, and the charts' own page, which asks no server.
  const elsewhere = ["auth-oauth.test.ts", "charts.test.ts"];
  const found = readdirSync(stories)
    .sort()
    .filter((name) => name.endsWith(".ts") && readFileSync(join(stories, name), "utf8").includes(".fulfill("));
  expect(found, "use the scripted server's `intercept`").toEqual(elsewhere);
});

const JSON_TYPE = { "content-type": "application/json" };
