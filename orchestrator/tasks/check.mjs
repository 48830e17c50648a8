// npm run check: formats, lints and types; the quick part of the tests.
import { realpathSync } from "node:fs";
import { installModules, profile, run, runTool, say } from "./steps.mjs";

installModules();
say("Checking formats, lints and types of the client");
runTool("biome", ["ci", "."]);
run("npm", ["run", "--silent", "typecheck"]);
say("Checking that the client matches the OpenAPI document");
run("node", ["web/tasks/write-contract.mjs", "--check"]);
say("Checking the wording of interface, comments, tests and names");
run("npm", ["run", "--silent", "check:words"]);
say("Checking the links of the documentation");
run("npm", ["run", "--silent", "check:docs"]);
say("Checking formats and lints of the server");
run("cargo", ["fmt", "--all", "--check"]);
// Lints need no drawing bundle; without this the crate `draw` asks for one.
const withoutBundle = { env: { ...process.env, PORTOLAN_WITHOUT_DRAWING: "1" } };
run(
  "cargo",
  ["clippy", "--locked", "--profile", profile, "--workspace", "--all-targets", "--", "-D", "warnings"],
  withoutBundle,
);
// `npm test` runs this test with all others: on its own it would compile the server again.
if (realpathSync(process.argv[1]) === import.meta.filename) {
  say("Checking that the OpenAPI document matches the server");
  run(
    "cargo",
    ["test", "--locked", "--profile", profile, "-p", "portolan", "--lib", "--", "http::contract"],
    withoutBundle,
  );
}
