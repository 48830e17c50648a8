// npm start: sets up, builds what changed, and serves. In development mode, for this machine only;
// arguments after `--` go to `portolan serve`.
import { binary, buildServer, buildWeb, start } from "./steps.mjs";

buildWeb();
buildServer();

const server = start(binary("portolan"), ["serve", "--dev", ...process.argv.slice(2)]);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
