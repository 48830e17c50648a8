import { describe, expect, it } from "vitest";
import { readSeenMessage } from "./seen-message";

const page = { html: "<p>x</p>", url: "https://tides.example/", tables: [{ rows: [["a", "b"]] }, "nonsense"] };
const data = { portolan: "page", number: 1, wish: "board", page };
const origin = "chrome-extension://abcdefghijklmnop";

describe("what the panel says", () => {
  it("is a page and a wish", () => {
    expect(readSeenMessage({ origin, data })).toMatchObject({
      wish: "board",
      page: { url: "https://tides.example/", tables: [{ rows: [["a", "b"]] }] },
    });
  });

  it.each(["https://evil.example", "null", "http://chrome-extension://x", ""])("is not heard from %j", (other) => {
    expect(readSeenMessage({ origin: other, data })).toBeNull();
  });

  it.each([null, 3, {}, { ...data, wish: "delete" }, { ...data, number: "1" }])("is not %j", (other) => {
    expect(readSeenMessage({ origin, data: other })).toBeNull();
  });

  it("has no page where the address is none of the web", () => {
    const message = readSeenMessage({ origin, data: { ...data, page: { ...page, url: "javascript:alert(1)" } } });
    expect(message?.page).toBeNull();
  });
});
