import { createStore, type Store } from "./store";

/** As many pages are fetched ahead at once. */
const mostPages = 4;

/** Network information of a browser; not all browsers provide it. */
export interface ConnectionHints {
  saveData?: boolean;
  effectiveType?: string;
}

/** Prefetching is off in data-saver mode and on slow connections. */
export function allowsPrefetch(connection: ConnectionHints | undefined): boolean {
  if (connection === undefined) return true;
  return connection.saveData !== true && !/2g$/.test(connection.effectiveType ?? "");
}

/** The pages that are fetched ahead: each once, four at a time, the next one when there is room. */
export function createPrefetchQueue(): {
  pages: Store<readonly string[]>;
  add: (page: string) => void;
  finish: (page: string) => void;
} {
  const pages = createStore<readonly string[]>([]);
  const seen = new Set<string>();
  const waiting: string[] = [];
  return {
    pages,
    add: (page) => {
      if (seen.has(page)) return;
      seen.add(page);
      if (pages.get().length < mostPages) pages.set([...pages.get(), page]);
      else waiting.push(page);
    },
    finish: (page) => {
      const left = pages.get().filter((each) => each !== page);
      const next = waiting.shift();
      pages.set(next === undefined ? left : [...left, next]);
    },
  };
}
