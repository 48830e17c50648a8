import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { catalogueParts } from "./catalogue-parts.ts";
import { vegaLiteSchema } from "./vega-lite-schema.ts";

/** The server that `npm run dev:web` proxies to. */
const server = process.env.PORTOLAN_SERVER ?? "http://127.0.0.1:8080";

const serverPaths = ["/api", "/auth/v1", "/storage/v1", "/rest/v1", "/functions/v1", "/embed", "/dev/mailbox"];

/** Modules that the front page runs before any click. One file compresses better than twenty. */
const firstLoad = [
  "root",
  "util/(?:class-names|cookies|extension-mode|fetch-json|is-typing|page-meta|page-paths|preload|store|stored|strings|with-query)",
  "api/session",
  "features/public/front-strings",
  "ui/(?:button|logo|rhumb-lines|skeleton|spinner)",
  "features/shell/(?:frame-strings|lazy-error-page|overlays|public-header|shell-state)",
];

/** The first load names every file of every route: what nearly all signed-in pages run is one file, not thirty. */
const signedInPages = [
  "api/(?:auth|charts|chats|config|http|list|plan|problem|profile|query-boundary|query-client|request|search|source-queries|use-api-mutation)",
  "ui/(?:avatar|badge|card|choice-row|confirm-dialog|dialog|field|form-failures|page|progress|search-hit|snippet|states|thumbnail|toast|tooltip)",
  "util/(?:clipboard|debug-mode|feedback-prompt|format|guards|return-path|use-debounced)",
];

export default defineConfig({
  build: {
    // Names what each file imports, for the weights that the build prints.
    manifest: true,
    // The content security policy allows no font inside a style sheet.
    assetsInlineLimit: (path) => (path.endsWith(".woff2") ? false : undefined),
    rolldownOptions: {
      output: {
        // Every page begins with the router's list of all files: a shorter hash in each name is a shorter list.
        entryFileNames: "assets/[name]-[hash:7].js",
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
            {
              name: "frame",
              test: new RegExp(`/app/(?:${firstLoad.join("|")})\\.tsx?$`),
            },
            {
              name: "signed-in",
              test: new RegExp(`/app/(?:${signedInPages.join("|")})\\.tsx?$|/@tanstack/(?:query-core|react-query)/`),
            },
          ],
        },
      },
    },
  },
  define: { __BUILD_ID__: JSON.stringify(process.env.PORTOLAN_BUILD_ID ?? "development") },
  plugins: [catalogueParts(), vegaLiteSchema(), tailwindcss(), reactRouter()],
  // As a module the drawing worker loads the shapes of the world with the first map.
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: server }])),
      "/realtime/v1": { target: server, ws: true },
    },
  },
});
