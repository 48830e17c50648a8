// npm run docs: writes docs/configuration.md and docs/cli.md from the settings and the command line.
import { buildWeb, profile, run } from "./steps.mjs";

buildWeb();
run("cargo", ["test", "--profile", profile, "-p", "portolan", "--lib", "--", "boot::reference"], {
  env: { ...process.env, UPDATE_DOCS: "1" },
});
