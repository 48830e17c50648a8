import { describe, expect, it } from "vitest";
import { type CommandGroup, type PaletteCommand, paletteCommands } from "./palette-commands";
import { type FoundGroup, rankGroups, searchCommands } from "./search-commands";

const groups = paletteCommands({
  isSignedIn: true,
  username: "ada",
  isContributor: false,
  isAdmin: false,
  themeMode: "system",
});
const chats: CommandGroup = {
  title: "Chats",
  commands: Array.from({ length: 40 }, (_, index) => ({
    id: `c${index}`,
    label: `Ticket prices ${index}`,
    icon: "chat",
    action: { kind: "go", to: `/chats/c${index}` },
  })),
};

const first = (query: string) => searchCommands([...groups, chats], query)[0]?.commands[0]?.label;

describe("searching the palette", () => {
  it("lists the best match first regardless of its group", () => {
    expect(first("dark")).toBe("Dark");
    expect(first("log out")).toBe("Log out");
    expect(first("prcing")).toBe("Pricing");
    expect(first("ticket prices 7")).toBe("Ticket prices 7");
  });

  it("shows at most twelve results of a group", () => {
    expect(searchCommands([chats], "ticket")[0]?.commands).toHaveLength(12);
  });

  it("shows all commands and some of the remaining items before typing", () => {
    const shown = searchCommands([...groups, chats], "");
    expect(shown.map(({ title }) => title)).toEqual([...groups.map(({ title }) => title), "Chats"]);
    expect(shown.at(-1)?.commands).toHaveLength(12);
  });

  it("marks the matched characters", () => {
    expect(searchCommands(groups, "pricing")[0]?.commands[0]?.marked).toBe("\ue000Pricing\ue001");
    expect(searchCommands(groups, "")[0]?.commands[0]?.marked).toBe("New");
  });

  it("compares every part of a long query", () => {
    const labels = ["north sea, by month and year", "north and of those in the south"].map(
      (end) => `Ticket prices of all the harbours in the ${end}`,
    );
    const commands = labels.map(
      (label): PaletteCommand => ({ id: label, label, icon: "chat", action: { kind: "log-out" } }),
    );
    for (const label of labels) {
      const [best] = searchCommands([{ title: "Chats", commands }], label.slice(0, 60))[0]?.commands ?? [];
      expect(best?.label).toBe(label);
    }
  });

  it("ranks server results above commands that only partly match", () => {
    const hit: PaletteCommand = { id: "1", label: "Fertility by country", icon: "charts", action: { kind: "log-out" } };
    const hits: FoundGroup[] = [{ title: "Charts", commands: [{ ...hit, marked: hit.label }] }];
    const ranked = (query: string) => rankGroups(searchCommands(groups, query), hits, query).map(({ title }) => title);
    expect(ranked("fertil")[0]).toBe("Charts");
    expect(ranked("set")[0]).toBe("Account");
    expect(ranked("set")).toContain("Charts");
  });

  it("hides partly matching commands while the server is searching", () => {
    const commands = searchCommands(groups, "fertil");
    expect(commands.flatMap((group) => group.commands.map(({ label }) => label))).toContain("Profile");
    expect(rankGroups(commands, [], "fertil", true)).toEqual([]);
    expect(rankGroups(commands, [], "fertil", false).slice(1)).toEqual(commands);
    expect(rankGroups(searchCommands(groups, "set"), [], "set", true)[0]?.title).toBe("Account");
  });

  it("ranks “Ask” above partly matching commands and below server results", () => {
    const [first] = rankGroups(searchCommands(groups, "fertil"), [], "fertil");
    expect(first?.commands.map(({ label, action }) => [label, action])).toEqual([
      ["Ask: fertil", { kind: "go", to: "/start?q=fertil" }],
    ]);
    expect(
      rankGroups(searchCommands(groups, ""), [], "").flatMap(({ commands }) => commands.map(({ id }) => id)),
    ).not.toContain("ask");
    expect(rankGroups(searchCommands(groups, "set"), [], "set")[0]?.title).toBe("Account");
  });

  it("ranks items named by the query above items that mention it", () => {
    const item = (label: string): FoundGroup["commands"][number] => ({
      id: label,
      label,
      icon: "charts",
      action: { kind: "log-out" },
      marked: label,
    });
    const hits: FoundGroup[] = [
      { title: "Chats", commands: [item("Births in Europe")] },
      { title: "Charts", commands: [item("World population"), item("Fertility by country")] },
    ];
    const ranked = rankGroups([], hits, "fertil");
    expect(ranked.map(({ title }) => title)).toEqual(["Charts", "Chats", "New chat"]);
    expect(ranked[0]?.commands.map(({ label }) => label)).toEqual(["Fertility by country", "World population"]);
  });

  it("finds nothing for gibberish", () => {
    expect(searchCommands(groups, "zzzzqqqq")).toEqual([]);
  });
});
