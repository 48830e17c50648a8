// How long a page of 200 KB takes from its address to the board: the card that was read, the first node
// that the assistant made of it, and the whole answer of the built-in model.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, listening, median, signUp } from "./server.mjs";

const BYTES = 200 << 10;
const ROUNDS = 5;
const WORDS =
  "The lamp was lit at dusk, and the pilots came home by its light, one after the other, until the harbour was full of ships that had waited for the tide. ";

/** Runs the measurement and prints its medians; `portolan` is the server's path. */
export async function measureReading(portolan) {
  const body = page();
  const site = createServer((request, response) => {
    if (!request.url.startsWith("/page")) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
  });
  await new Promise((resolve) => site.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${site.address().port}`;
  const port = await freePort();
  const { OPENAI_API_KEY: _, ...env } = process.env;
  const folder = mkdtempSync(join(tmpdir(), "portolan-bench-"));
  const child = spawn(portolan, ["serve", "--dev", "--listen", `127.0.0.1:${port}`, "--data-dir", folder], {
    env: { ...env, PORTOLAN_FETCH_ALLOW: host, PORTOLAN_LOG: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await listening(port);
    const token = await signUp(port);
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = await boardOf(port, token, `http://${host}/page?${round}`);
      // The first round warms everything up.
      if (round > 0) rounds.push(times);
    }
    const middle = (key) => median(rounds.map((times) => times[key])).toFixed(0);
    console.log(`a page of ${body.length >> 10} KB becomes a board, median of ${ROUNDS} rounds`);
    console.log(`  its card is read after ${middle("card")} ms, the first node made of it is there after`);
    console.log(`  ${middle("node")} ms, the whole answer after ${middle("all")} ms`);
  } finally {
    child.kill("SIGTERM");
    site.close();
  }
}

/** Milliseconds from the request to each of them. */
async function boardOf(port, token, q) {
  const base = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const started = performance.now();
  const created = await fetch(`${base}/api/boards`, { method: "POST", headers, body: JSON.stringify({ q }) });
  const { chatId } = await created.json();
  const events = await fetch(`${base}/api/chats/${chatId}/events`, { headers });
  const decoder = new TextDecoder();
  const times = {};
  let text = "";
  for await (const chunk of events.body) {
    text += decoder.decode(chunk, { stream: true });
    const now = performance.now() - started;
    const frames = text.split("\n\n");
    text = frames.pop();
    for (const frame of frames) {
      if (frame.includes("event: board.changed")) {
        if (/"status":"(whole|part)"/.test(frame)) times.card ??= now;
        else times.node ??= now;
      }
      if (frame.includes("event: turn.finished")) return { ...times, all: now };
    }
  }
  throw new Error(`the answer to ${q} ended early`);
}

/** Sections of prose with a table, until there are enough of them. */
function page() {
  const parts = ["<!doctype html><html lang=en><head><title>Lamps</title></head><body><article><h1>Lamps</h1>"];
  for (let section = 1, bytes = 0; bytes < BYTES; section += 1) {
    const rows = [12, 7, 31].map((lights, coast) => `<tr><td>Coast ${coast + 1}<td>${lights * section}</tr>`);
    const table = `<table><caption>Lights ${section}</caption><tr><th>Coast<th>Lights</tr>${rows.join("")}</table>`;
    const words = `<p>${WORDS.repeat(4)}Of ${section * 40} keepers ${section} stayed.</p>`.repeat(4);
    parts.push(`<h2>Coast ${section}</h2>${words}${section <= 3 ? table : ""}`);
    bytes += parts.at(-1).length;
  }
  return `${parts.join("")}</article></body></html>`;
}
