// npm run check: formats, lints and types; the quick part of the tests.
import { realpathSync } from "node:fs";
import { installModules, profile, run, runTool, say } from "./steps.mjs";

installModules();
say("Checking formats, lints and types of the client");
runTool("biome", ["ci", "."]);
run("npm", ["run", "--silent", "typecheck"]);
say("Checking that the client follows the API's document");
run("node", ["web/tasks/write-contract.mjs", "--check"]);
say("Checking the words of interface, comments, tests and names");
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
// `npm test` runs this test with all others: on its own it would compile the server once more.
if (realpathSync(process.argv[1]) === import.meta.filename) {
  say("Checking that the API's document is what the server does");
  run(
    "cargo",
    ["test", "--locked", "--profile", profile, "-p", "portolan", "--lib", "--", "http::contract"],
    withoutBundle,
  );
}
