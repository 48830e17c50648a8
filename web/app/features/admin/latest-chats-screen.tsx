import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type LatestChat, latestChatsQuery } from "../../api/admin";
import { Badge, type BadgeTone } from "../../ui/badge";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { AdminPage, emptyTextOf, FilterField, Loaded } from "./admin-page";
import { type AdminColumn, AdminTable } from "./admin-table";
import { LiveBadge } from "./live-badge";
import { latestChatsScreen as text } from "./strings";
import { filterRows } from "./table-rows";
import { useLiveChats } from "./use-live-chats";

/** The rolling list of the latest chats of everyone. Opening one asks for a reason. */
export function LatestChatsScreen() {
  const { data: chats, error, refetch } = useQuery(latestChatsQuery());
  const link = useLiveChats();
  const [query, setQuery] = useState("");
  const rows = useMemo(() => filterRows(chats ?? [], textOf, query), [chats, query]);
  return (
    <AdminPage
      title={text.latestChats}
      tools={
        <>
          <LiveBadge link={link} />
          <FilterField label={text.filterChats} value={query} onChange={setQuery} />
        </>
      }
    >
      <Loaded what={text.theLatestChats} isLoaded={chats !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label={text.latestChats}
          columns={columns}
          rows={rows}
          keyOf={({ chatId }) => chatId}
          emptyText={emptyTextOf(query)}
        />
      </Loaded>
    </AdminPage>
  );
}

const textOf = ({ title, lastMessage, model, user }: LatestChat) =>
  `${title} ${lastMessage} ${model} ${user.email ?? ""} ${user.username ?? ""}`;

const columns: readonly AdminColumn<LatestChat>[] = [
  {
    id: "state",
    title: text.state,
    width: "w-32",
    sortBy: (chat) => stateOf(chat).words,
    cell: (chat) => <StateBadge chat={chat} />,
  },
  {
    id: "chat",
    title: "Chat",
    sortBy: ({ title }) => title,
    cell: ({ chatId, title, lastMessage }) => (
      <Link to={paths.adminChatViewer(chatId)} className="block truncate hover:underline">
        <b className="font-medium">{title || text.newChat}</b> <span className="text-faint">{lastMessage}</span>
      </Link>
    ),
  },
  { id: "person", title: text.user, width: "w-52", sortBy: personOf, cell: personOf },
  { id: "model", title: text.model, width: "w-36", sortBy: ({ model }) => model, cell: ({ model }) => model },
  {
    id: "updated",
    title: text.updated,
    width: "w-36",
    align: "right",
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>,
  },
];

function personOf({ user }: LatestChat): string {
  return user.username ?? user.email ?? user.id;
}

export function StateBadge({ chat }: { chat: LatestChat }) {
  const { words, tone } = stateOf(chat);
  return <Badge tone={tone}>{words}</Badge>;
}

function stateOf({ running, outcome }: LatestChat): { words: string; tone: BadgeTone } {
  if (running) return { words: text.running, tone: "accent" };
  switch (outcome) {
    case "completed":
      return { words: text.completed, tone: "neutral" };
    case "cancelled":
      return { words: text.stopped, tone: "neutral" };
    case "limited":
      return { words: text.outOfCredits, tone: "warning" };
    case "failed":
      return { words: text.failed, tone: "danger" };
    default:
      return { words: text.waiting, tone: "neutral" };
  }
}
