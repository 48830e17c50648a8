import { createServer, type Server, type Socket } from "node:net";

/** An SMTP server that accepts every message; closed at first, on an address of its own. */
export class MailServer {
  readonly messages: string[] = [];
  readonly #port: number;
  #server: Server | null = null;

  private constructor(port: number) {
    this.#port = port;
  }

  static async reserve(): Promise<MailServer> {
    const server = await listen(0, () => {});
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    return new MailServer(port);
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.#server = await listen(this.#port, (socket) => this.#serve(socket));
  }

  close() {
    this.#server?.close();
  }

  #serve(socket: Socket) {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let input = "";
    let isBody = false;
    say("220 ready");
    socket.setEncoding("utf8").on("data", (text: string) => {
      input += text;
      for (;;) {
        const end = input.indexOf(isBody ? "\r\n.\r\n" : "\r\n");
        if (end === -1) return;
        const part = input.slice(0, end);
        input = input.slice(end + (isBody ? 5 : 2));
        if (isBody) {
          this.messages.push(part);
          isBody = false;
          say("250 accepted");
          continue;
        }
        isBody = part.toUpperCase() === "DATA";
        say(isBody ? "354 go ahead" : part.toUpperCase() === "QUIT" ? "221 bye" : "250 ok");
      }
    });
    socket.on("error", () => {});
  }
}

function listen(port: number, serve: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(serve);
    server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
  });
}
