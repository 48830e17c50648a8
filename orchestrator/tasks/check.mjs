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
// `npm test` lints while it compiles and runs the test with all others: on their own both would read every crate again.
if (realpathSync(process.argv[1]) === import.meta.filename) {
  // Neither needs the drawing bundle; without this the crate `draw` asks for one.
  const withoutBundle = { env: { ...process.env, PORTOLAN_WITHOUT_DRAWING: "1" } };
  const lints = ["--workspace", "--all-targets", "--", "-D", "warnings"];
  run("cargo", ["clippy", "--locked", "--profile", profile, ...lints], withoutBundle);
  say("Checking that the OpenAPI document matches the server");
  run(
    "cargo",
    ["test", "--locked", "--profile", profile, "-p", "portolan", "--lib", "--", "http::contract"],
    withoutBundle,
  );
}
