// npm run bench: what standard questions cost in model calls, tokens and credits, streaming against its floors, start and memory, sign-ins and tokens, broadcasts to a thousand websockets,
// a page becoming a board, a paper of 300 pages, queries over ten million rows, drawing on the server, then charts and
// boards in a browser, what the client weighs, and its pages as a phone gets them.
// Measures fully optimised binaries; `--local` takes the everyday build, `--rows N` fewer rows.
import { join } from "node:path";
import { measurePages } from "./bench/pages.mjs";
import { measureReading } from "./bench/reading.mjs";
import { measureRealtime } from "./bench/realtime.mjs";
import { measureSignIns } from "./bench/sign-ins.mjs";
import { measureStreaming } from "./bench/streaming.mjs";
import { binary, buildServer, buildWeb, profile, root, run, say } from "./steps.mjs";

const builtProfile = process.argv.includes("--local") ? profile : "release";
const rowsAt = process.argv.indexOf("--rows");
const rows = rowsAt < 0 ? [] : [process.argv[rowsAt + 1]];

buildWeb();
buildServer(builtProfile);
run("cargo", ["build", "--locked", "--profile", builtProfile, "-p", "portolan-mock-upstream", "-p", "portolan-bench"]);

say("Model calls of ten standard questions");
run("cargo", [
  ...["test", "--locked", "--profile", profile, "-p", "portolan", "--test", "assistant"],
  ...["ten_standard_questions", "--", "--nocapture"],
]);
say("Streaming");
await measureStreaming({
  portolan: binary("portolan", builtProfile),
  upstream: binary("mock-upstream", builtProfile),
});
say("Sign-ins");
await measureSignIns(binary("portolan", builtProfile));
run(binary("portolan-bench-auth", builtProfile));
say("Reading");
await measureReading(binary("portolan", builtProfile));
run(binary("portolan-bench-paper", builtProfile));
say("Websockets");
await measureRealtime({ portolan: binary("portolan", builtProfile) });
say("Queries");
run(binary("portolan-bench", builtProfile), rows);
say("Drawing");
run(binary("portolan-bench-draw", builtProfile));
say("Charts");
run(process.execPath, ["web/tasks/bench-charts.mjs"]);
say("Boards");
run(process.execPath, ["web/tasks/bench-boards.mjs"]);
say("Pages");
await measurePages({
  portolan: binary("portolan", builtProfile),
  upstream: binary("mock-upstream", builtProfile),
  client: join(root, "web/build/client"),
});
process.exit(0);
