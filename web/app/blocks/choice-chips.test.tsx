import { act } from "react";
import { describe, expect, it, vi } from "vitest";
import { get, render } from "../../tests/unit/render";
import { ChoiceChips } from "./choice-chips";

const notes = ["Dates are grouped by month.", "Sorted by value, largest first."];
const choices = [
  { note: "Dates are grouped by month.", alternatives: [{ label: "by year", prompt: "by year instead" }] },
];

describe("chart choices", () => {
  it("list the alternatives and ask for the selected one", async () => {
    const send = vi.fn();
    const place = await render(<ChoiceChips notes={notes} choices={choices} onSend={send} />);
    await act(async () => void (await import("./choice-menu")));
    expect([...place.querySelectorAll("li")].map((each) => each.textContent)).toEqual([
      "Dates are grouped by month",
      "Sorted by value, largest first",
    ]);
    expect(place.querySelectorAll("button")).toHaveLength(1);
    const press = (element: Element, key: string) =>
      act(async () => element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true })));
    get(place, "button").focus();
    await press(get(place, "button"), "Enter");
    const item = get(document, "[role=menuitem]");
    expect(item.textContent).toBe("by year");
    await act(async () => item.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    expect(send).toHaveBeenCalledExactlyOnceWith("by year instead");
  });

  it("isolate names in right-to-left scripts from what follows them", async () => {
    const place = await render(<ChoiceChips notes={["المبيعات: total, 3 rows."]} choices={[]} onSend={null} />);
    expect(place.textContent).toBe("\u2067المبيعات\u2069: total, 3 rows");
  });

  it("are plain text when asking is disabled, and hidden when there are none", async () => {
    const place = await render(<ChoiceChips notes={notes} choices={choices} onSend={null} />);
    expect(place.querySelectorAll("button")).toHaveLength(0);
    expect(place.textContent).toContain("Dates are grouped by month");
    expect((await render(<ChoiceChips notes={[]} choices={[]} onSend={null} />)).innerHTML).toBe("");
  });
});
