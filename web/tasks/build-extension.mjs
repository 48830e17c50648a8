// Builds the browser extension into web/build/extension, and web/build/portolan-extension.zip.
// PORTOLAN_SITE is the address of the site that it belongs to, by default a server on this machine.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "vite";
import { zip } from "./zip.mjs";

const web = resolve(import.meta.dirname, "..");
const source = join(web, "extension");
const folder = join(web, "build", "extension");

const site = new URL(process.env.PORTOLAN_SITE ?? "http://127.0.0.1:8080").origin;
const { version } = JSON.parse(await readFile(join(web, "..", "package.json"), "utf8"));

await rm(folder, { recursive: true, force: true });
await mkdir(join(folder, "icons"), { recursive: true });

/** Entry points of each script; the capture's last statement is its result, a promise that the browser awaits. */
const scripts = [
  { entry: "background.ts", file: "background.js" },
  { entry: "panel.ts", file: "panel.js" },
  { entry: "capture-entry.ts", file: "capture.js", footer: "globalThis.portolanCapture;" },
];

for (const { entry, file, footer } of scripts) {
  await build({
    configFile: false,
    logLevel: "warn",
    root: web,
    publicDir: false,
    define: { PORTOLAN_SITE: JSON.stringify(site) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
      lib: { entry: join(source, entry), formats: ["iife"], name: "portolanExtension", fileName: () => file },
    },
  });
  if (footer !== undefined) {
    const path = join(folder, file);
    await writeFile(path, `${(await readFile(path, "utf8")).trimEnd()}\n${footer}\n`);
  }
}

const manifest = JSON.parse(await readFile(join(source, "manifest.json"), "utf8"));
Object.assign(manifest, {
  version,
  host_permissions: [`${site}/*`],
  content_security_policy: {
    extension_pages: `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-src ${site}; object-src 'none'`,
  },
});
await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(join(source, "panel.html"), join(folder, "panel.html"));
for (const name of await readdir(join(source, "icons"))) {
  await copyFile(join(source, "icons", name), join(folder, "icons", name));
}
await writeFile(join(web, "build", "portolan-extension.zip"), await zip(folder));
