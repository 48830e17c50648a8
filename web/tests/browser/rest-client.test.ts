import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Portolan } from "./program.ts";

const PASSWORD = "a good password";

describe("supabase-js over REST", () => {
  let server: Portolan;
  let key: string;
  let number = 0;
  beforeAll(async () => {
    server = await Portolan.start();
    const config = (await (await fetch(`${server.url}/api/config`)).json()) as { auth: { publicKey: string } };
    key = config.auth.publicKey;
  });
  afterAll(() => server?.stop());

  const nobody = (): SupabaseClient =>
    createClient(server.url, key, {
      // Node 20 has no sockets of its own, and none are opened here.
      realtime: { transport: class {} as never },
      auth: { persistSession: false, autoRefreshToken: false },
    });

  const person = async (): Promise<SupabaseClient> => {
    const client = nobody();
    const email = `person${number++}@example.com`;
    const { error } = await client.auth.signUp({ email, password: PASSWORD });
    expect(error).toBeNull();
    return client;
  };

  it("inserts, selects, filters, orders, and pages", async () => {
    const client = await person();
    const inserted = await client
      .from("boards")
      .insert([{ title: "Sales, (all)" }, { title: 'a "quoted" one' }, { title: "Costs" }])
      .select("title")
      .order("title");
    expect(inserted).toMatchObject({ error: null, status: 201 });
    expect(inserted.data?.map(({ title }) => title)).toEqual(["Costs", "Sales, (all)", 'a "quoted" one']);
    const boards = () => client.from("boards").select("title").order("title");
    const titles = async (query: PromiseLike<{ data: { title: string }[] | null; error: unknown }>) => {
      const { data, error } = await query;
      expect(error).toBeNull();
      return data?.map(({ title }) => title);
    };
    expect(await titles(boards().eq("title", "Sales, (all)"))).toEqual(["Sales, (all)"]);
    expect(await titles(boards().neq("title", "Costs").limit(1))).toEqual(["Sales, (all)"]);
    expect(await titles(boards().in("title", ["Sales, (all)", 'a "quoted" one']))).toHaveLength(2);
    expect(await titles(boards().like("title", "Sales%"))).toEqual(["Sales, (all)"]);
    expect(await titles(boards().ilike("title", "%QUOTED%"))).toEqual(['a "quoted" one']);
    expect(await titles(boards().is("chat_id", null).range(1, 2))).toEqual(["Sales, (all)", 'a "quoted" one']);
    expect(await titles(boards().not("title", "eq", "Costs"))).toHaveLength(2);
    expect(await titles(boards().or('title.eq.Costs,title.eq."Sales, (all)"'))).toHaveLength(2);
    expect(await titles(boards().gte("revision", 1).lt("revision", 2).lte("created_at", "2100-01-01"))).toHaveLength(3);
    expect(await titles(boards().match({ title: "Costs", visibility: "private" }))).toEqual(["Costs"]);
    expect(await titles(boards().filter("title", "in", "(Costs)"))).toEqual(["Costs"]);
    expect(await titles(boards().likeAllOf("title", ["%s%", "C%"]))).toEqual(["Costs"]);
    expect(await titles(boards().likeAnyOf("title", ["Sales%", "Costs"]))).toEqual(["Costs", "Sales, (all)"]);
    expect(await titles(boards().ilikeAllOf("title", ["%COST%", "c%"]))).toEqual(["Costs"]);
    expect(await titles(boards().ilikeAnyOf("title", ["%QUOTED%", "none"]))).toEqual(['a "quoted" one']);
    const lines = await client.from("boards").select("title,chat_id").order("title").csv();
    expect(lines).toMatchObject({ error: null, status: 200 });
    expect(lines.data).toBe('title,chat_id\nCosts,\n"Sales, (all)",\n"a ""quoted"" one",');
    // Unsupported requests are refused, and nothing is written.
    const unserved = [boards().textSearch("title", "costs"), boards().filter("title", "match", "^C")];
    for (const query of unserved) expect((await query).error?.code).toBe("0A000");
    const undone = await client.from("boards").delete().eq("title", "Costs").rollback();
    expect(undone.error?.code).toBe("0A000");
    const counted = await client.from("boards").select("*", { count: "exact", head: true });
    expect(counted).toMatchObject({ count: 3, data: null, error: null });
    const page = await client.from("boards").select("id", { count: "exact" }).range(0, 1);
    expect(page).toMatchObject({ count: 3, status: 206 });
  });

  it("returns one row, none, or an error for several", async () => {
    const client = await person();
    const made = await client.from("portolans").insert({ title: "One", markdown: "# Hello" }).select().single();
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ title: "One", markdown: "# Hello", visibility: "private" });
    const of = (title: string) => client.from("portolans").select().eq("title", title);
    expect((await of("One").maybeSingle()).data).toMatchObject({ id: made.data?.id });
    expect(await of("None").maybeSingle()).toMatchObject({ data: null, error: null });
    const none = await of("None").single();
    expect(none).toMatchObject({ status: 406, error: { code: "PGRST116", details: "The result contains 0 rows" } });
    const updated = await client.from("portolans").update({ title: "x" }).eq("title", "None").select().maybeSingle();
    expect(updated).toMatchObject({ data: null, error: null });
  });

  it("updates, upserts, and deletes", async () => {
    const client = await person();
    const { data } = await client.from("chats").insert({ title: "Why" }).select("id").single();
    const id = data?.id as string;
    const updated = await client.from("chats").update({ title: "How" }).eq("id", id).select("title");
    expect(updated).toMatchObject({ data: [{ title: "How" }], status: 200 });
    const quiet = await client.from("chats").update({ title: "When" }, { count: "exact" }).eq("id", id);
    expect(quiet).toMatchObject({ count: 1, data: null, status: 204 });
    const upserted = await client.from("chats").upsert({ id, title: "Where" }).select("title");
    expect(upserted.data).toEqual([{ title: "Where" }]);
    const ignored = await client
      .from("chats")
      .upsert({ id, title: "Who" }, { onConflict: "id", ignoreDuplicates: true })
      .select();
    expect(ignored).toMatchObject({ data: [], status: 201 });
    const saved = { kind: "chat", item_id: id };
    const onConflict = "user_id,kind,item_id";
    expect((await client.from("saved").upsert(saved, { onConflict }).select("kind,item_id")).data).toEqual([saved]);
    expect((await client.from("saved").upsert(saved, { onConflict })).error).toBeNull();
    expect((await client.from("saved").delete().eq("item_id", id).select("kind")).data).toEqual([{ kind: "chat" }]);
    expect(await client.from("chats").delete().eq("id", id)).toMatchObject({ error: null, status: 204 });
  });

  it("receives the error codes it expects", async () => {
    const client = await person();
    const code = async (query: PromiseLike<{ error: { code: string; message: string } | null }>) =>
      (await query).error?.code;
    expect(await code(client.from("users").select())).toBe("PGRST205");
    expect(await code(client.from("boards").select("secret"))).toBe("42703");
    expect(await code(client.from("boards").select("id::text"))).toBe("PGRST100");
    expect(await code(client.from("boards").select("id,charts(*)"))).toBe("PGRST200");
    expect(await code(client.from("boards").insert({ nothing: 1 }))).toBe("PGRST204");
    expect(await code(client.from("boards").insert({ title: "" }))).toBe("23514");
    expect(await code(client.from("charts").insert({ title: "x" }))).toBe("42501");
    expect(await code(client.from("boards").delete())).toBe("21000");
    const elsewhere = await client.schema("auth").from("boards").select();
    expect(elsewhere.error).toMatchObject({ code: "PGRST106", message: "Invalid schema: auth" });
    const text = await client.from("boards").select().eq("revision", "many");
    expect(text.error?.message).toBe('invalid input syntax for type bigint: "many"');
    expect(await code(client.rpc("nothing"))).toBe("PGRST202");
    expect(await code(nobody().from("boards").select())).toBe("42501");
  });

  it("calls functions of both kinds", async () => {
    const client = await person();
    expect((await client.rpc("profile")).data).toMatchObject({ isAdmin: false });
    expect((await client.rpc("search", { q: "nothing" })).data).toEqual([]);
    expect((await client.rpc("plan", {}, { get: true })).data).toMatchObject({ usageLimitReached: false });
    const body = { kind: "mindmap", spec: { outline: "# Tea\n- black" } };
    const preview = await client.functions.invoke("preview-chart", { body });
    expect(preview.error).toBeNull();
    expect(preview.data).toMatchObject({ kind: "mindmap" });
    const unknown = await client.functions.invoke("no-such-function", { body: {} });
    expect(unknown.error?.name).toBe("FunctionsHttpError");
  });
});
