// npm run docs: writes docs/configuration.md and docs/cli.md from the settings and the command line, the OpenAPI document
// from the routes, and the client's types and request functions from that.
import { buildWeb, profile, run } from "./steps.mjs";

buildWeb();
run("cargo", ["test", "--profile", profile, "-p", "portolan", "--lib", "--", "boot::reference", "http::contract"], {
  env: { ...process.env, UPDATE_DOCS: "1" },
});
run("node", ["web/tasks/write-contract.mjs"]);
