// Third-party notices: every package that is shipped, with its licence and the texts that the licence asks to pass on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

const TEXT_FILE = /^(licen[cs]e|copying|notice|unlicense|ofl)([-._].*)?$/i;
/** Crates linked into these programs are shipped. */
const SHIPPED = ["portolan", "portolan-query-worker"];

/** Packages of the lock file that are no development tools, as they are installed. */
export function npmPackages(root) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Development dependencies whose files end up in the client all the same.
  const isShipped = (path, entry) =>
    (!entry.dev && !entry.devOptional) || Object.keys(manifest.devDependencies).some((name) => isFont(name, path));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && isShipped(path, entry) && existsSync(join(root, path, "package.json")))
    .map(([path]) => {
      const folder = join(root, path);
      const { name, version, license, licenses, repository } = JSON.parse(
        readFileSync(join(folder, "package.json"), "utf8"),
      );
      return {
        name,
        version,
        license: licenseOf(license ?? licenses),
        source: typeof repository === "string" ? repository : repository?.url,
        folder,
      };
    });
}

function isFont(name, path) {
  return path === `node_modules/${name}` && name.startsWith("@fontsource");
}

function licenseOf(license) {
  if (Array.isArray(license)) return license.map(licenseOf).join(" OR ");
  return typeof license === "object" ? license?.type : license;
}

/** Crates that the server and its query worker link on this platform. */
export function cargoPackages(root) {
  const rustc = spawnSync("rustc", ["-vV"], { encoding: "utf8" });
  const host = /^host: (.*)$/m.exec(rustc.stdout ?? "")?.[1];
  if (!host) throw new Error("No Rust toolchain was found: install one from rustup.rs, then run this again.");
  const args = ["metadata", "--locked", "--format-version", "1", "--filter-platform", host];
  const result = spawnSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0) throw new Error(`cargo metadata failed: ${result.stderr}`);
  return shippedCrates(JSON.parse(result.stdout)).map((crate) => ({
    name: crate.name,
    version: crate.version,
    license: crate.license ?? (crate.license_file ? `see ${crate.license_file}` : undefined),
    source: crate.repository ?? undefined,
    folder: dirname(crate.manifest_path),
  }));
}

/** Data of others inside our own crates. */
export function dataPackages(root) {
  return [
    {
      name: "WordNet",
      version: "3.0",
      license: "WordNet 3.0 license",
      source: "https://wordnet.princeton.edu",
      folder: join(root, "orchestrator/crates/thesaurus/data"),
    },
  ];
}

/** Follows normal dependencies only: what builds and tests is not shipped. */
export function shippedCrates(metadata) {
  const crates = new Map(metadata.packages.map((crate) => [crate.id, crate]));
  const nodes = new Map(metadata.resolve.nodes.map((node) => [node.id, node]));
  const members = new Set(metadata.workspace_members);
  const waiting = [...members].filter((id) => SHIPPED.includes(crates.get(id).name));
  const seen = new Set(waiting);
  while (waiting.length > 0) {
    for (const { pkg, dep_kinds } of nodes.get(waiting.pop()).deps) {
      if (seen.has(pkg) || !dep_kinds.some(({ kind }) => kind === null)) continue;
      seen.add(pkg);
      waiting.push(pkg);
    }
  }
  return [...seen].filter((id) => !members.has(id)).map((id) => crates.get(id));
}

function textsOf(folder) {
  return readdirSync(folder)
    .filter((name) => TEXT_FILE.test(name) && statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim())
    .filter((text) => text !== "");
}

/** The notices as text. Throws where a package names no licence. */
export function writeNotices(packages) {
  const unlicensed = packages.filter(({ license }) => !license).map(({ name, version }) => `${name} ${version}`);
  if (unlicensed.length > 0) {
    throw new Error(`These packages name no licence: ${unlicensed.join(", ")}. Ask their authors, or replace them.`);
  }
  const sorted = [...packages].sort(
    (one, other) => compare(one.name, other.name) || compare(one.version, other.version),
  );
  const texts = new Map();
  const lines = sorted.map(({ name, version, license, source, folder }) => {
    const title = `${name} ${version}`;
    for (const text of textsOf(folder)) {
      const key = createHash("sha256").update(text).digest("hex");
      const known = texts.get(key) ?? { text, titles: [] };
      if (!known.titles.includes(title)) known.titles.push(title);
      texts.set(key, known);
    }
    return `${title} (${license})${source ? `, ${source.replace(/^git\+/, "")}` : ""}`;
  });
  const parts = [...texts.values()].map(({ text, titles }) => `${titles.join(", ")}\n\n${text}`);
  const rule = `\n\n${"-".repeat(78)}\n\n`;
  return `Portolan contains these packages:\n\n${[...new Set(lines)].join("\n")}${rule}${parts.join(rule)}\n`;
}

function compare(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
