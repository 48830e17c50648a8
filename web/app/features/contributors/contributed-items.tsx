import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { type ContributedItem, contributedItemsQuery } from "../../api/contributors";
import { QueryBoundary } from "../../api/query-boundary";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { itemNames, itemPath } from "../../util/things";
import { ProposeDialog } from "./propose-dialog";
import { contributedItems as text } from "./strings";

/** A contributor's public items: how often each was bookmarked, and whether it's on the discover page. */
export function ContributedItems() {
  const query = useQuery(contributedItemsQuery());
  const [proposed, setProposed] = useState<ContributedItem | null>(null);
  return (
    <Card className="mb-8">
      <CardHeader title={text.published} />
      <div className="p-5 sm:p-6">
        <QueryBoundary
          query={query}
          what={text.yourPublishedItems}
          empty={<p className="text-soft text-sm">{text.nothingPublished}</p>}
        >
          {(items) => (
            <ul aria-label={text.published} className="divide-y divide-line">
              {items.map((item) => (
                <ItemLine key={`${item.kind}/${item.id}`} item={item} onPropose={() => setProposed(item)} />
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
      {proposed && <ProposeDialog item={proposed} onClose={() => setProposed(null)} />}
    </Card>
  );
}

function ItemLine({ item, onPropose }: { item: ContributedItem; onPropose: () => void }) {
  const { kind, id, title, bookmarks, topic, proposal, isCurated } = item;
  const canPropose = !isCurated && proposal !== "pending" && proposal !== "accepted";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-sm">
      <Link to={itemPath(kind, id)} className="font-medium underline decoration-line-strong underline-offset-4">
        {title}
      </Link>
      {isCurated && <Badge tone="accent">{text.onDiscover}</Badge>}
      {!isCurated && proposal === "pending" && <Badge>{text.proposed}</Badge>}
      {!isCurated && proposal === "declined" && <Badge tone="warning">{text.declined}</Badge>}
      {canPropose && (
        <Button size="small" className="ml-auto" onClick={onPropose}>
          {text.propose}
          <span className="sr-only"> {title}</span>
        </Button>
      )}
      <span className="w-full text-faint text-xs">
        {[itemNames[kind].one, text.bookmarks(bookmarks), topic && text.topicOf(topic)].filter(Boolean).join(" · ")}
      </span>
    </li>
  );
}
