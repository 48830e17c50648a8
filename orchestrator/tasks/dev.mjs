// npm run dev: the server, built again when its code changes and started again when it ends, and the client with hot
// reload in front of it. With `--client`, only the client, on the scripted server of the browser tests.
import { watch } from "node:fs";
import { join } from "node:path";
import { keepRunning } from "./keep-running.mjs";
import { binary, buildServer, buildWeb, installModules, root, run, say, start } from "./steps.mjs";

const serverAddress = "127.0.0.1:8080";
const args = process.argv.slice(2);

if (args.includes("--client")) {
  installModules();
  run(process.execPath, ["web/tasks/dev-client.mjs"]);
  process.exit(0);
}

buildWeb();
buildServer();

const server = keepRunning(
  () => start(binary("portolan"), ["serve", "--dev", "--listen", serverAddress, ...args]),
  (code) => say(`The server exited (${code}); restarting it`),
);
const client = start("npm", ["run", "--silent", "dev:web"], {
  env: { ...process.env, PORTOLAN_SERVER: `http://${serverAddress}` },
});
client.on("exit", (code) => stop(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(0));

let timer;
for (const folder of ["orchestrator", "prompts", "migrations"]) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(rebuild, 300);
  });
}

/** Keeps the running server where the new code does not build. */
function rebuild() {
  say("The server's code changed; rebuilding it");
  const build = start("cargo", ["build", "--profile", "local", "-p", "portolan", "-p", "portolan-query-worker"]);
  build.on("exit", (code) => {
    if (code === 0) server.restart();
  });
}

function stop(code) {
  server.stop();
  client.kill("SIGTERM");
  process.exit(code);
}
