import { useState } from "react";
import { Link } from "react-router";
import { type AdminItem, featureItem, hideItem, showItem, unfeatureItem } from "../../api/admin-items";
import type { AdminListSort } from "../../api/admin-lists";
import { useApiMutation } from "../../api/use-api-mutation";
import { Badge } from "../../ui/badge";
import { MenuItem, MenuLink } from "../../ui/menu";
import { formatAgo, formatCount } from "../../util/format";
import { itemPath } from "../../util/items";
import { AdminListPage, FilterChoice } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { ReasonDialog } from "./reason-dialog";
import { RowMenu } from "./row-menu";
import { itemsScreen as strings } from "./strings";

const statuses = { public: strings.public, hidden: strings.hidden };

type Status = keyof typeof statuses;

/** Public charts of all users, and those that admins have hidden. */
export function ChartsScreen() {
  return <ItemsScreen list="charts" title={strings.charts} searchLabel={strings.searchCharts} />;
}

/** Public documents of all users, and those that admins have hidden. */
export function PortolansScreen() {
  return <ItemsScreen list="portolans" title={strings.documents} searchLabel={strings.searchDocuments} />;
}

interface ItemsScreenProps {
  list: "charts" | "portolans";
  title: string;
  searchLabel: string;
}

function ItemsScreen({ list, title, searchLabel }: ItemsScreenProps) {
  const [status, setStatus] = useState<Status>("public");
  const [hiding, setHiding] = useState<AdminItem | null>(null);
  return (
    <>
      <AdminListPage
        key={status}
        list={list}
        title={title}
        searchLabel={searchLabel}
        columns={columnsOf(status, setHiding)}
        firstOrder="time"
        filters={{ status }}
        keyOf={({ id }) => id}
        tools={<FilterChoice legend={strings.status} choices={statuses} value={status} onChoose={setStatus} />}
      />
      {hiding && (
        <ReasonDialog
          title={strings.hideItem(hiding.title)}
          description={strings.hideDescription}
          confirmLabel={strings.hide}
          isDangerous
          onConfirm={(reason) => hideItem(hiding, reason)}
          onClose={() => setHiding(null)}
        />
      )}
    </>
  );
}

function columnsOf(
  status: Status,
  hide: (item: AdminItem) => void,
): readonly AdminColumn<AdminItem, AdminListSort<"charts">>[] {
  return [
    {
      id: "title",
      title: strings.title,
      ...(status === "public" && { sortKey: "title" as const }),
      cell: (item) => (
        <span className="flex items-center gap-2">
          {status === "public" ? (
            <Link to={itemPath(item.kind, item.id)} className="min-w-0 truncate font-medium hover:underline">
              {item.title}
            </Link>
          ) : (
            <span className="min-w-0 truncate font-medium">{item.title}</span>
          )}
          {item.isCurated && <Badge tone="accent">{strings.featured}</Badge>}
        </span>
      ),
    },
    { id: "owner", title: strings.owner, width: 11, cell: ownerOf },
    { id: "views", title: strings.views, width: 6, align: "right", cell: ({ views }) => formatCount(views) },
    ...(status === "hidden"
      ? [{ id: "reason", title: strings.reason, width: 16, cell: ({ hiddenReason }: AdminItem) => hiddenReason }]
      : []),
    {
      id: "time",
      title: status === "public" ? strings.updated : strings.hidden,
      ...(status === "public" ? { sortKey: "time" as const } : { isOnlyOrder: true }),
      width: 9,
      align: "right",
      cell: ({ updatedAt, hiddenAt }) => {
        const time = hiddenAt ?? updatedAt;
        return <time dateTime={time}>{formatAgo(time)}</time>;
      },
    },
    {
      id: "actions",
      title: strings.actions,
      isControl: true,
      width: 5,
      align: "right",
      cell: (item) => <ItemMenu item={item} isHidden={status === "hidden"} onHide={() => hide(item)} />,
    },
  ];
}

interface ItemChange {
  change: () => Promise<void>;
  /** Toast after the change. */
  done: string;
}

function ItemMenu({ item, isHidden, onHide }: { item: AdminItem; isHidden: boolean; onHide: () => void }) {
  const { run: act } = useApiMutation({
    run: ({ change }: ItemChange) => change(),
    success: (_, { done }) => ({ title: done }),
    failed: strings.couldntChange,
  });
  return (
    <RowMenu label={strings.actionsFor(item.title)}>
      {isHidden ? (
        <MenuItem onSelect={() => act({ change: () => showItem(item), done: strings.shownAgain })}>
          {strings.show}
        </MenuItem>
      ) : (
        <>
          <MenuLink to={itemPath(item.kind, item.id)}>{strings.open}</MenuLink>
          {item.isCurated ? (
            <MenuItem onSelect={() => act({ change: () => unfeatureItem(item), done: strings.removedFromDiscover })}>
              {strings.removeFromDiscover}
            </MenuItem>
          ) : (
            <MenuItem onSelect={() => act({ change: () => featureItem(item, {}), done: strings.addedToDiscover })}>
              {strings.feature}
            </MenuItem>
          )}
          <MenuItem isDangerous onSelect={onHide}>
            {strings.hide}
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}

function ownerOf({ author, ownerEmail, ownerId }: AdminItem): string {
  return author?.username ?? ownerEmail ?? ownerId;
}
