import { Link } from "react-router";
import type { LatestChat } from "../../api/admin";
import { Badge, type BadgeTone } from "../../ui/badge";
import { formatAgo } from "../../util/format";
import { paths } from "../../util/page-paths";
import { AdminListPage } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { LiveBadge } from "./live-badge";
import { latestChatsScreen as text } from "./strings";
import { useLiveChats } from "./use-live-chats";

/** The chats of all users, live. Opening one asks for a reason. */
export function LatestChatsScreen() {
  const link = useLiveChats();
  return (
    <AdminListPage
      list="chats/latest"
      title={text.latestChats}
      searchLabel={text.searchChats}
      columns={columns}
      firstOrder="updated"
      keyOf={({ chatId }) => chatId}
      tools={<LiveBadge link={link} />}
    />
  );
}

const columns: readonly AdminColumn<LatestChat, never>[] = [
  {
    id: "state",
    title: text.state,
    width: "w-32",
    cell: (chat) => <StateBadge chat={chat} />,
  },
  {
    id: "chat",
    title: "Chat",
    cell: ({ chatId, title, lastMessage }) => (
      <Link to={paths.adminChatViewer(chatId)} className="block truncate hover:underline">
        <b className="font-medium">{title || text.newChat}</b> <span className="text-faint">{lastMessage}</span>
      </Link>
    ),
  },
  { id: "person", title: text.user, width: "w-52", cell: userOf },
  { id: "model", title: text.model, width: "w-36", cell: ({ model }) => model },
  {
    id: "updated",
    title: text.updated,
    width: "w-36",
    align: "right",
    isOnlyOrder: true,
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>,
  },
];

function userOf({ user }: LatestChat): string {
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
