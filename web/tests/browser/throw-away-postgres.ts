import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const versions = "/usr/lib/postgresql";

/** The folder of the newest installed version's programs. */
function programs(): string | undefined {
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions)
    .filter((version) => existsSync(join(versions, version, "bin/initdb")))
    .sort((a, b) => Number(b) - Number(a))[0];
  return newest && join(versions, newest, "bin");
}

/** Whether tests run on PostgreSQL too; where they have to, a missing one is an error. */
export function hasPostgres(): boolean {
  return programs() !== undefined || process.env.CI !== undefined;
}

/** Works in the current folder, says `ready`, and ends when its input does. */
const script = `
"$1"/initdb --pgdata data --username portolan --auth trust --encoding UTF8 --locale C --no-sync >log 2>&1 || { cat log >&2; exit 1; }
"$1"/postgres -D data -k "$PWD" -c listen_addresses= -c fsync=off >>log 2>&1 </dev/null &
server=$!
until "$1"/pg_isready --quiet --host "$PWD" --username portolan --dbname postgres; do
    kill -0 $server || { cat log >&2; exit 1; }
    sleep 0.05
done
echo ready
cat >/dev/null
kill -QUIT $server
wait $server
folder=$PWD
cd /
rm -rf "$folder"
`;

/** An empty PostgreSQL that is reached by a socket in a folder of its own. */
export class ThrowAwayPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #programs: string;
  readonly #shell: ReturnType<typeof spawn>;

  private constructor(folder: string, found: string, shell: ReturnType<typeof spawn>) {
    this.url = `postgres://portolan@localhost/postgres?host=${encodeURIComponent(folder)}`;
    this.#folder = folder;
    this.#programs = found;
    this.#shell = shell;
  }

  static async start(): Promise<ThrowAwayPostgres> {
    const found = programs();
    if (found === undefined) throw new Error("PostgreSQL is missing: install it with `apt-get install postgresql`");
    const folder = mkdtempSync(join(tmpdir(), "portolan-postgres-"));
    const command = ["sh", "-c", script, "postgres", found];
    // `initdb` refuses root: then the server runs as the user `postgres`.
    if (process.getuid?.() === 0) {
      const id = (of: string) => Number(execFileSync("id", [of, "postgres"], { encoding: "utf8" }));
      chownSync(folder, id("-u"), id("-g"));
      command.unshift("runuser", "-u", "postgres", "--");
    }
    const [program = "sh", ...args] = command;
    const shell = spawn(program, args, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
    const [said] = (await Promise.race([
      once(shell.stdout, "data"),
      once(shell, "exit").then(() => ["it ended"]),
    ])) as unknown[];
    if (String(said) !== "ready\n") throw new Error(`PostgreSQL did not start: ${String(said)}`);
    return new ThrowAwayPostgres(folder, found, shell);
  }

  /** Every row of every table, as text; bytes as hexadecimal digits. */
  dump(): string {
    const args = ["--data-only", "--host", this.#folder, "--username", "portolan", "postgres"];
    return execFileSync(join(this.#programs, "pg_dump"), args, { encoding: "utf8", maxBuffer: 1 << 28 });
  }

  async stop(): Promise<void> {
    const ended = once(this.#shell, "exit");
    this.#shell.stdin?.end();
    await ended;
  }
}
