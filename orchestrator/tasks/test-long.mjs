// npm run test:long: the table of faults with many more seeds, and property tests with new cases; some twenty minutes.
import { randomInt } from "node:crypto";
import { binary, buildServer, buildWeb, profile, run, say } from "./steps.mjs";

buildWeb();
buildServer();
const test = (args, variables) =>
  run("cargo", ["test", "--locked", "--profile", profile, ...args], {
    env: { ...process.env, ...variables, PORTOLAN_QUERY_WORKER: binary("portolan-query") },
  });

const seed = process.env.PROPTEST_RNG_SEED ?? String(randomInt(2 ** 31));
say(`Property tests, new cases: PROPTEST_RNG_SEED=${seed}`);
test(["--workspace", "--lib", "--bins"], { PROPTEST_RNG_SEED: seed, PROPTEST_CASES: "5000" });
const crates = ["blocks", "charts", "chat", "documents", "ledger", "questions"];
const packages = crates.flatMap((crate) => ["-p", `portolan-${crate}`]);
test([...packages, "--tests"], { PROPTEST_RNG_SEED: seed });
run("npm", ["run", "--silent", "test:web"], { env: { ...process.env, FAST_CHECK_SEED: seed } });

say("Faults in the simulator, 10,000 seeds each");
test(["-p", "portolan-chat", "--test", "simulator", "the_table_of_faults_holds"], {
  PORTOLAN_SIMULATOR_SEEDS: "10000",
});
say("Faults on the real process, 20 seeds each");
test(["-p", "portolan", "--test", "faults", "the_table_of_faults_holds"], { FAULT_SEEDS: "20" });
