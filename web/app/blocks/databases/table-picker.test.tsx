import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";
import { click, get, render, type } from "../../../tests/unit/render";
import { TablePicker } from "./table-picker";

const state = vi.hoisted(() => ({ list: async (): Promise<unknown[]> => [] }));

vi.mock("../../api/chart-editing", () => ({
  sourcesQuery: () => ({ queryKey: ["tables"], queryFn: () => state.list(), retry: false }),
}));

const source = (id: string, name: string, kind: string) => ({
  id,
  name,
  kind,
  status: "whole",
  rowCount: 3,
  columns: [],
});

async function open(list: () => Promise<unknown[]>) {
  state.list = list;
  const onPick = vi.fn();
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <TablePicker onClose={() => {}} onPick={onPick} />
    </QueryClientProvider>,
  );
  return { dialog: get(document, "[role=dialog]"), onPick };
}

const button = (dialog: HTMLElement, label: string) => {
  const found = [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent?.trim() === label);
  if (!found) throw new Error(`no button ${label}`);
  return found;
};

describe("the picker of database tables", () => {
  it("lists only tables of databases and hands over the chosen ones", async () => {
    const orders = source("1", "orders", "mysql");
    const { dialog, onPick } = await open(async () => [
      orders,
      source("2", "staff", "postgresql"),
      source("3", "a.csv", "csv"),
    ]);
    await vi.waitFor(() => expect(dialog.textContent).toContain("MySQL or MariaDB · 3 rows"));
    expect(dialog.querySelectorAll("[type=checkbox]").length).toBe(2);
    expect(button(dialog, "Add tables").disabled).toBe(true);
    await type(get<HTMLInputElement>(dialog, "[type=search]"), "ORD");
    expect(dialog.querySelectorAll("[type=checkbox]").length).toBe(1);
    await click(get<HTMLInputElement>(dialog, "[type=checkbox]"));
    await click(button(dialog, "Add 1 table"));
    expect(onPick).toHaveBeenCalledExactlyOnceWith([orders]);
  });

  it("says that no table matches the search", async () => {
    const { dialog } = await open(async () => [source("1", "orders", "mysql")]);
    await vi.waitFor(() => expect(dialog.textContent).toContain("orders"));
    await type(get<HTMLInputElement>(dialog, "[type=search]"), "zzz");
    expect(dialog.textContent).toContain("No tables match “zzz”.");
  });

  it("offers to connect a database when there is none", async () => {
    const { dialog } = await open(async () => []);
    await vi.waitFor(() => expect(dialog.textContent).toContain("No database tables yet"));
    await click(button(dialog, "Connect database"));
    expect(get(document, "[role=dialog]").textContent).toContain("Host");
  });

  it("shows why the tables couldn't be loaded", async () => {
    const { dialog } = await open(() => Promise.reject(new Error("offline")));
    await vi.waitFor(() => expect(dialog.querySelector("[role=alert]")).not.toBeNull());
  });
});
