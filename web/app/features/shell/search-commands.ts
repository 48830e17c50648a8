import Fuse from "fuse.js";
import { withMarks } from "../../ui/snippet";
import { type Command, type CommandGroup, groupLimit, shorten } from "./palette-commands";

/** A command as a search shows it: what it matched by is marked, in as much of the label as is shown. */
export interface FoundCommand extends Command {
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
 * Puts commands that are named by the query before what the server found, and those that only resemble it after: "fertil"
 * is a chart about fertility rather than "Profile".
 */
export function rankGroups(commands: readonly FoundGroup[], hits: readonly FoundGroup[], query: string): FoundGroup[] {
  const isNamed = ({ commands: [best] }: FoundGroup) => best !== undefined && isNamedBy(best.label, query);
  return [...commands.filter(isNamed), ...hits, ...commands.filter((group) => !isNamed(group))];
}

function isNamedBy(label: string, query: string): boolean {
  return ` ${label.toLowerCase()}`.includes(` ${query.toLowerCase()}`);
}

export function unmarked(command: Command): FoundCommand {
  return { ...command, marked: shorten(command.label) };
}

function bestMatches(commands: Command[], query: string): { commands: FoundCommand[]; score: number } {
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
