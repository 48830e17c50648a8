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

say("Building the server and its tests");
// Always the whole workspace: packages that are selected alone have other features in the crates that they share, which
// would compile most dependencies twice.
run("cargo", ["build", "--locked", "--profile", profile, "--workspace", "--bins"]);
run("cargo", ["test", "--no-run", "--locked", "--profile", profile, "--workspace"]);

say("Testing the server");
run("cargo", ["test", "--locked", "--profile", profile, "--workspace"], {
  // Property tests draw the same cases each time; `npm run test:long` draws new ones.
  env: { PROPTEST_RNG_SEED: "1", ...process.env, PORTOLAN_QUERY_WORKER: binary("portolan-query") },
});

say("Testing the product in a browser");
run("npm", ["run", "--silent", "test:browser"], {
  env: { ...process.env, PORTOLAN_BINARY: binary("portolan") },
});
