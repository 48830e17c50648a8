import { expect, test } from "vitest";
// @ts-expect-error a script without types
import { isUnreachable, readAudit } from "../../../orchestrator/tasks/supply-chain.mjs";

const report = JSON.stringify({
  vulnerabilities: {
    left: {
      via: [{ source: 1, name: "left", title: "Pads", url: "https://github.com/advisories/GHSA-aaaa-bbbb-cccc" }],
    },
    right: { via: ["left"] },
  },
});

test("reports npm advisories that no exception covers", () => {
  expect(readAudit(report, {})).toEqual({ findings: ["GHSA-aaaa-bbbb-cccc left: Pads"] });
  expect(readAudit(report, { "GHSA-aaaa-bbbb-cccc": "only pads" })).toEqual({ findings: [] });
});

test("distinguishes a missing npm report from a clean one", () => {
  expect(readAudit(JSON.stringify({ message: "405 Method Not Allowed", error: {} }), {})).toEqual({
    unreachable: "405 Method Not Allowed",
  });
  expect(readAudit("", {})).toEqual({ unreachable: "no report" });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }), {})).toEqual({ findings: [] });
});

test("distinguishes an unreachable advisory database from a finding", () => {
  expect(isUnreachable("failed to fetch advisory database https://github.com/rustsec/advisory-db")).toBe(true);
  expect(isUnreachable("error[vulnerability]: Something fetches over the network")).toBe(false);
});
