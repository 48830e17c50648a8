// npm run test:long: the supply chain, the table of faults with many more seeds, and property tests with new cases; some twenty minutes.
import { randomInt } from "node:crypto";
import { binary, buildServer, buildWeb, profile, run, say } from "./steps.mjs";
import { checkSupplyChain } from "./supply-chain.mjs";

buildWeb();
buildServer();
const unchecked = checkSupplyChain();
// Always the whole workspace: another selection would build the shared packages anew, with other features.
const test = (targets, variables, filter = []) =>
  run("cargo", ["test", "--locked", "--profile", profile, "--workspace", ...targets, ...filter], {
    env: { ...process.env, ...variables, PORTOLAN_QUERY_WORKER: binary("portolan-query") },
  });

const seed = process.env.PROPTEST_RNG_SEED ?? String(randomInt(2 ** 31));
say(`Property tests, new cases: PROPTEST_RNG_SEED=${seed}`);
test(["--lib", "--bins"], { PROPTEST_RNG_SEED: seed, PROPTEST_CASES: "5000" });
const withProperties = [
  "flows",
  "accounts",
  "parser",
  "boards",
  "changes",
  "plots",
  "any_text",
  "model",
  "any_question",
  "kinds",
];
test(
  withProperties.flatMap((name) => ["--test", name]),
  { PROPTEST_RNG_SEED: seed },
);
run("npm", ["run", "--silent", "test:web"], { env: { ...process.env, FAST_CHECK_SEED: seed } });

say("Faults in the simulator, 10,000 seeds each");
test(["--test", "simulator"], { PORTOLAN_SIMULATOR_SEEDS: "10000" }, [
  "invariants_hold_for_every_row_of_fault_table",
  "--",
  "--nocapture",
]);
say("Faults on the real process, 20 seeds each");
test(["--test", "faults"], { FAULT_SEEDS: "20" }, ["every_fault_scenario_holds", "--", "--nocapture"]);
say("Fifty searches of one user beside the calls of another");
test(["--test", "faults"], {}, ["fifty_parallel_searches_do_not_slow_other_users", "--", "--ignored", "--nocapture"]);
say("Three servers behind one proxy, one of them killed every 20 seconds");
test(["--test", "faults"], {}, [
  "nothing_is_lost_while_three_servers_are_killed_in_turn",
  "--",
  "--ignored",
  "--nocapture",
]);
say("Lists of the admin area over 100,000 chats of 10,000 users, in both databases");
test(["--test", "store"], { PORTOLAN_ADMIN_ROWS: "100000" }, [
  "admin_lists",
  "--",
  "--nocapture",
  "--test-threads",
  "1",
]);
say("A thousand imported users, and a thousand orders of webhooks, in both databases");
const thousands = { PORTOLAN_IMPORTED_USERS: "1000", PORTOLAN_WEBHOOK_ORDERS: "1000" };
test(["--test", "http"], thousands, ["imported_users_sign_in_with_password_and_factor"]);
test(["--test", "http"], thousands, ["plan_follows_provider_in_any_webhook_order"]);
say("Two hundred running chats beside five admins who watch");
test(["--test", "faults"], {}, [
  "live_list_and_viewers_do_not_slow_200_running_chats",
  "--",
  "--ignored",
  "--nocapture",
]);
say("What a turn costs by open chats, stored events, length of its chat, viewers and servers");
test(["--test", "faults"], {}, ["growth::", "--", "--ignored", "--nocapture", "--test-threads", "1"]);
say("Ten thousand event streams after a restart");
test(["--test", "faults"], {}, ["ten_thousand_streams_reconnect_after_a_restart", "--", "--ignored", "--nocapture"]);

for (const gap of unchecked) say(`NOT CHECKED: ${gap}. Run this again where it is.`);
