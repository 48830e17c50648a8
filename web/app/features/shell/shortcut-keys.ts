import { paths } from "../../util/page-paths";

/** The keys of a chain follow each other within this time. */
export const chainDelayMs = 800;

/** Two keys, one after the other, that lead somewhere. */
export interface Chain {
  keys: readonly [string, string];
  label: string;
  to: string;
}

export const chains: readonly Chain[] = [
  { keys: ["g", "n"], label: "Go to a new chat", to: paths.start() },
  { keys: ["g", "c"], label: "Go to your charts", to: paths.charts() },
  { keys: ["g", "b"], label: "Go to your boards", to: paths.boards() },
  { keys: ["g", "d"], label: "Go to your documents", to: paths.portolans() },
  { keys: ["g", "v"], label: "Go to what you saved", to: paths.saved() },
  { keys: ["g", "s"], label: "Go to the settings", to: paths.settings() },
];

/** What has been pressed of a chain, and when. */
export interface ChainProgress {
  key: string;
  at: number;
}

/** The chain that `key` completes, and what is pressed of one from now on. */
export function advanceChain(
  before: ChainProgress | null,
  key: string,
  at: number,
): { chain: Chain | null; progress: ChainProgress | null } {
  const first = before !== null && at - before.at <= chainDelayMs ? before.key : null;
  const chain = chains.find(({ keys }) => keys[0] === first && keys[1] === key) ?? null;
  if (chain !== null) return { chain, progress: null };
  return { chain: null, progress: chains.some(({ keys }) => keys[0] === key) ? { key, at } : null };
}
