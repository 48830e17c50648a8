import { describe, expect, it } from "vitest";
import { readPanelMessage } from "./panel-message";

const page = { html: "<p>x</p>", url: "https://tides.example/", tables: [{ rows: [["a", "b"]] }, "nonsense"] };
const data = { portolan: "page", number: 1, action: "board", page };
const origin = "chrome-extension://abcdefghijklmnop";

describe("messages from the extension panel", () => {
  it("contain a captured page and an action", () => {
    expect(readPanelMessage({ origin, data })).toMatchObject({
      action: "board",
      page: { url: "https://tides.example/", tables: [{ rows: [["a", "b"]] }] },
    });
  });

  it.each(["https://evil.example", "null", "http://chrome-extension://x", ""])("are ignored from %j", (other) => {
    expect(readPanelMessage({ origin: other, data })).toBeNull();
  });

  it.each([null, 3, {}, { ...data, action: "delete" }, { ...data, number: "1" }])(
    "are rejected when they are %j",
    (other) => {
      expect(readPanelMessage({ origin, data: other })).toBeNull();
    },
  );

  it("have no page when the address isn't a web address", () => {
    const message = readPanelMessage({ origin, data: { ...data, page: { ...page, url: "javascript:alert(1)" } } });
    expect(message?.page).toBeNull();
  });
});
