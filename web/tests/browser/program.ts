import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A program of ours that runs until a test stops it. */
export class Program {
  readonly #process: ChildProcess;
  #output = "";

  private constructor(process: ChildProcess) {
    this.#process = process;
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#output += text;
      });
    }
  }

  static start(path: string, args: string[], environment: Record<string, string> = {}): Program {
    return new Program(
      spawn(path, args, { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] }),
    );
  }

  /** Everything that the program has printed. */
  get output(): string {
    return this.#output;
  }

  /** Waits until the program has ended by itself. */
  async ended(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    await new Promise<void>((done) => this.#process.once("close", () => done()));
  }

  /** The first match in what the program prints. */
  printed(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(this.#output);
        if (match) resolve(match[0]);
      };
      for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.on("data", look);
      this.#process.on("exit", (code) => reject(new Error(`the program ended with ${code}:\n${this.#output}`)));
      this.#process.on("error", reject);
      look();
    });
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = new Promise<void>((done) => this.#process.once("exit", () => done()));
    this.#process.kill(signal);
    await exit;
  }
}

/** The real server with an empty data folder. */
export class Portolan {
  readonly url: string;
  readonly dataDir: string;
  readonly #environment: Record<string, string>;
  #program: Program;

  private constructor(url: string, program: Program, dataDir: string, environment: Record<string, string>) {
    this.url = url;
    this.#program = program;
    this.dataDir = dataDir;
    this.#environment = environment;
  }

  static async start(environment: Record<string, string> = {}): Promise<Portolan> {
    const dataDir = mkdtempSync(join(tmpdir(), "portolan-data-"));
    const program = serve("127.0.0.1:0", dataDir, environment);
    const url = await program.printed(/(?<=is ready at )http:\/\/127\.0\.0\.1:\d+/);
    return new Portolan(url, program, dataDir, environment);
  }

  /** Returns the messages to this address or number, newest first. */
  async messagesTo(to: string): Promise<{ text: string }[]> {
    const url = `${await this.#program.printed(/http:\S+\/dev\/mailbox\?secret=\S+/)}&to=${encodeURIComponent(to)}`;
    const answer = await fetch(url, { headers: { accept: "application/json" } });
    return ((await answer.json()) as { items: { text: string }[] }).items;
  }

  /** Returns the server's log since its last start. */
  get output(): string {
    return this.#program.output;
  }

  /** As the system kills a process that it has no memory for. */
  async kill(): Promise<void> {
    await this.#program.stop("SIGKILL");
  }

  /** Restarts the killed server with the same address and data. */
  async startAgain(): Promise<void> {
    this.#program = serve(new URL(this.url).host, this.dataDir, this.#environment);
    await this.#program.printed(/(?<=is ready at )http:\/\/127\.0\.0\.1:\d+/);
  }

  /** Makes a user who has an account an administrator, from the command line. */
  async grantAdmin(email: string): Promise<void> {
    const granting = Program.start(binary(), ["user", "grant", email, "--admin", "--data-dir", this.dataDir]);
    await granting.printed(/^Done/m);
  }

  async stop(): Promise<void> {
    await this.#program.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function serve(address: string, dataDir: string, environment: Record<string, string>): Program {
  const args = ["serve", "--dev", "--listen", address, "--data-dir", dataDir];
  // Without a key of the user who runs the tests, the model is the built-in one.
  // Stories begin with an empty Discover, unless they are about its examples.
  const defaults = { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", PORTOLAN_EXAMPLES: "false" };
  return Program.start(binary(), args, { ...defaults, ...environment });
}

/** Starts the server with invalid settings and returns its output. */
export async function startInVain(environment: Record<string, string>): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "portolan-data-"));
  const program = serve("127.0.0.1:0", dataDir, environment);
  await program.ended();
  rmSync(dataDir, { recursive: true, force: true });
  return program.output;
}

/** The scripted model endpoint; `plan` is what it answers where a message does not say. */
export async function startMockUpstream(plan: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const path = join(dirname(binary()), "mock-upstream");
  if (!existsSync(path)) {
    throw new Error(`${path} is missing: run \`cargo build --profile local -p portolan-mock-upstream\` first.`);
  }
  const program = Program.start(path, ["--listen", "127.0.0.1:0", plan]);
  return { url: await program.printed(/http:\/\/\S+/), stop: () => program.stop() };
}

function binary(): string {
  const path = process.env.PORTOLAN_BINARY;
  if (!path) throw new Error("PORTOLAN_BINARY is not set: run `npm run build`, its last line is the path to set.");
  return path;
}
