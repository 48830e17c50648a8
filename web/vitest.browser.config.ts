import { defineConfig } from "vitest/config";
import "./vitest-node.ts";

/** Stories in a real browser: `npm run test:browser`, with the server's binary in PORTOLAN_BINARY. */
export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // A story waits for pages more than it calculates: one uses half a core.
    maxWorkers: 2,
  },
});
