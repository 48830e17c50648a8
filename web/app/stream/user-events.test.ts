import { describe, expect, it } from "vitest";
import { ScriptedBrowser } from "./testing/scripted-source.ts";
import { SharedBrowser } from "./testing/shared-browser.ts";
import { followUserEvents } from "./user-events.ts";

/** A tab of one browser, with its received events. */
function openTab(shared: SharedBrowser | null, isVisible: boolean) {
  const network = new ScriptedBrowser();
  const tab = { network, isVisible, plans: [] as unknown[], shown: [] as string[], close: () => {} };
  const following = followUserEvents(
    { planChanged: (plan) => tab.plans.push(plan.creditsLeft), notify: ({ id }) => tab.shown.push(id) },
    {
      url: "/api/user/events",
      connection: network,
      tabs: {
        openChannel: () => shared?.openChannel() ?? null,
        requestLead: (_name, lead) => shared?.requestLead(lead) ?? (() => undefined),
        isVisible: () => tab.isVisible,
        setTimeout: () => 0,
        clearTimeout: () => undefined,
      },
    },
  );
  tab.close = () => following.close();
  return tab;
}

const alert = (id: string) => ({
  event: "notification",
  data: { id, kind: "usage_80", title: "80 % used", description: "40 credits are left." },
});
const plan = (creditsLeft: number) => ({
  event: "plan.changed",
  data: {
    activeSubscriptionTier: "free",
    usageLimitReached: false,
    creditsLeft,
    creditsTotal: 500,
    percentUsage: 20,
    period: { start: "2026-01-01T00:00:00Z", end: "2026-02-01T00:00:00Z" },
    canceledAt: null,
    cancelAtPeriodEnd: false,
  },
});

describe("user events", () => {
  it("reach every tab through the tab that owns the stream", () => {
    const shared = new SharedBrowser();
    const tabs = [openTab(shared, true), openTab(shared, false), openTab(shared, false)];
    expect(tabs.map((tab) => tab.network.sources.length)).toEqual([1, 0, 0]);
    tabs[0]?.network.source.send(plan(7));
    expect(tabs.map((tab) => tab.plans)).toEqual([[7], [7], [7]]);
    tabs[0]?.close();
    tabs[1]?.network.source.send(plan(6));
    expect(tabs.map((tab) => tab.plans)).toEqual([[7], [7, 6], [7, 6]]);
  });

  it("are shown once, in the focused tab", () => {
    const shared = new SharedBrowser();
    const [leader, looked] = [openTab(shared, false), openTab(shared, true)];
    leader.network.source.send(alert("n1"));
    expect([leader.shown, looked.shown]).toEqual([[], ["n1"]]);
    leader.isVisible = true;
    leader.network.wake();
    expect(leader.shown).toEqual([]);
  });

  it("wait until the tab is visible", () => {
    const tab = openTab(new SharedBrowser(), false);
    tab.network.source.send(alert("n1"));
    tab.network.wake();
    expect(tab.shown).toEqual([]);
    tab.isVisible = true;
    tab.network.wake();
    tab.network.wake();
    expect(tab.shown).toEqual(["n1"]);
  });

  it("arrive without shared tabs, and unknown ones are ignored", () => {
    const tab = openTab(null, true);
    tab.network.source.sendRaw("notification", "no JSON");
    tab.network.source.sendRaw("notification", "{}");
    tab.network.source.send(alert("n1"), plan(3));
    expect([tab.shown, tab.plans]).toEqual([["n1"], [3]]);
  });
});
