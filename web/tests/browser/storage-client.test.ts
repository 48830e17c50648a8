import { deflateSync } from "node:zlib";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Portolan } from "./program.ts";

const SECRET_KEY = "sb_secret_of_the_operator";
const PASSWORD = "a good password";

let server: Portolan;
let number = 0;

beforeAll(async () => {
  server = await Portolan.start({ PORTOLAN_AUTH_SECRET_KEY: SECRET_KEY });
});
afterAll(() => server?.stop());

function client(key = "sb_publishable_key"): SupabaseClient {
  return createClient(server.url, key, {
    // Node 20 has no sockets of its own, and none are opened here.
    realtime: { transport: class {} as never },
    auth: { autoRefreshToken: false, persistSession: false },
  });
}

const operator = () => client(SECRET_KEY).storage;

/** A signed-in user and the name of their folder. */
async function person(): Promise<{ storage: SupabaseClient["storage"]; id: string }> {
  const one = client();
  const { data, error } = await one.auth.signUp({ email: `keeper${number++}@example.com`, password: PASSWORD });
  expect(error).toBeNull();
  return { storage: one.storage, id: data.user?.id ?? "" };
}

async function bucket(options: Parameters<ReturnType<typeof operator>["createBucket"]>[1]): Promise<string> {
  const name = `bucket-${number++}`;
  const { data, error } = await operator().createBucket(name, options);
  expect(error).toBeNull();
  expect(data).toEqual({ name });
  return name;
}

/** A PNG file of one color. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 3 + 1) * height, 0);
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
      chunk("IHDR", head),
      chunk("IDAT", deflateSync(rows)),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return ~crc >>> 0;
}

/** The size of a PNG picture. */
async function size(picture: Blob | null): Promise<[number, number]> {
  const bytes = Buffer.from((await picture?.arrayBuffer()) ?? new ArrayBuffer(0));
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

describe("supabase-js storage", () => {
  it("manages buckets only with the service key", async () => {
    const name = await bucket({ public: false, fileSizeLimit: "1MB", allowedMimeTypes: ["image/png"] });
    expect((await operator().createBucket(name)).error?.message).toBe("The resource already exists");
    const { data } = await operator().getBucket(name);
    expect(data).toMatchObject({ id: name, name, public: false, file_size_limit: 1_000_000 });
    expect((await operator().listBuckets({ search: name })).data).toHaveLength(1);
    expect((await operator().listBuckets({ limit: 1, sortColumn: "name", sortOrder: "desc" })).data).toHaveLength(1);
    const updated = await operator().updateBucket(name, { public: true, allowedMimeTypes: null });
    expect(updated.data).toEqual({ message: "Successfully updated" });
    expect((await operator().getBucket(name)).data?.public).toBe(true);
    await operator().from(name).upload("a.txt", "text");
    expect((await operator().deleteBucket(name)).error?.message).toContain("not empty");
    expect((await operator().emptyBucket(name)).data).toEqual({
      message: "Empty bucket has been queued. Completion may take up to an hour.",
    });
    expect((await operator().deleteBucket(name)).data).toEqual({ message: "Successfully deleted" });
    expect((await operator().getBucket(name)).error?.message).toBe("Bucket not found");
    const { storage } = await person();
    expect((await storage.listBuckets()).data).toEqual([]);
    expect((await storage.createBucket("mine")).error?.message).toContain("row-level security");
    expect((await storage.getBucket("avatars")).error).not.toBeNull();
  });

  it("uploads every kind of body, updates, and upserts", async () => {
    const name = await bucket({ public: false });
    const { storage, id } = await person();
    const files = storage.from(name);
    const form = new FormData();
    form.append("", new Blob(["from a form"], { type: "text/html" }), "page.html");
    const bodies: [string, Parameters<typeof files.upload>[1], string][] = [
      ["text", "from a text", "from a text"],
      ["buffer", Buffer.from("from a buffer"), "from a buffer"],
      ["array buffer", new TextEncoder().encode("from an array").buffer as ArrayBuffer, "from an array"],
      ["blob", new Blob(["from a blob"], { type: "text/csv" }), "from a blob"],
      ["file", new File(["from a file"], "x.txt", { type: "text/plain" }), "from a file"],
      ["form", form, "from a form"],
      ["stream", new Blob(["from a stream"]).stream(), "from a stream"],
      ["search", new URLSearchParams({ a: "b" }), "a=b"],
    ];
    for (const [kind, body, text] of bodies) {
      const path = `${id}/${kind}`;
      const { data, error } = await files.upload(path, body, { metadata: { kind } });
      expect(error, kind).toBeNull();
      expect(data).toMatchObject({ path, fullPath: `${name}/${path}` });
      expect(data?.id).toBeTruthy();
      const read = await files.download(path);
      expect(await read.data?.text(), kind).toBe(text);
      expect((await files.info(path)).data?.metadata, kind).toEqual({ kind });
    }
    const path = `${id}/text`;
    const again = await files.upload(path, "again");
    expect(again.error).toMatchObject({ message: "The resource already exists", statusCode: "409" });
    expect((await files.upload(path, "upserted", { upsert: true })).error).toBeNull();
    expect((await files.update(path, "updated", { contentType: "text/csv", cacheControl: "60" })).error).toBeNull();
    const info = await files.info(path);
    expect(info.data).toMatchObject({ contentType: "text/csv", cacheControl: "max-age=60", size: 7, bucketId: name });
    expect(info.data).not.toHaveProperty("updatedAt");
    expect((await files.update(`${id}/none`, "x")).error?.message).toBe("Object not found");
    expect((await files.upload("elsewhere/x", "x")).error).toMatchObject({ statusCode: "403" });
    expect((await storage.from("none").upload(path, "x")).error?.message).toBe("Bucket not found");
    for (const bad of [`${id}/../x`, `${id}/a%25b`, `${id}/a%00b`]) {
      expect((await files.upload(bad, "x")).error, bad).not.toBeNull();
    }
  });

  it("enforces the limits of a bucket", async () => {
    const name = await bucket({ public: true, fileSizeLimit: "1kb", allowedMimeTypes: ["image/*"] });
    const { storage, id } = await person();
    const files = storage.from(name);
    const large = await files.upload(`${id}/a`, Buffer.alloc(40_000), { contentType: "image/png" });
    expect(large.error).toMatchObject({
      message: "The object exceeded the maximum allowed size",
      statusCode: "413",
    });
    const wrong = await files.upload(`${id}/a`, "x", { contentType: "text/html" });
    expect(wrong.error).toMatchObject({ message: "mime type text/html is not supported", statusCode: "415" });
    expect((await files.upload(`${id}/a`, Buffer.alloc(1_000), { contentType: "image/png" })).error).toBeNull();
  });

  it("moves, copies, lists, and removes objects", async () => {
    const [name, other] = [await bucket({ public: false }), await bucket({ public: false })];
    const { storage, id } = await person();
    const files = storage.from(name);
    await files.upload(`${id}/a.txt`, "bytes");
    expect((await files.move(`${id}/a.txt`, `${id}/b/a.txt`)).data).toEqual({ message: "Successfully moved" });
    expect((await files.move(`${id}/a.txt`, `${id}/c.txt`)).error?.message).toBe("Object not found");
    const copied = await files.copy(`${id}/b/a.txt`, `${id}/c.txt`, { destinationBucket: other });
    expect(copied.data).toEqual({ path: `${other}/${id}/c.txt` });
    expect((await files.copy(`${id}/b/a.txt`, "elsewhere")).error).not.toBeNull();
    expect((await files.exists(`${id}/b/a.txt`)).data).toBe(true);
    const missing = await files.exists(`${id}/none`);
    expect(missing.data).toBe(false);
    expect(missing.error).not.toBeNull();
    await files.upload(`${id}/d.txt`, "more");
    const list = await files.list(id);
    expect(list.data?.map((item) => [item.name, item.id === null])).toEqual([
      ["b", true],
      ["d.txt", false],
    ]);
    expect((await files.list(id, { limit: 1, offset: 1 })).data?.[0]?.name).toBe("d.txt");
    expect((await files.list(id, { sortBy: { column: "name", order: "desc" } })).data?.[0]?.name).toBe("d.txt");
    expect((await files.list(id, { search: "d." })).data).toHaveLength(1);
    const paged = await files.listV2({ prefix: `${id}/`, with_delimiter: true, limit: 1 });
    expect(paged.data).toMatchObject({ hasNext: true, folders: [{ name: `${id}/b/` }], objects: [] });
    const next = await files.listV2({
      prefix: `${id}/`,
      with_delimiter: true,
      limit: 1,
      cursor: paged.data?.nextCursor,
    });
    expect(next.data).toMatchObject({ hasNext: false, objects: [{ name: `${id}/d.txt` }] });
    const stranger = (await person()).storage.from(name);
    expect((await stranger.list(id)).data).toEqual([]);
    expect((await stranger.download(`${id}/d.txt`)).error).toMatchObject({ statusCode: "404" });
    expect((await stranger.remove([`${id}/d.txt`])).data).toEqual([]);
    const removed = await files.remove([`${id}/d.txt`, `${id}/none`]);
    expect(removed.data).toMatchObject([{ name: `${id}/d.txt`, bucket_id: name }]);
    expect((await files.download(`${id}/d.txt`)).error?.message).toBe("Object not found");
  });

  it("creates signed URLs that expire", async () => {
    const name = await bucket({ public: false });
    const { storage, id } = await person();
    const files = storage.from(name);
    await files.upload(`${id}/a b.txt`, "secret");
    const signed = await files.createSignedUrl(`${id}/a b.txt`, 60, { download: "x.txt" });
    const answer = await fetch(signed.data?.signedUrl ?? "");
    expect(await answer.text()).toBe("secret");
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''x.txt");
    expect((await files.createSignedUrl(`${id}/none`, 60)).error?.message).toBe("Object not found");
    const many = await files.createSignedUrls([`${id}/a b.txt`, "none"], 60);
    expect(many.data?.[0]?.error).toBeNull();
    expect(await (await fetch(many.data?.[0]?.signedUrl ?? "")).text()).toBe("secret");
    expect(many.data?.[1]).toMatchObject({ path: "none", signedURL: null, signedUrl: null });
    const upload = await files.createSignedUploadUrl(`${id}/new.txt`);
    const anybody = client().storage.from(name);
    const sent = await anybody.uploadToSignedUrl(`${id}/new.txt`, upload.data?.token ?? "", new Blob(["sent"]));
    expect(sent.data).toEqual({ path: `${id}/new.txt`, fullPath: `${name}/${id}/new.txt` });
    const twice = await anybody.uploadToSignedUrl(`${id}/new.txt`, upload.data?.token ?? "", "again");
    expect(twice.error).toMatchObject({ message: "The resource already exists", statusCode: "409" });
    const forged = await anybody.uploadToSignedUrl(`${id}/other.txt`, upload.data?.token ?? "", "x");
    expect(forged.error).not.toBeNull();
    expect((await files.createSignedUploadUrl("elsewhere/x")).error).toMatchObject({ statusCode: "403" });
  });

  it("serves public objects and transforms images", async () => {
    const { storage, id } = await person();
    const avatars = storage.from("avatars");
    const path = `${id}/me.png`;
    expect((await avatars.upload(path, "<svg/>", { contentType: "image/svg+xml" })).error).not.toBeNull();
    expect((await avatars.upload(path, png(60, 30), { contentType: "image/png" })).error).toBeNull();
    const shown = await fetch(avatars.getPublicUrl(path).data.publicUrl);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    const small = await fetch(avatars.getPublicUrl(path, { transform: { width: 20, height: 20 } }).data.publicUrl);
    expect(await size(await small.blob())).toEqual([20, 20]);
    const whole = await avatars.download(path, { transform: { width: 20, height: 20, resize: "contain" } });
    expect(await size(whole.data)).toEqual([20, 10]);
    const signed = await avatars.createSignedUrl(path, 60, { transform: { width: 30, quality: 60 } });
    const picture = await fetch(signed.data?.signedUrl ?? "");
    expect(picture.headers.get("x-transformations")).toBe("width:30,resizing_type:fill,quality:60");
    expect(await size(await picture.blob())).toEqual([30, 15]);
    expect((await avatars.download(path, { transform: { width: 9_999 } })).error).not.toBeNull();
    const stream = await avatars.download(path).asStream();
    expect(stream.error).toBeNull();
    const name = await bucket({ public: false });
    await storage.from(name).upload(path, "x");
    const hidden = await fetch(storage.from(name).getPublicUrl(path).data.publicUrl);
    expect(hidden.status).toBe(400);
  });

  it("rejects requests without a key with the documented error", async () => {
    const bare = await fetch(`${server.url}/storage/v1/bucket`);
    expect(await bare.json()).toMatchObject({ statusCode: "403", message: "Invalid Compact JWS" });
    const forged = client("a.b.c").storage;
    expect((await forged.listBuckets()).error?.message).toBe("Invalid Compact JWS");
    await expect(forged.from("avatars").exists("x/y")).rejects.toThrow("Invalid Compact JWS");
    expect((await operator().purgeBucketCache("avatars")).data).toEqual({ message: "success" });
    expect((await operator().getBucketLifecycle("avatars")).error).not.toBeNull();
    const answer = await fetch(`${server.url}/storage/v1/object/avatars/x`, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "POST" },
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });
});
