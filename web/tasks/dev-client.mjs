// npm run dev -- --client: the client with hot reload on the scripted server of the browser tests, signed in as Ada.
import { resolve } from "node:path";
import { createServer } from "vite";

process.env.NODE_ENV ??= "development";
const root = resolve(import.meta.dirname, "..");

// Runs the scripted server's TypeScript.
const scripts = await createServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
const { startDemonstration } = await scripts.ssrLoadModule("/tests/browser/double/demonstration.ts");
const { url, cookie } = await startDemonstration();

process.env.PORTOLAN_SERVER = url;
const client = await createServer({
  root,
  configFile: resolve(root, "vite.config.ts"),
  plugins: [
    {
      name: "signed-in",
      configureServer: ({ middlewares }) => {
        middlewares.use((_, response, next) => {
          response.setHeader("set-cookie", cookie);
          next();
        });
      },
    },
  ],
});
await client.listen();
client.printUrls();
console.info("Scripted server, signed in as Ada. Every question gets the same answer.");

for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));
