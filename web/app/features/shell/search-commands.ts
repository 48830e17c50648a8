import Fuse from "fuse.js";
import { type Command, type CommandGroup, groupLimit } from "./palette-commands";

/** Of a query only this much is compared. */
const patternLength = 32;

/** Results of a group while nothing is typed, where the group may be long. */
const glimpse = 5;

/** Without a query each group as it is, shortened; with one whatever resembles it, the group with the best match first. */
export function searchCommands(groups: readonly CommandGroup[], query: string): CommandGroup[] {
  if (query === "") {
    return groups
      .map(({ title, commands }) => ({ title, commands: commands.slice(0, glimpse) }))
      .filter(({ commands }) => commands.length > 0);
  }
  return groups
    .map(({ title, commands }) => ({ title, ...bestMatches(commands, query) }))
    .filter(({ commands }) => commands.length > 0)
    .sort((one, other) => one.score - other.score)
    .map(({ title, commands }) => ({ title, commands }));
}

function bestMatches(commands: Command[], query: string): { commands: Command[]; score: number } {
  const found = new Fuse(commands, { keys: ["label"], threshold: 0.6, distance: 100, includeScore: true }).search(
    query.slice(0, patternLength),
    { limit: groupLimit },
  );
  return { commands: found.map(({ item }) => item), score: found[0]?.score ?? 1 };
}
