// Builds what the server draws charts with, into web/build/draw: the client's drawing code as one
// script for a bare engine, Vega-Lite's official schema, and the bundled font.
import { copyFile, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { buildFonts } from "./build-fonts.mjs";

const require = createRequire(import.meta.url);
const web = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(web, "build", "draw");
const globals = await readFile(join(web, "tasks", "engine-globals.js"), "utf8");

await build({
  configFile: false,
  logLevel: "warn",
  root: web,
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    lib: {
      entry: join(web, "app", "charts", "draw-bundle.ts"),
      formats: ["iife"],
      name: "portolanDrawBundle",
      fileName: () => "draw.js",
    },
    rollupOptions: { output: { banner: globals } },
  },
});

await copyFile(
  join(dirname(require.resolve("vega-lite")), "vega-lite-schema.json"),
  join(folder, "vega-lite-schema.json"),
);
await buildFonts(folder);
