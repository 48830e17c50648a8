import fc from "fast-check";
import { expect, it } from "vitest";
import { difference } from "./text-difference";

const text = fc.array(fc.constantFrom("a", "b", "\n", "{"), { maxLength: 20 }).map((parts) => parts.join(""));

it("turns one text into the other, and leaves what both begin with", () => {
  fc.assert(
    fc.property(text, text, text, text, (head, before, after, tail) => {
      const [from, to] = [head + before + tail, head + after + tail];
      const change = difference(from, to);
      if (change === null) {
        expect(from).toBe(to);
        return;
      }
      expect(from.slice(0, change.from) + change.insert + from.slice(change.to)).toBe(to);
      expect(change.from).toBeGreaterThanOrEqual(head.length);
    }),
  );
});
