import { useEffect, useState } from "react";
import type { PublishedItem } from "../../api/discover";
import { ButtonLink } from "../../ui/button";
import { ItemCard } from "../../ui/item-card";
import { fetchJson } from "../../util/fetch-json";
import { itemPath, thumbnailOf } from "../../util/items";
import { paths } from "../../util/page-paths";
import { apiPaths } from "../../util/paths";
import { useTheme } from "../../util/theme";
import { examples as text } from "./strings";

const shown = 3;

/** A few published charts; nothing if there are none, or where they cannot be had. */
export function Examples() {
  const theme = useTheme();
  const charts = usePublishedCharts();
  if (charts.length === 0) return null;
  return (
    <section aria-labelledby="examples-title" className="border-line border-t">
      <div className="mx-auto max-w-6xl px-5 py-20 sm:px-8 sm:py-24">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="examples-title" className="font-serif text-3xl tracking-tight sm:text-4xl">
            {text.madeWithPortolan}
          </h2>
          <ButtonLink to={paths.discover()} size="small">
            {text.discoverMore}
          </ButtonLink>
        </div>
        <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {charts.map((thing) => (
            <li key={thing.id} className="min-w-0">
              <ItemCard
                to={itemPath(thing.kind, thing.id)}
                title={thing.title}
                thumbnailUrl={thumbnailOf(thing, theme)}
                note={thing.author?.username ? text.by(thing.author.username) : null}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Without the client of the API: the front page has no other use for it. */
function usePublishedCharts(): readonly PublishedItem[] {
  const [charts, setCharts] = useState<readonly PublishedItem[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const path = apiPaths.discoverCharts({ limit: shown });
    void fetchJson<{ items: PublishedItem[] }>(path, stop.signal).then((list) => {
      if (list) setCharts(list.items.slice(0, shown));
    });
    return () => stop.abort();
  }, []);
  return charts;
}
