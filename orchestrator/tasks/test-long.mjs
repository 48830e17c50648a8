// npm run test:long: the table of faults with many more seeds; some ten minutes.
import { binary, buildServer, buildWeb, profile, run, say } from "./steps.mjs";

buildWeb();
buildServer();
const test = (crate, name, seeds) =>
  run("cargo", ["test", "--locked", "--profile", profile, "-p", crate, "--test", name, "the_table_of_faults_holds"], {
    env: { ...process.env, ...seeds, PORTOLAN_QUERY_WORKER: binary("portolan-query") },
  });

say("Faults in the simulator, 10,000 seeds each");
test("portolan-chat", "simulator", { PORTOLAN_SIMULATOR_SEEDS: "10000" });
say("Faults on the real process, 20 seeds each");
test("portolan", "faults", { FAULT_SEEDS: "20" });
