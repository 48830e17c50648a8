// Shared helpers of the npm scripts. Built-in modules only: they run before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const profile = "local";

/** Cargo's target folder: `CARGO_TARGET_DIR` where it is set. */
export const targetFolder = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");

/** The path of a built binary: `portolan` or `portolan-query`. */
export function binary(name, builtProfile = profile) {
  return join(targetFolder, builtProfile, name);
}

/** Ends the script with one sentence that says what to do. */
export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

const stepTimes = [];

/** Announces the next step on standard error, so that the output stays clean, and starts its clock. */
export function say(sentence) {
  stepTimes.push({ sentence, startedAt: performance.now() });
  console.error(`\n▸ ${sentence}`);
}

/** Prints how long each announced step took. */
export function printStepTimes() {
  const endedAt = performance.now();
  const minutes = (milliseconds) => `${(milliseconds / 60_000).toFixed(1).padStart(6)} min`;
  console.error("\n▸ Time by step");
  stepTimes.forEach(({ sentence, startedAt }, index) => {
    const stepEnd = stepTimes[index + 1]?.startedAt ?? endedAt;
    console.error(`${minutes(stepEnd - startedAt)}  ${sentence}`);
  });
  if (stepTimes.length > 0) console.error(`${minutes(endedAt - stepTimes[0].startedAt)}  in all`);
}

/** Runs a command with this terminal; ends the script where it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) fail(`${command} couldn't be started: ${result.error.message}`);
  if (result.signal) process.exit(130);
  if (result.status !== 0) {
    fail(`\`${command} ${args.join(" ")}\` failed; see its output above.`);
  }
}

/** Runs a program of an installed npm package. */
export function runTool(name, args, options = {}) {
  run(join(root, "node_modules/.bin", name), args, options);
}

/** Starts a command that goes on beside the script. */
export function start(command, args, options = {}) {
  return spawn(command, args, { cwd: root, stdio: "inherit", ...options });
}

/** Whether a command is on the PATH. */
export function has(command) {
  return spawnSync("sh", ["-c", `command -v ${command}`], { stdio: "ignore" }).status === 0;
}

/** A hash over files and folders: of names and contents. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort()) {
        if (!["build", "node_modules", ".react-router"].includes(name)) visit(join(path, name));
      }
      return;
    }
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest("hex");
}

/** Does `work` unless `stampPath` says that it was done for the same inputs. */
function unlessDone(stampPath, inputs, work) {
  const stamp = join(root, stampPath);
  const wanted = fingerprint(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  work();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Node modules as the lock names them. */
export function installModules() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 20)) {
    fail(`Node ${process.versions.node} is too old: install Node 20.20 or newer.`);
  }
  unlessDone("node_modules/.portolan-installed", ["package.json", "package-lock.json"], () => {
    say("Installing the node modules");
    run("npm", ["ci", "--no-audit", "--no-fund"]);
  });
}

/** The web client and the drawing bundle, which the server embeds. */
export function buildWeb() {
  installModules();
  unlessDone("web/build/.portolan-built", ["package-lock.json", "Cargo.lock", "web"], () => {
    say("Building the web client");
    run("npm", ["run", "--silent", "build:web"], { stdio: ["inherit", 2, 2] });
  });
}

/** The server and its query worker; the first time takes some minutes. */
export function buildServer(builtProfile = profile) {
  if (!has("cargo")) fail("No Rust toolchain found: install one from rustup.rs, then run this again.");
  if (!has("cc"))
    fail("No C compiler found: install one (on Debian: apt-get install gcc libc6-dev), then run this again.");
  if (!existsSync(binary("portolan", builtProfile))) {
    say("Building the server; the first time takes some minutes, later ones seconds");
  }
  run("cargo", ["build", "--locked", "--profile", builtProfile, "-p", "portolan", "-p", "portolan-query-worker"], {
    stdio: ["inherit", 2, 2],
  });
}

/** Makes sure that each program is there: installs Debian's package when root, says how otherwise. */
export function installSystemPackages(packages) {
  const missing = packages.filter(({ isInstalled }) => !isInstalled());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !has("apt-get")) {
    fail(
      `The tests need ${names.join(" and ")}: install ${names.length > 1 ? "them" : "it"} ` +
        `(on Debian: sudo apt-get install ${names.join(" ")}), then run this again.`,
    );
  }
  say(`Installing ${names.join(" and ")}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const quiet = { stdio: ["ignore", 2, 2], env: environment };
  run("apt-get", ["update", "-qq"], quiet);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], quiet);
}

/** Installs the system packages of the tests: a browser, PostgreSQL, MariaDB, NATS, and a reverse proxy. */
export const testPackages = [
  { name: "chromium", isInstalled: () => has("chromium") || Boolean(process.env.CHROMIUM) },
  {
    name: "postgresql",
    isInstalled: () =>
      existsSync("/usr/lib/postgresql") &&
      readdirSync("/usr/lib/postgresql").some((version) => existsSync(`/usr/lib/postgresql/${version}/bin/initdb`)),
  },
  { name: "mariadb-server", isInstalled: () => existsSync("/usr/sbin/mariadbd") },
  // Makes the certificates of databases that speak TLS.
  { name: "openssl", isInstalled: () => has("openssl") },
  { name: "nats-server", isInstalled: () => has("nats-server") || existsSync("/usr/sbin/nats-server") },
  { name: "nginx-light", isInstalled: () => has("nginx") || existsSync("/usr/sbin/nginx") },
];
