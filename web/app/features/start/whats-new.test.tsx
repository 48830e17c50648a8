import { QueryClientProvider } from "@tanstack/react-query";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "../../../tests/unit/render";
import { boardsQuery } from "../../api/boards";
import { chartsQuery } from "../../api/charts";
import { chatsQuery } from "../../api/chats";
import { discoverQuery } from "../../api/discover";
import { portolansQuery } from "../../api/portolans";
import { queryClient } from "../../api/query-client";
import { recordVisit } from "../../util/last-visit";
import { WhatsNew } from "./whats-new";

const now = Date.parse("2026-11-21T12:00:00Z");
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  const lists = [chartsQuery(), boardsQuery(), chatsQuery(), portolansQuery(), discoverQuery()];
  for (const { queryKey } of lists) cache(queryKey, []);
  return () => vi.useRealTimers();
});

function cache(queryKey: readonly unknown[], items: object[]): void {
  queryClient.setQueryData(queryKey, { pages: [{ items, nextCursor: null }], pageParams: [undefined] });
}

const item = (id: string, title: string, at: number) => ({ id, title, updatedAt: new Date(at).toISOString() });

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WhatsNew />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it("lists changes since the last visit, newest first", async () => {
  recordVisit(now - 24 * hour);
  cache(chartsQuery().queryKey, [item("c1", "Rain by month", now - hour), item("c2", "Old chart", now - 30 * hour)]);
  cache(discoverQuery().queryKey, [
    { ...item("c1", "Rain by month", now - hour), kind: "chart" },
    { ...item("b1", "Coasts", now - 2 * hour), kind: "board" },
  ]);
  const place = await show();
  expect([...place.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    "/charts/c1",
    "/boards/b1",
  ]);
  expect(place.textContent).toContain("in Discover");
});

it("list is hidden on the first visit and when nothing changed", async () => {
  cache(chartsQuery().queryKey, [item("c1", "Rain by month", now - hour)]);
  expect((await show()).textContent).toBe("");
  localStorage.clear();
  recordVisit(now - hour / 2 - 1);
  expect((await show()).textContent).toBe("");
});
