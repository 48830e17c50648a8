import { describe, expect, it } from "vitest";
import { render } from "../../tests/unit/render";
import { ThinkingView } from "./thinking-view";

describe("finished thinking", () => {
  it("shows its duration", async () => {
    const place = await render(<ThinkingView markdown="Two columns are numbers." durationMs={4_000} />);
    expect(place.textContent).toContain("Thought for 4 seconds");
  });

  it("shows no duration that was too short to wait for", async () => {
    const place = await render(<ThinkingView markdown="Two columns are numbers." durationMs={400} />);
    expect(place.querySelector("button")?.textContent).toBe("Reasoning");
  });

  it("is hidden when it has no text", async () => {
    const place = await render(<ThinkingView markdown={" \n"} durationMs={400} />);
    expect(place.innerHTML).toBe("");
  });
});
