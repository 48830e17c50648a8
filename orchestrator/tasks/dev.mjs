// npm run dev: the server, built again when its code changes, and the client with hot reload in
// front of it.
import { watch } from "node:fs";
import { join } from "node:path";
import { binary, buildServer, buildWeb, root, say, start } from "./steps.mjs";

const serverAddress = "127.0.0.1:8080";
buildWeb();
buildServer();

let server = serve();
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

function serve() {
  return start(binary("portolan"), ["serve", "--dev", "--listen", serverAddress, ...process.argv.slice(2)]);
}

/** Keeps the running server where the new code does not build. */
function rebuild() {
  say("The server's code changed: building it again");
  const build = start("cargo", ["build", "--profile", "local", "-p", "portolan", "-p", "portolan-query-worker"]);
  build.on("exit", (code) => {
    if (code !== 0) return;
    server.once("exit", () => {
      server = serve();
    });
    server.kill("SIGTERM");
  });
}

function stop(code) {
  server.kill("SIGTERM");
  client.kill("SIGTERM");
  process.exit(code);
}
