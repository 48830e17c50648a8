// npm test: everything, the quick parts first.
import {
  binary,
  buildWeb,
  installModules,
  installSystemPackages,
  printStepTimes,
  profile,
  run,
  say,
  testPackages,
} from "./steps.mjs";

// Also of a run that fails: where the time went is asked then, too.
process.on("exit", printStepTimes);
installModules();
installSystemPackages(testPackages);
buildWeb();
await import("./check.mjs");

say("Testing the client");
run("npm", ["run", "--silent", "test:web"]);

say("Linting and building the server and its tests");
// Clippy in the compiler's place lints while it compiles: a pass of its own would read every crate once more, and without
// a cache every dependency too.
const lintingEnvironment = {
  ...process.env,
  RUSTC_WORKSPACE_WRAPPER: "clippy-driver",
  CLIPPY_ARGS: "-Dwarnings",
};
// Always the whole workspace: packages that are selected alone have other features in the crates that they share, which
// would compile most dependencies twice.
const workspace = ["--locked", "--profile", profile, "--workspace"];
run("cargo", ["build", ...workspace, "--bins"], { env: lintingEnvironment });
run("cargo", ["test", "--no-run", ...workspace], { env: lintingEnvironment });

say("Testing the server");
run("cargo", ["test", ...workspace], {
  // Property tests draw the same cases each time; `npm run test:long` draws new ones.
  env: { PROPTEST_RNG_SEED: "1", ...lintingEnvironment, PORTOLAN_QUERY_WORKER: binary("portolan-query") },
});

say("Testing the product in a browser");
run("npm", ["run", "--silent", "test:browser"], {
  env: { ...process.env, PORTOLAN_BINARY: binary("portolan") },
});
