import { useEffect, useState } from "react";
import { PrefetchPageLinks } from "react-router";
import { allowsPrefetch, type ConnectionHints, createPrefetchQueue } from "../../util/prefetch-queue";
import { useStore } from "../../util/store";

/** Long enough for the files of a page to be asked for. */
const roomMs = 1_500;

/**
 * Fetches the code of pages whose links are pointed at, before they are opened: what `<Link prefetch="intent">` does, for
 * every link of the page, with a limit for slow connections.
 */
export function Prefetcher() {
  const [queue] = useState(createPrefetchQueue);
  const pages = useStore(queue.pages);
  useEffect(() => {
    const { connection } = navigator as { connection?: ConnectionHints };
    const look = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const page = link === null ? null : pageOf(link as HTMLAnchorElement);
      // The router reloads the page where a file doesn't arrive: nothing is fetched ahead while offline.
      if (page !== null && navigator.onLine && allowsPrefetch(connection)) queue.add(page);
    };
    document.addEventListener("pointerover", look, { passive: true });
    document.addEventListener("focusin", look);
    return () => {
      document.removeEventListener("pointerover", look);
      document.removeEventListener("focusin", look);
    };
  }, [queue]);
  return pages.map((page) => <Prefetched key={page} page={page} onDone={queue.finish} />);
}

function Prefetched({ page, onDone }: { page: string; onDone: (page: string) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onDone(page), roomMs);
    return () => clearTimeout(timer);
  }, [page, onDone]);
  return <PrefetchPageLinks page={page} />;
}

/** The page of this site that a link leads to in this tab; null for every other link. */
export function pageOf(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download")) return null;
  return link.pathname === location.pathname || /^\/(?:api|auth|storage)\//.test(link.pathname) ? null : link.pathname;
}
