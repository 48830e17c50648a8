import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** Where `npm run dev:web` finds the server. */
const server = process.env.PORTOLAN_SERVER ?? "http://127.0.0.1:8080";

const serverPaths = ["/api", "/auth/v1", "/storage/v1", "/rest/v1", "/functions/v1", "/embed", "/dev/mailbox"];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  server: {
    host: "127.0.0.1",
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: server }])),
      "/realtime/v1": { target: server, ws: true },
    },
  },
});
