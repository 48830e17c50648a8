import { describe, expect, it } from "vitest";
import { render } from "../../tests/unit/render";
import { ThinkingView } from "./thinking-view";

describe("finished thinking", () => {
  it("shows its duration and can be expanded", async () => {
    const place = await render(<ThinkingView markdown="Two columns are numbers." durationMs={400} />);
    expect(place.textContent).toContain("Thought for less than a second");
  });

  it("is hidden when it has no text", async () => {
    const place = await render(<ThinkingView markdown={" \n"} durationMs={400} />);
    expect(place.innerHTML).toBe("");
  });
});
