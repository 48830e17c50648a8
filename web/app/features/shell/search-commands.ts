import Fuse from "fuse.js";
import { withMarks } from "../../ui/snippet";
import { paths } from "../../util/page-paths";
import { type CommandGroup, groupLimit, type PaletteCommand, shorten } from "./palette-commands";
import { commandPalette as strings } from "./strings";

/** A command as a search shows it: what it matched by is marked, in as much of the label as is shown. */
export interface FoundCommand extends PaletteCommand {
  marked: string;
}

export interface FoundGroup {
  title: string;
  commands: FoundCommand[];
}

/** Without a query each group as it is, shortened; with one whatever resembles it, the group with the best match first. */
export function searchCommands(groups: readonly CommandGroup[], query: string): FoundGroup[] {
  if (query === "") {
    return groups
      .map(({ title, commands }) => ({ title, commands: commands.slice(0, groupLimit).map(unmarked) }))
      .filter(({ commands }) => commands.length > 0);
  }
  return groups
    .map(({ title, commands }) => ({ title, ...bestMatches(commands, query) }))
    .filter(({ commands }) => commands.length > 0)
    .sort((one, other) => one.score - other.score)
    .map(({ title, commands }) => ({ title, commands }));
}

/**
 * Puts what the query names first: commands, then items by their titles. Items that only mention it follow, then the
 * query as a question, and then commands that merely resemble it: "fertil" is a chart about fertility, or a question,
 * rather than "Settings". While the server is searching, the last two are left out: they would be selected in place of
 * what is about to be found.
 */
export function rankGroups(
  commands: readonly FoundGroup[],
  hits: readonly FoundGroup[],
  query: string,
  isSearching = false,
): FoundGroup[] {
  const isNamed = ({ commands: [best] }: FoundGroup) => best !== undefined && isNamedBy(best.label, query);
  const isOther = (group: FoundGroup) => !isNamed(group);
  const items = hits.map((group) => ({ ...group, commands: namedFirst(group.commands, query) }));
  return [
    ...commands.filter(isNamed),
    ...items.filter(isNamed),
    ...items.filter(isOther),
    ...(isSearching && query !== "" ? [] : [...askGroup(query), ...commands.filter(isOther)]),
  ];
}

/** Identifies the command that asks the query. */
export const askId = "ask";

/** Returns the query as a question for a new chat; empty where nothing is typed. */
function askGroup(query: string): FoundGroup[] {
  if (query === "") return [];
  const label = strings.ask(query);
  const command: PaletteCommand = { id: askId, label, icon: "new", action: { kind: "go", to: paths.start(query) } };
  return [{ title: strings.newChat, commands: [unmarked(command)] }];
}

function namedFirst(commands: readonly FoundCommand[], query: string): FoundCommand[] {
  const isNamed = ({ label }: FoundCommand) => isNamedBy(label, query);
  return [...commands.filter(isNamed), ...commands.filter((command) => !isNamed(command))];
}

function isNamedBy(label: string, query: string): boolean {
  return ` ${label.toLowerCase()}`.includes(` ${query.toLowerCase()}`);
}

export function unmarked(command: PaletteCommand): FoundCommand {
  return { ...command, marked: shorten(command.label) };
}

function bestMatches(commands: PaletteCommand[], query: string): { commands: FoundCommand[]; score: number } {
  // Queries are compared in pieces of 32 characters, which is what the library does.
  const fuse = new Fuse(commands, {
    keys: ["label"],
    threshold: 0.6,
    distance: 100,
    includeScore: true,
    includeMatches: true,
  });
  const found = fuse.search(query, { limit: groupLimit });
  return {
    commands: found.map(({ item, matches }) => {
      const ranges = matches?.[0]?.indices.map(([first, last]) => [first, last + 1] as const) ?? [];
      return { ...item, marked: withMarks(shorten(item.label), ranges) };
    }),
    score: found[0]?.score ?? 1,
  };
}
