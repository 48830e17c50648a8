import { beforeEach, describe, expect, it, vi } from "vitest";
import { choose, click, get, render, submit, type } from "../../../tests/unit/render";
import { addBucket, addTables, listTables } from "../../api/databases";
import { RefusedError } from "../../api/problem";
import { DatabaseDialog } from "./database-dialog";

vi.mock("../../api/databases", () => ({ listTables: vi.fn(), addTables: vi.fn(), addBucket: vi.fn() }));

const list = vi.mocked(listTables);
const add = vi.mocked(addTables);
const orders = { schema: "public", table: "orders", isView: false, estimatedRows: 1200 };

async function open() {
  const onAdded = vi.fn();
  await render(<DatabaseDialog onClose={() => {}} onAdded={onAdded} />);
  return { dialog: get(document, "[role=dialog]"), onAdded };
}

async function connect(dialog: HTMLElement) {
  const [host, , database, user, password] = [...dialog.querySelectorAll("input")];
  for (const [input, value] of [
    [host, "db.example.com"],
    [database, "shop"],
    [user, "reader"],
    [password, "secret"],
  ] as const) {
    if (input) await type(input, value);
  }
  await submit(dialog);
}

const button = (dialog: HTMLElement, label: string) => {
  const found = [...dialog.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  if (!found) throw new Error(`no button ${label}`);
  return found;
};

describe("the database dialog", () => {
  beforeEach(() => {
    list.mockReset();
    add.mockReset();
  });

  it("lists the tables of the login and adds the chosen ones", async () => {
    list.mockResolvedValue([orders]);
    add.mockResolvedValue([]);
    const { dialog, onAdded } = await open();
    await connect(dialog);
    const login = {
      engine: "postgresql",
      host: "db.example.com",
      port: 5432,
      database: "shop",
      user: "reader",
      password: "secret",
    };
    expect(list).toHaveBeenCalledExactlyOnceWith({ ...login, sslMode: "require" });
    expect(dialog.textContent).toContain("About 1,200 rows");
    expect(button(dialog, "Add tables").disabled).toBe(true);
    await click(get<HTMLInputElement>(dialog, "[type=checkbox]"));
    await click(button(dialog, "Add 1 table"));
    expect(add).toHaveBeenCalledExactlyOnceWith({ ...login, sslMode: "require" }, [orders]);
    expect(onAdded).toHaveBeenCalledOnce();
  });

  it("shows the reason and keeps the fields when the connection fails", async () => {
    list.mockRejectedValue(new RefusedError("Check the user and the password."));
    const { dialog } = await open();
    await connect(dialog);
    await vi.waitFor(() => expect(dialog.textContent).toContain("Check the user and the password."));
    expect(get<HTMLInputElement>(dialog, "input").value).toBe("db.example.com");
  });

  it("asks for every field before it connects", async () => {
    const { dialog } = await open();
    await submit(dialog);
    expect(list).not.toHaveBeenCalled();
    expect(dialog.textContent).toContain("Enter the host.");
  });

  it("finds a table among many by its name", async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...orders, table: `table_${at}` }));
    list.mockResolvedValue([...many, orders]);
    const { dialog } = await open();
    await connect(dialog);
    await type(get<HTMLInputElement>(dialog, "[type=search]"), "ORD");
    expect(dialog.querySelectorAll("[type=checkbox]")).toHaveLength(1);
    await type(get<HTMLInputElement>(dialog, "[type=search]"), "tickets");
    expect(dialog.textContent).toContain("No tables match “tickets”.");
  });

  it("adds the files of a bucket as one table", async () => {
    vi.mocked(addBucket).mockResolvedValue([]);
    const { dialog, onAdded } = await open();
    await choose(get<HTMLSelectElement>(dialog, "select"), "s3");
    const [url, keyId, key, endpoint] = [...dialog.querySelectorAll("input")];
    if (!url || !keyId || !key || !endpoint) throw new Error("a field is missing");
    await type(url, "bucket/sales");
    await submit(dialog);
    expect(addBucket).not.toHaveBeenCalled();
    expect(dialog.textContent).toContain("Enter an address such as s3://bucket/sales/.");
    await type(url, "s3://bucket/sales/");
    await type(keyId, "AKIA1");
    await type(key, "secret");
    await submit(dialog);
    expect(addBucket).toHaveBeenCalledExactlyOnceWith({
      url: "s3://bucket/sales/",
      accessKeyId: "AKIA1",
      secretAccessKey: "secret",
      endpoint: "",
      region: "",
    });
    expect(onAdded).toHaveBeenCalledOnce();
  });

  it("says what to do when the login can't read any table", async () => {
    list.mockResolvedValue([]);
    const { dialog } = await open();
    await connect(dialog);
    expect(dialog.textContent).toContain("Grant it SELECT");
    expect(button(dialog, "Add tables").disabled).toBe(true);
  });
});
