import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "./answers.ts";

/** The storage of the scripted server, as far as pictures of people need it. */
export class ScriptedStorage {
  /** By bucket and name. */
  readonly objects = new Map<string, File>();
  /** Error of the next upload. */
  refusal: string | null = null;

  async handle(request: IncomingMessage, response: ServerResponse, bytes: Buffer): Promise<void> {
    const path = decodeURIComponent((request.url ?? "").replace("/storage/v1/object/", ""));
    switch (request.method) {
      case "POST":
        await this.#upload(response, path, request.headers["content-type"] ?? "", bytes);
        return;
      case "DELETE":
        for (const name of JSON.parse(bytes.toString()).prefixes) this.objects.delete(`${path}/${name}`);
        json(response, 200, []);
        return;
      default:
        await this.#read(response, path.replace(/^public\//, ""));
    }
  }

  async #upload(response: ServerResponse, path: string, contentType: string, bytes: Buffer): Promise<void> {
    if (this.refusal !== null) {
      json(response, 400, { statusCode: "413", error: "Payload too large", message: this.refusal });
      this.refusal = null;
      return;
    }
    const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
    this.objects.set(path, form.get("") as File);
    json(response, 200, { Id: "o1", Key: path });
  }

  async #read(response: ServerResponse, path: string): Promise<void> {
    const object = this.objects.get(path);
    if (!object) {
      json(response, 400, { statusCode: "404", error: "not_found", message: "Object not found" });
      return;
    }
    response.writeHead(200, { "content-type": object.type });
    response.end(Buffer.from(await object.arrayBuffer()));
  }
}
