import { useEffect, useState } from "react";
import { allowsPrefetch, type ConnectionHints, createPrefetchQueue } from "../../util/prefetch-queue";
import { useStore } from "../../util/store";
import { type RouteImports, type RouteList, scriptsOf } from "./route-files";

/** Long enough for the files of a page to be asked for. */
const roomMs = 1_500;

/**
 * Fetches the files of pages whose links are pointed at, before they are opened. The router can do this, too, but loads
 * the whole page anew where a file does not come.
 */
export function Prefetcher() {
  const [queue] = useState(createPrefetchQueue);
  const pages = useStore(queue.pages);
  const [imports, setImports] = useState<RouteImports | null>(null);
  useEffect(() => {
    const { connection } = navigator as { connection?: ConnectionHints };
    const look = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      const page = link === null ? null : pageOf(link as HTMLAnchorElement);
      if (page !== null && navigator.onLine && allowsPrefetch(connection)) {
        queue.add(page);
        loadImports().then(setImports, () => setImports({}));
      }
    };
    document.addEventListener("pointerover", look, { passive: true });
    document.addEventListener("focusin", look);
    return () => {
      document.removeEventListener("pointerover", look);
      document.removeEventListener("focusin", look);
    };
  }, [queue]);
  if (imports === null) return null;
  return pages.map((page) => <Fetched key={page} page={page} imports={imports} onDone={queue.finish} />);
}

/** The build's own list of routes, and where it says what the files of each import. */
const manifest = () =>
  (window as { __reactRouterManifest?: { routes: RouteList; imports?: string } }).__reactRouterManifest;

let loading: Promise<RouteImports> | undefined;

function loadImports(): Promise<RouteImports> {
  loading ??= loadList(manifest()?.imports);
  return loading;
}

async function loadList(path: string | undefined): Promise<RouteImports> {
  const response = path === undefined ? null : await fetch(path);
  return response?.ok ? response.json() : {};
}

interface FetchedProps {
  page: string;
  imports: RouteImports;
  onDone: (page: string) => void;
}

function Fetched({ page, imports, onDone }: FetchedProps) {
  useEffect(() => {
    const timer = setTimeout(() => onDone(page), roomMs);
    return () => clearTimeout(timer);
  }, [page, onDone]);
  return scriptsOf(page, manifest()?.routes ?? {}, imports).map((file) => (
    <link key={file} rel="modulepreload" href={file} />
  ));
}

/** The page of this site that a link leads to in this tab; null for every other link. */
export function pageOf(link: HTMLAnchorElement): string | null {
  if (link.origin !== location.origin || link.target === "_blank" || link.hasAttribute("download")) return null;
  return link.pathname === location.pathname || /^\/(?:api|auth|storage)\//.test(link.pathname) ? null : link.pathname;
}
