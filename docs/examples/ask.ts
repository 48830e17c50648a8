// Asks a question about a table, prints the answer, saves its charts, and streams a message to the same chat.
// PORTOLAN_URL is the server, PORTOLAN_KEY an API key. Node 22.18 or newer runs this file as it is.
import { writeFile } from "node:fs/promises";

interface Answer {
  chatId: string;
  outcome: string;
  text: string;
  charts: { blockId: string; title: string; files: Record<string, string> }[];
}

const server = process.env.PORTOLAN_URL ?? "http://127.0.0.1:8080";

async function call(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(server + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${process.env.PORTOLAN_KEY}`, "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response;
}

/** The events of a stream, as they come. */
async function* events(response: Response): AsyncGenerator<{ name: string; data: Record<string, unknown> }> {
  let waiting = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const parts = (waiting + piece).split("\n\n");
    waiting = parts.pop() ?? "";
    for (const part of parts) {
      const name = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (name && data) yield { name, data: JSON.parse(data) };
    }
  }
}

const table = { name: "tea.csv", text: "item,sold\nTea,3\nMate,4\n" };
const asked = await call("/api/ask", { question: "Total sold by item", sources: [table] });
const answer = (await asked.json()) as Answer;
console.log(answer.outcome, answer.text);
for (const chart of answer.charts) {
  console.log(chart.title);
  const picture = await call(chart.files.svg);
  await writeFile("chart.svg", await picture.text());
}

const message = { text: "Which item sold most?" };
const streamed = await call(`/api/chats/${answer.chatId}/messages`, message, { accept: "text/event-stream" });
for await (const { name, data } of events(streamed)) {
  if (name === "block.delta") process.stdout.write(String(data.text));
  if (name === "turn.finished") console.log("\nfinished:", data.outcome);
}
