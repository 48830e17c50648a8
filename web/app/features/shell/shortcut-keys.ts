import { paths } from "../../util/page-paths";
import { shortcutKeys as text } from "./strings";

/** The keys of a chain follow each other within this time. */
export const chainDelayMs = 800;

/** Two keys, one after the other, that open a page. */
export interface KeyChain {
  keys: readonly [string, string];
  label: string;
  to: string;
}

export const chains: readonly KeyChain[] = [
  { keys: ["g", "n"], label: text.newChat, to: paths.start() },
  { keys: ["g", "c"], label: text.goToCharts, to: paths.charts() },
  { keys: ["g", "b"], label: text.goToBoards, to: paths.boards() },
  { keys: ["g", "d"], label: text.goToDocuments, to: paths.portolans() },
  { keys: ["g", "v"], label: text.goToSavedItems, to: paths.saved() },
  { keys: ["g", "s"], label: text.goToSettings, to: paths.settings() },
];

/** Pressed prefix of a key chain, with its time. */
export interface ChainProgress {
  key: string;
  at: number;
}

/** The chain that `key` completes, and what is pressed of one from now on. */
export function advanceChain(
  before: ChainProgress | null,
  key: string,
  at: number,
): { chain: KeyChain | null; progress: ChainProgress | null } {
  const first = before !== null && at - before.at <= chainDelayMs ? before.key : null;
  const chain = chains.find(({ keys }) => keys[0] === first && keys[1] === key) ?? null;
  if (chain !== null) return { chain, progress: null };
  return { chain: null, progress: chains.some(({ keys }) => keys[0] === key) ? { key, at } : null };
}
