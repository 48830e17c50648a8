import { describe, expect, it } from "vitest";
import { violations } from "./accessibility.ts";
import { json } from "./double/answers.ts";
import { scriptedStories } from "./scripted-story.ts";

const TABLE = {
  id: "5f0c1c1e-0000-4000-8000-000000000001",
  name: "orders",
  kind: "mysql",
  status: "whole",
  table: "orders",
  columns: [{ name: "product", type: "string", nulls: 0, distinct: 3, isAdditive: false }],
  rowCount: 1200,
  createdAt: "2026-01-02T03:04:05Z",
};

const FOUND = { schema: "shop", table: "orders", isView: false, estimatedRows: 1200 };

describe("tables of a database", () => {
  const story = scriptedStories();

  function serveTables(items: unknown[]) {
    story.server.intercept = ({ method, url = "" }, response) => {
      const path = url.split("?")[0];
      if (method === "GET" && path === "/api/sources") return json(response, 200, { items, nextCursor: null });
      if (method === "GET" && path === `/api/sources/${TABLE.id}`) return json(response, 200, TABLE);
      return path === "/api/databases/tables" && json(response, 200, { items: [FOUND] });
    };
  }

  it("are attached from the composer's menu by keyboard", async () => {
    const { page, server } = story;
    serveTables([TABLE, { ...TABLE, id: "5f0c1c1e-0000-4000-8000-000000000002", name: "notes.csv", kind: "csv" }]);
    await page.goto(`${server.url}/start`);
    await page.getByRole("button", { name: "Add data" }).focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=menuitem]:focus", { hasText: "Upload files" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator("[role=menuitem]:focus", { hasText: "Database tables" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Database tables" });
    await dialog.getByLabel("Search tables").fill("ord");
    expect(await dialog.getByRole("checkbox").count()).toBe(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await dialog.getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await dialog.getByRole("button", { name: "Add 1 table" }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("list", { name: "Attached data" }).getByText("orders").waitFor();
  });

  it("can be connected on a phone when there is none", async () => {
    const { page, server } = story;
    serveTables([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/start`);
    await page.getByRole("button", { name: "Add data" }).click();
    await page.getByRole("menuitem", { name: "Database tables" }).click();
    await page.getByText("No database tables yet").waitFor();
    await page.getByRole("button", { name: "Connect database" }).click();
    const dialog = page.getByRole("dialog", { name: "Connect database" });
    await dialog.getByLabel("Type").selectOption("mysql");
    await expect.poll(() => dialog.getByLabel("Port").getAttribute("placeholder")).toBe("3306");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    for (const [label, value] of [
      ["Host", "db.example.com"],
      ["Database", "shop"],
      ["User", "reader"],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(value);
    }
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByText("shop.orders").waitFor();
  });

  it("become cards of a board", async () => {
    const { page, server } = story;
    await page.setViewportSize({ width: 1280, height: 800 });
    serveTables([TABLE]);
    const board = server.boards.create([]);
    await page.goto(`${server.url}/boards/${board.id}`);
    await page.getByRole("button", { name: "Add database tables" }).click();
    const dialog = page.getByRole("dialog", { name: "Database tables" });
    await dialog.getByRole("checkbox").click();
    await dialog.getByRole("button", { name: "Add 1 table" }).click();
    await expect
      .poll(() =>
        server.boards.boards.get(board.id)?.nodes.map(({ type, data }) => [type, (data as { title?: string }).title]),
      )
      .toEqual([["source", "orders"]]);
  });
});
