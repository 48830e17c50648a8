import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { prerenderedPaths } from "./prerendered-paths.ts";

export default {
  ssr: false,
  prerender: [...prerenderedPaths],
  /** Writes the routes beside the client, so that the build can tell what each page weighs. */
  buildEnd({ buildManifest, reactRouterConfig }) {
    const routes = Object.values(buildManifest?.routes ?? {});
    writeFileSync(join(reactRouterConfig.buildDirectory, "routes.json"), JSON.stringify(routes));
  },
} satisfies Config;
