import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type ContributedItem, contributedItemsQuery, viewDaysQuery } from "../../api/contributors";
import { QueryBoundary } from "../../api/query-boundary";
import { FigureChart } from "../../charts/view/figure-chart";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { formatCount } from "../../util/format";
import { itemNames, itemPath } from "../../util/items";
import { ProposeDialog } from "./propose-dialog";
import { contributedItems as text } from "./strings";
import { TopicDialog } from "./topic-dialog";

/** A contributor's public items: how often each was viewed and bookmarked, its topic, and whether it's on the discover page. */
export function ContributedItems() {
  const query = useQuery(contributedItemsQuery());
  const [proposed, setProposed] = useState<ContributedItem | null>(null);
  const [published, setPublished] = useState<ContributedItem | null>(null);
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
                <ItemLine
                  key={`${item.kind}/${item.id}`}
                  item={item}
                  onPublish={() => setPublished(item)}
                  onPropose={() => setProposed(item)}
                />
              ))}
            </ul>
          )}
        </QueryBoundary>
      </div>
      <ViewDays />
      {published && <TopicDialog item={published} onClose={() => setPublished(null)} />}
      {proposed && <ProposeDialog item={proposed} onClose={() => setProposed(null)} />}
    </Card>
  );
}

/** Views of all items by day; nothing until there are some. */
function ViewDays() {
  const { data } = useQuery(viewDaysQuery());
  const rows = useMemo(
    () => (data ?? []).map(({ day, views }): [string, string, number] => [day, text.viewsMeasure, views]),
    [data],
  );
  if (rows.length === 0) return null;
  return (
    <div className="px-5 pb-5 sm:px-6 sm:pb-6">
      <FigureChart
        title={text.viewsByDay}
        description={text.viewsByDay}
        mark="bar"
        measure={text.viewsMeasure}
        rows={rows}
      />
    </div>
  );
}

interface ItemLineProps {
  item: ContributedItem;
  onPublish: () => void;
  onPropose: () => void;
}

function ItemLine({ item, onPublish, onPropose }: ItemLineProps) {
  const { kind, id, title, bookmarks, views, recentViews, publishedTopic, topic, proposal, isCurated } = item;
  const canPropose = !isCurated && proposal !== "pending" && proposal !== "accepted";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 text-sm">
      <Link to={itemPath(kind, id)} className="font-medium underline decoration-line-strong underline-offset-4">
        {title}
      </Link>
      {isCurated && <Badge tone="accent">{text.onDiscover}</Badge>}
      {!isCurated && proposal === "pending" && <Badge>{text.proposed}</Badge>}
      {!isCurated && proposal === "declined" && <Badge tone="warning">{text.declined}</Badge>}
      {publishedTopic && <Badge>{text.inTopic(publishedTopic)}</Badge>}
      <span className="ml-auto flex flex-wrap gap-2">
        <Button size="small" onClick={onPublish}>
          {publishedTopic ? text.changeTopic : text.publishToTopic}
          <span className="sr-only"> {title}</span>
        </Button>
        {canPropose && (
          <Button size="small" onClick={onPropose}>
            {text.propose}
            <span className="sr-only"> {title}</span>
          </Button>
        )}
      </span>
      <span className="w-full text-faint text-xs">
        {[
          itemNames[kind].one,
          text.views(formatCount(views), formatCount(recentViews)),
          text.bookmarks(bookmarks),
          topic && text.proposedTopic(topic),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </li>
  );
}
