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
import { filterRows } from "./table-rows";
import { useLiveChats } from "./use-live-chats";

/** The rolling list of the latest chats of everybody. Opening one asks for a reason. */
export function LatestChatsScreen() {
  const { data: chats, error, refetch } = useQuery(latestChatsQuery());
  const link = useLiveChats();
  const [query, setQuery] = useState("");
  const rows = useMemo(() => filterRows(chats ?? [], textOf, query), [chats, query]);
  return (
    <AdminPage
      title="Latest chats"
      tools={
        <>
          <LiveBadge link={link} />
          <FilterField label="Filter the chats" value={query} onChange={setQuery} />
        </>
      }
    >
      <Loaded what="The latest chats" isLoaded={chats !== undefined} error={error} onRetry={() => void refetch()}>
        <AdminTable
          label="Latest chats"
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
    title: "State",
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
        <b className="font-medium">{title || "New chat"}</b> <span className="text-faint">{lastMessage}</span>
      </Link>
    ),
  },
  { id: "person", title: "Person", width: "w-52", sortBy: personOf, cell: personOf },
  { id: "model", title: "Model", width: "w-36", sortBy: ({ model }) => model, cell: ({ model }) => model },
  {
    id: "updated",
    title: "Last change",
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
  if (running) return { words: "Running", tone: "accent" };
  switch (outcome) {
    case "completed":
      return { words: "Completed", tone: "neutral" };
    case "cancelled":
      return { words: "Stopped", tone: "neutral" };
    case "limited":
      return { words: "Out of credits", tone: "warning" };
    case "failed":
      return { words: "Failed", tone: "danger" };
    default:
      return { words: "Waiting", tone: "neutral" };
  }
}
