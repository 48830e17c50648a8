// Asks a Portolan server with the official client of the protocol AG-UI. Usage: ag-ui-client.mjs URL TOKEN SOURCE
import assert from "node:assert/strict";
import { HttpAgent } from "@ag-ui/client";

const [url, token, sourceId] = process.argv.slice(2);
const agent = new HttpAgent({ url, headers: { authorization: `Bearer ${token}` }, threadId: "a thread" });

/** Asks a question; returns the events of the run. */
async function ask(content, forwardedProps) {
  const events = [];
  agent.addMessage({ id: crypto.randomUUID(), role: "user", content });
  const subscription = agent.subscribe({ onEvent: ({ event }) => void events.push(event) });
  const result = await agent.runAgent({ forwardedProps });
  subscription.unsubscribe();
  return { events, ...result };
}

const first = await ask("Total sold by item", { sourceIds: [sourceId] });
const types = first.events.map(({ type }) => type);
assert.equal(types[0], "RUN_STARTED");
assert.equal(types.at(-1), "RUN_FINISHED");
for (const type of ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "STATE_SNAPSHOT"]) {
  assert.ok(types.includes(type), `${type} in ${types}`);
}
const call = first.newMessages.find(({ toolCalls }) => toolCalls?.length > 0)?.toolCalls[0];
assert.equal(call?.function.name, "draw_chart");
assert.match(JSON.parse(call.function.arguments).sql, /select/i);
const rows = first.newMessages.find(({ role }) => role === "tool");
assert.equal(rows.toolCallId, call.id);
assert.equal(JSON.parse(rows.content).rows.length, 2);
const chart = first.events.find(({ name }) => name === "portolan.chart");
assert.equal(chart.value.type, "chart");
const prose = first.newMessages.filter(({ role, content }) => role === "assistant" && content);
assert.ok(prose.length > 0, JSON.stringify(first.newMessages));
assert.ok(agent.state.chatId && agent.state.turnId);
assert.equal(agent.state.credits, 1);
assert.equal(first.result.chatId, agent.state.chatId);

// The thread goes on in the same chat, which remembers the question.
const chatId = agent.state.chatId;
const second = await ask("Which item sold most?", { sourceIds: [sourceId] });
assert.equal(agent.state.chatId, chatId);
assert.equal(second.events.at(-1).type, "RUN_FINISHED");

console.log("all runs succeeded");
