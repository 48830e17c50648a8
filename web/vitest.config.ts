import { defineConfig } from "vitest/config";
import { vegaLiteSchema } from "./vega-lite-schema.ts";
import "./vitest-node.ts";

export default defineConfig({
  define: { __BUILD_ID__: JSON.stringify("test") },
  plugins: [vegaLiteSchema()],
  test: {
    environment: "happy-dom",
    include: ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    setupFiles: ["./vitest-seed.ts"],
    // Property tests take seconds on a busy machine with two cores.
    testTimeout: 30_000,
  },
});
