import { defineConfig } from "vitest/config";

// Node 20 lacks this, and Vitest calls it to tell of a failed test.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

export default defineConfig({
  test: {
    environment: "happy-dom",
    include: ["app/**/*.test.{ts,tsx}", "tests/unit/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // Property tests take seconds on a busy machine with two cores.
    testTimeout: 30_000,
  },
});
