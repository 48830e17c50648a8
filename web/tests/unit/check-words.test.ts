import { describe, expect, it } from "vitest";
// @ts-expect-error Scripts of the tasks have no types.
import { countsOf, findingsOf, newFindings, readRules } from "../../../orchestrator/tasks/check-words.mjs";

interface Finding {
  path: string;
  line: number;
  kind: string;
  found: string;
}

const find = (path: string, text: string): Finding[] =>
  findingsOf({ path, text, language: path.endsWith(".rs") ? "Rust" : "TypeScript" }, readRules()).map(
    (finding: Finding) => ({ ...finding, path }),
  );

const kinds = (path: string, text: string) => find(path, text).map(({ line, kind, found }) => [line, kind, found]);

describe("the word check", () => {
  it("reports a banned word in a catalogue, with its line", () => {
    expect(
      kinds("web/app/features/x/strings.ts", 'export const page = {\n  title: "Ask whoever sent it",\n};\n'),
    ).toEqual([[2, "text", "“whoever”"]]);
  });

  it("reports interface text in markup and in attributes that isn't in a catalogue", () => {
    const text = 'export const Page = () => <Card title="Your plan">Loading</Card>;\n';
    expect(kinds("web/app/features/x/page.tsx", text)).toEqual([
      [1, "text", "outside a catalogue"],
      [1, "text", "outside a catalogue"],
    ]);
  });

  it("accepts text from a catalogue", () => {
    const text = "export const Page = () => <Card title={text.title}>{text.loading}</Card>;\n";
    expect(kinds("web/app/features/x/page.tsx", text)).toEqual([]);
  });

  it("reports doc comments, test titles, and public names in both languages", () => {
    expect(kinds("orchestrator/src/x.rs", "/// What a chat costs.\npub fn mend_chat() {}\n")).toEqual([
      [1, "comment", "“What”"],
      [2, "name", "“mend”"],
    ]);
    expect(kinds("orchestrator/tests/x.rs", "#[tokio::test]\nasync fn the_stream_ends() {}\n")).toEqual([
      [2, "test", "“the”"],
    ]);
    const script = '/** Where it begins. */\nexport const doomedRows = [];\nit("a row is kept", () => {});\n';
    expect(kinds("web/tests/unit/x.test.ts", script)).toEqual([
      [1, "comment", "“Where”"],
      [3, "test", "“a”"],
      [2, "name", "“doomed”"],
    ]);
  });

  it("accepts findings recorded in the baseline and fails on one more of a kind", () => {
    const before = find("orchestrator/src/x.rs", "/// What a chat costs.\nfn cost() {}\n");
    const baseline = countsOf(before);
    expect(newFindings(before, baseline)).toEqual([]);
    const after = find("orchestrator/src/x.rs", "/// What a chat costs.\nfn cost() {}\n/// Who pays.\nfn payer() {}\n");
    expect(newFindings(after, baseline)).toHaveLength(2);
  });
});
