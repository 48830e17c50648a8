import { expect, it, vi } from "vitest";
import { render } from "../../tests/unit/render";
import { ApiProblem, NetworkFailure } from "./problem";
import { QueryBoundary, type QueryState } from "./query-boundary";

const show = (query: Partial<QueryState<string[]>>) =>
  render(
    <QueryBoundary
      query={{ data: undefined, error: null, refetch: () => undefined, ...query }}
      what="your keys"
      empty={<p>No keys yet</p>}
      missing={<p>Not found</p>}
    >
      {(keys) => <p>{keys.join(", ")}</p>}
    </QueryBoundary>,
  );

it("keeps showing data when a refetch fails", async () => {
  const container = await show({ data: ["one", "two"], error: new NetworkFailure() });
  expect(container.textContent).toBe("one, two");
});

it("shows loading, empty, and not-found states", async () => {
  expect((await show({})).textContent).toContain("Loading your keys");
  expect((await show({ data: [] })).textContent).toBe("No keys yet");
  const missing = new ApiProblem(404, "not_found", "This doesn't exist.");
  expect((await show({ error: missing })).textContent).toBe("Not found");
});

it("shows the error and retries on click", async () => {
  const refetch = vi.fn();
  const container = await show({ error: new NetworkFailure(), refetch });
  expect(container.textContent).toContain("Couldn't load your keys.");
  container.querySelector("button")?.click();
  expect(refetch).toHaveBeenCalledOnce();
});
