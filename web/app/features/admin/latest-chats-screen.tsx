import { Link } from "react-router";
import type { LatestChat } from "../../api/admin";
import type { AdminListSort } from "../../api/admin-lists";
import { Badge, type BadgeTone } from "../../ui/badge";
import { formatAgo, formatCount } from "../../util/format";
import { paths } from "../../util/page-paths";
import { AdminListPage } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { LiveBadge } from "./live-badge";
import { latestChatsScreen as text } from "./strings";
import { useLiveChats } from "./use-live-chats";

/** The chats of all users, live, without what was written in them. Opening one asks for a reason. */
export function LatestChatsScreen() {
  const link = useLiveChats();
  return (
    <AdminListPage
      list="chats/latest"
      title={text.latestChats}
      searchLabel={text.searchChats}
      columns={columns}
      firstOrder="updated"
      emptyText={text.noChats}
      keyOf={({ chatId }) => chatId}
      tools={<LiveBadge link={link} />}
    />
  );
}

const columns: readonly AdminColumn<LatestChat, AdminListSort<"chats/latest">>[] = [
  {
    id: "state",
    title: text.state,
    width: 8,
    cell: (chat) => <StateBadge chat={chat} />,
  },
  { id: "person", title: text.user, cell: userOf },
  {
    id: "chat",
    title: text.chat,
    width: 8,
    cell: (chat) => (
      <Link
        to={paths.adminChatViewer(chat.chatId)}
        aria-label={text.viewChatOf(userOf(chat))}
        className="font-medium underline underline-offset-4"
      >
        {text.viewChat}
      </Link>
    ),
  },
  { id: "model", title: text.model, width: 9, cell: ({ model }) => model },
  { id: "turns", title: text.turns, width: 6, align: "right", cell: ({ turns }) => formatCount(turns) },
  { id: "credits", title: text.credits, width: 6, align: "right", cell: ({ credits }) => formatCount(credits) },
  {
    id: "created",
    title: text.created,
    sortKey: "createdAt",
    width: 8,
    align: "right",
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatAgo(createdAt)}</time>,
  },
  {
    id: "updated",
    title: text.updated,
    sortKey: "updatedAt",
    width: 8,
    align: "right",
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatAgo(updatedAt)}</time>,
  },
];

export function userOf({ user }: LatestChat): string {
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
