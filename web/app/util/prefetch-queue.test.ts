import { describe, expect, it } from "vitest";
import { allowsPrefetch, createPrefetchQueue } from "./prefetch-queue";

describe("prefetching", () => {
  it("is off for slow connections and in data-saver mode", () => {
    expect(allowsPrefetch(undefined)).toBe(true);
    expect(allowsPrefetch({ effectiveType: "4g" })).toBe(true);
    expect(allowsPrefetch({ effectiveType: "3g", saveData: false })).toBe(true);
    expect(allowsPrefetch({ effectiveType: "2g" })).toBe(false);
    expect(allowsPrefetch({ effectiveType: "slow-2g" })).toBe(false);
    expect(allowsPrefetch({ effectiveType: "4g", saveData: true })).toBe(false);
  });

  it("loads each page once, four pages at a time", () => {
    const { pages, add, finish } = createPrefetchQueue();
    for (const page of ["/a", "/b", "/a", "/c", "/d", "/e", "/f"]) add(page);
    expect(pages.get()).toEqual(["/a", "/b", "/c", "/d"]);
    finish("/b");
    expect(pages.get()).toEqual(["/a", "/c", "/d", "/e"]);
    finish("/a");
    finish("/c");
    finish("/d");
    expect(pages.get()).toEqual(["/e", "/f"]);
    add("/a");
    expect(pages.get()).toEqual(["/e", "/f"]);
  });
});
