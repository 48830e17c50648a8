import { type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { checkAnswer, checkEvent, mediaTypeOf, type Route } from "./contract.ts";

/**
 * A response of the scripted server, written by it or by a story: it reports where the server would not answer its route like this.
 * A connection that a script cuts is no answer; what was sent of a stream until then is checked.
 */
export class CheckedResponse extends ServerResponse {
  /** None for what is no part of the contract, such as files. */
  route: Route | null = null;
  report: (fault: unknown) => void = () => undefined;
  readonly #body: Buffer[] = [];
  #isEnded = false;
  /** The part of a stream that no empty line ended yet. */
  #pending = "";

  /** Of the forms that a response can be begun in, the only one in use. */
  override writeHead(status: number, headers?: unknown): this {
    // Kept, so that the media type can be read again.
    for (const [name, value] of Object.entries((headers ?? {}) as OutgoingHttpHeaders))
      if (value !== undefined) this.setHeader(name, value);
    return super.writeHead(status);
  }

  override write(chunk: unknown, ...rest: never[]): boolean {
    this.#take(chunk);
    return super.write(chunk, ...rest);
  }

  override end(...sent: unknown[]): this {
    const [chunk] = sent;
    if (!this.#isEnded) {
      this.#isEnded = true;
      if (typeof chunk === "string" || chunk instanceof Uint8Array) this.#take(chunk);
      this.#check((route, call) => {
        if (this.#isStream) return;
        checkAnswer(route, this.statusCode, this.#contentType, Buffer.concat(this.#body), call);
      });
    }
    return super.end(...(sent as []));
  }

  get #contentType(): string {
    return String(this.getHeader("content-type") ?? "");
  }

  get #isStream(): boolean {
    return mediaTypeOf(this.#contentType) === "text/event-stream";
  }

  #take(chunk: unknown): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Uint8Array);
    if (!this.#isStream) {
      this.#body.push(Buffer.from(bytes));
      return;
    }
    const frames = (this.#pending + Buffer.from(bytes).toString()).split("\n\n");
    this.#pending = frames.pop() ?? "";
    for (const frame of frames) this.#checkFrame(frame);
  }

  #checkFrame(frame: string): void {
    const field = (name: string) =>
      frame
        .split("\n")
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2))
        .join("\n");
    const data = field("data");
    // A comment keeps the connection open.
    if (data !== "") this.#check((route, call) => checkEvent(route, field("event"), JSON.parse(data), call));
  }

  /** Reported instead of thrown, so that a wrong answer fails its story at the end and not by a page that waits. */
  #check(test: (route: Route, call: string) => void): void {
    if (!this.route) return;
    try {
      test(this.route, `${this.req.method} ${this.req.url?.split("?")[0]}`);
    } catch (error) {
      this.report(error);
    }
  }
}
