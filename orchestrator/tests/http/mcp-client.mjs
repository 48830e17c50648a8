// Walks through the tools, resources and prompts of a Portolan server with the official client of the Model
// Context Protocol. Usage: mcp-client.mjs http URL TOKEN | stdio PROGRAM [ARGUMENT]...
import assert from "node:assert/strict";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [way, target, ...rest] = process.argv.slice(2);

function transport() {
  if (way === "stdio") {
    return new StdioClientTransport({ command: target, args: rest, env: process.env, stderr: "inherit" });
  }
  const headers = { authorization: `Bearer ${rest[0]}` };
  return new StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } });
}

const client = new Client({ name: "portolan-test", version: "1.0.0" });
await client.connect(transport());
assert.equal(client.getServerVersion()?.name, "portolan");

/** Calls a tool that must succeed. */
async function call(name, input) {
  const result = await client.callTool({ name, arguments: input });
  assert.ok(!result.isError, JSON.stringify(result.content));
  return result;
}

const { tools } = await client.listTools();
assert.deepEqual(
  tools.map((tool) => tool.name).sort(),
  [
    "add_source",
    "ask",
    "create_board",
    "draw_chart",
    "export_chart",
    "profile_source",
    "query",
    "read_board",
  ],
);
for (const tool of tools) {
  assert.equal(tool.inputSchema.type, "object", tool.name);
  assert.ok(!JSON.stringify(tool.inputSchema).includes("$ref"), tool.name);
}

const text = "item,sold\nTea,3\nMate,4\n";
const added = await call("add_source", { text, name: "tea.csv" });
const [source] = added.structuredContent.sources;
assert.equal(source.name, "tea.csv");

const profile = (await call("profile_source", { sourceId: source.id })).structuredContent;
assert.equal(profile.rowCount, 2);
assert.deepEqual(profile.firstRows, [
  ["Tea", 3],
  ["Mate", 4],
]);

const sql = `SELECT item, sold FROM ${profile.table} ORDER BY sold DESC`;
const rows = (await call("query", { sql, sourceIds: [source.id] })).structuredContent;
assert.deepEqual(rows.rows[0], ["Mate", 4]);

const spec = {
  mark: "bar",
  encoding: { x: { field: "item", type: "nominal" }, y: { field: "sold", type: "quantitative" } },
};
const query = { sql, sourceIds: [source.id] };
const drawn = await call("draw_chart", { kind: "plot", title: "Sold by item", spec, query });
const { chartId } = drawn.structuredContent;
const picture = drawn.content.find((block) => block.type === "image");
assert.ok(Buffer.from(picture.data, "base64").subarray(1, 4).equals(Buffer.from("PNG")));

const svg = await call("export_chart", { chartId, format: "svg" });
assert.ok(svg.content[0].resource.text.startsWith("<svg"));
const csv = await call("export_chart", { chartId, format: "csv" });
assert.ok(csv.content[0].resource.text.includes("Mate"));
const vegaLite = await call("export_chart", { chartId, format: "vl.json" });
assert.deepEqual(JSON.parse(vegaLite.content[0].resource.text).data.values[0], { item: "Mate", sold: 4 });
const pdf = await call("export_chart", { chartId, format: "pdf" });
assert.ok(Buffer.from(pdf.content[0].resource.blob, "base64").toString("latin1").startsWith("%PDF"));

const asked = await call("ask", { question: "Total sold by item", sourceIds: [source.id] });
assert.equal(asked.structuredContent.outcome, "completed");
assert.ok(asked.structuredContent.text.length > 0);
assert.ok(asked.structuredContent.charts[0].files.svg.startsWith("http"));
assert.ok(asked.content.some((block) => block.type === "image"));
const { chatId } = asked.structuredContent;
const followed = await call("ask", { question: "Which item sold most?", chatId });
assert.equal(followed.structuredContent.chatId, chatId);
assert.ok(followed.structuredContent.text.includes("Mate"), followed.structuredContent.text);

const chartIds = [chartId, asked.structuredContent.charts[0].chartId];
const board = await call("create_board", { title: "Tea", sourceIds: [source.id], chartIds });
const { boardId } = board.structuredContent;
const read = (await call("read_board", { boardId })).structuredContent;
assert.equal(read.title, "Tea");
const onBoard = read.nodes.filter((node) => node.type === "chart").map((node) => node.data.chartId);
assert.deepEqual(onBoard.sort(), chartIds.sort());

// Refusals are results that a model can read.
const wrongSql = await client.callTool({
  name: "query",
  arguments: { sql: "SELECT nothing FROM nowhere", sourceIds: [source.id] },
});
assert.equal(wrongSql.isError, true);
const noSource = await client.callTool({
  name: "profile_source",
  arguments: { sourceId: "00000000-0000-0000-0000-000000000001" },
});
assert.equal(noSource.isError, true);
assert.match(noSource.content[0].text, /not_found/);
const noArguments = await client.callTool({ name: "ask", arguments: { colour: "green" } });
assert.equal(noArguments.isError, true);
await assert.rejects(client.callTool({ name: "delete_everything", arguments: {} }));

const { resources } = await client.listResources();
for (const uri of [`portolan://charts/${chartId}`, `portolan://boards/${boardId}`, `portolan://sources/${source.id}`]) {
  assert.ok(
    resources.some((resource) => resource.uri === uri),
    uri,
  );
  const { contents } = await client.readResource({ uri });
  assert.equal(typeof JSON.parse(contents[0].text), "object");
}
await assert.rejects(client.readResource({ uri: "portolan://boards/none" }));
const { resourceTemplates } = await client.listResourceTemplates();
assert.equal(resourceTemplates.length, 3);

const { prompts } = await client.listPrompts();
assert.ok(prompts.some((prompt) => prompt.name === "compare"));
const input = { source: "tea.csv", measure: "sold", groups: "item" };
const prompt = await client.getPrompt({ name: "compare", arguments: input });
assert.match(prompt.messages[0].content.text, /Compare sold by item/);
await assert.rejects(client.getPrompt({ name: "compare", arguments: {} }));

await client.close();
console.log("all calls succeeded");
