// Dependencies: licences, bans and sources, and known vulnerabilities of crates and npm packages.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, root, run, say, targetFolder } from "./steps.mjs";

const tools = join(targetFolder, "tools");
const cargoDeny = join(tools, "bin/cargo-deny");
const exceptionsPath = join(root, "orchestrator/tasks/audit-exceptions.json");

/**
 * What an npm audit report says: `unreachable` without a report, otherwise the findings that no exception covers.
 * An exception is `{id: reason}`, with the id of its advisory.
 */
export function readAudit(text, exceptions) {
  let report;
  try {
    report = JSON.parse(text);
  } catch {
    return { unreachable: "no report" };
  }
  if (!report.vulnerabilities) return { unreachable: report.message ?? report.error?.summary ?? "no report" };
  const advisories = Object.values(report.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((via) => typeof via === "object");
  const findings = new Map();
  for (const { source, name, title, url } of advisories) {
    const id = /GHSA-[\w-]+/.exec(url ?? "")?.[0] ?? String(source);
    if (!exceptions[id]) findings.set(id, `${id} ${name}: ${title}`);
  }
  return { findings: [...findings.values()] };
}

/** Whether cargo deny could not fetch its database, as opposed to having found something, which it marks by a code. */
export function isUnreachable(output) {
  return !/^error\[/m.test(output) && /fetch|clone|connect/i.test(output);
}

/** Checks everything; returns what could not be checked, in words. */
export function checkSupplyChain() {
  if (!existsSync(cargoDeny)) {
    say("Installing cargo-deny");
    run("cargo", ["install", "cargo-deny", "--locked", "--root", tools]);
  }
  say("Licences, bans and sources of crates");
  run(cargoDeny, ["--locked", "check", "bans", "licenses", "sources"]);
  const unchecked = [];
  say("Advisories of crates");
  const advisories = spawnSync(cargoDeny, ["--locked", "check", "advisories"], { cwd: root, encoding: "utf8" });
  const said = `${advisories.stdout}${advisories.stderr}`;
  process.stderr.write(said);
  if (advisories.status !== 0) {
    if (!isUnreachable(said)) fail("A crate has a known vulnerability: update it, or give a reason in deny.toml.");
    unchecked.push("advisories of crates: the RustSec database was not reachable");
  }
  say("Advisories of npm packages");
  const exceptions = JSON.parse(readFileSync(exceptionsPath, "utf8"));
  const audit = spawnSync("npm", ["audit", "--json"], { cwd: root, encoding: "utf8" });
  const { unreachable, findings = [] } = readAudit(audit.stdout ?? "", exceptions);
  if (unreachable) unchecked.push(`advisories of npm packages: the registry answered "${unreachable}"`);
  if (findings.length > 0) {
    fail(
      `npm packages have known vulnerabilities: ${findings.join("; ")}. Update them, or give a reason in ${exceptionsPath}.`,
    );
  }
  return unchecked;
}
