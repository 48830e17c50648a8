import { Answer } from "../../blocks/answer";
import type { Block } from "../../stream/blocks";
import { Page } from "../../ui/page";

const markdown = `# A heading of an answer

Some **strong** and *gentle* words, a [link out](https://example.org/page), \`code\`, and a reference.[^1]

- One
- Two
  - and a half
- [x] Three, done

1. First
2. Second

> Somebody else said this.

| Island | Rain in mm |
|---|---:|
| Skye | 1,810 |
| Mull | 1,620 |

\`\`\`sql
SELECT island, sum(rain) FROM rain GROUP BY island
\`\`\`

![a picture](https://example.org/picture.png) and <b>no raw HTML</b>.

مرحبا: words that are written from the right to the left.`;

const blocks: Block[] = [
  { id: "thinking", type: "thinking", markdown: "Which columns are there?", durationMs: 2_400 },
  {
    id: "text",
    type: "text",
    markdown: `${markdown}\n\nPerhaps 17 more.`,
    unverifiedNumbers: [{ start: markdown.length + 10, end: markdown.length + 12 }],
  },
  {
    id: "chart",
    type: "chart",
    chartId: "sample",
    version: 1,
    kind: "plot",
    title: "Skye is wettest",
    description: "Rain by island.",
    spec: {
      mark: "bar",
      encoding: { x: { field: "island", type: "nominal" }, y: { field: "rain", type: "quantitative" } },
    },
    data: {
      columns: [
        { name: "island", type: "string" },
        { name: "rain", type: "integer" },
      ],
      rows: [
        ["Skye", 1_810],
        ["Mull", 1_620],
        ["Islay", 1_340],
      ],
      truncated: false,
    },
    query: { sql: "SELECT island, rain FROM rain", sourceIds: [], rowCount: 3, tookMs: 2 },
    encodingNotes: [],
  },
  {
    id: "reference",
    type: "reference",
    index: 1,
    sourceId: "sample",
    title: "rain.csv",
    locator: { rowRange: { start: 1, end: 3 } },
  },
  {
    id: "timestamp",
    type: "timestamp",
    sourceId: "sample",
    url: "https://example.org/video",
    startMs: 62_000,
    label: "The storm",
  },
  { id: "error", type: "error", code: "upstream_failed", message: "The model could not be reached.", retryable: true },
  { id: "suggestion", type: "suggestion", label: "By month?", prompt: "Rain by month" },
];

const actions = { send: () => undefined, retry: () => undefined };

/** Every kind of block, with everything that Markdown can hold. */
export function MarkdownSamples() {
  return (
    <Page title="Blocks of an answer" width="narrow">
      <Answer blocks={blocks} open={null} actions={actions} origin="recorded" />
    </Page>
  );
}
