// npm run bench: streaming against its floors, start and memory, queries over ten million rows, drawing on the server,
// then charts and boards in a browser, what the client weighs, and its pages as a phone gets them.
// Measures fully optimised binaries; `--local` takes the everyday build, `--rows N` fewer rows.
import { join } from "node:path";
import { measurePages } from "./bench/pages.mjs";
import { measureStreaming } from "./bench/streaming.mjs";
import { binary, buildServer, buildWeb, profile, root, run, say } from "./steps.mjs";

const builtProfile = process.argv.includes("--local") ? profile : "release";
const rowsAt = process.argv.indexOf("--rows");
const rows = rowsAt < 0 ? [] : [process.argv[rowsAt + 1]];

buildWeb();
buildServer(builtProfile);
run("cargo", ["build", "--locked", "--profile", builtProfile, "-p", "portolan-mock-upstream", "-p", "portolan-bench"]);

say("Streaming");
await measureStreaming({
  portolan: binary("portolan", builtProfile),
  upstream: binary("mock-upstream", builtProfile),
});
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
