import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { latestChatsQuery } from "../../api/admin";
import { adminListQuery } from "../../api/admin-lists";
import { Card } from "../../ui/card";
import { formatAgo, formatCount } from "../../util/format";
import { paths } from "../../util/page-paths";
import { AdminPage, Loaded } from "./admin-page";
import { StateBadge, userOf } from "./latest-chats-screen";
import { OverviewFigures } from "./overview-figures";
import { overviewScreen as strings } from "./strings";
import { useLiveChats } from "./use-live-chats";
import { nameOf } from "./user-usage-screen";

const shown = 5;

/** Current activity, with links to all of it. */
export function OverviewScreen() {
  return (
    <AdminPage title={strings.overview}>
      <OverviewFigures />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <LatestChats />
        <Feedback />
        <Usage />
      </div>
    </AdminPage>
  );
}

function LatestChats() {
  const { data: chats, error, refetch } = useQuery(latestChatsQuery());
  useLiveChats();
  const running = chats?.filter((chat) => chat.running).length ?? 0;
  return (
    <Section title={strings.latestChats} figure={strings.running(formatCount(running))} to={paths.adminLatestChats()}>
      <Loaded what={strings.theLatestChats} isLoaded={chats !== undefined} error={error} onRetry={() => void refetch()}>
        <Lines emptyText={strings.emptyText}>
          {chats?.slice(0, shown).map((chat) => (
            <Line key={chat.chatId} end={<StateBadge chat={chat} />}>
              <Link to={paths.adminChatViewer(chat.chatId)} className="hover:underline">
                {strings.chatOf(userOf(chat))}
              </Link>
            </Line>
          ))}
        </Lines>
      </Loaded>
    </Section>
  );
}

function Feedback() {
  const { data, error, refetch } = useInfiniteQuery(
    adminListQuery("feedback", { direction: "descending", status: "new" }),
  );
  const fresh = data?.pages[0]?.items ?? [];
  return (
    <Section
      title={strings.userFeedback}
      figure={strings.new(formatCount(fresh.length))}
      to={paths.adminUserFeedback()}
    >
      <Loaded what={strings.theFeedback} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <Lines emptyText={strings.noNewFeedback}>
          {fresh.slice(0, shown).map(({ id, text, createdAt }) => (
            <Line key={id} end={<span className="text-faint">{formatAgo(createdAt)}</span>}>
              {text}
            </Line>
          ))}
        </Lines>
      </Loaded>
    </Section>
  );
}

function Usage() {
  const { data, error, refetch } = useInfiniteQuery(
    adminListQuery("user-usage", { sort: "periodCreditsUsed", direction: "descending" }),
  );
  const busiest = data?.pages[0]?.items.slice(0, shown) ?? [];
  return (
    <Section title={strings.userUsage} figure={strings.creditsThisPeriod} to={paths.adminUserUsage()}>
      <Loaded what={strings.usage} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        <Lines emptyText={strings.noUsersYet}>
          {busiest.map((person) => (
            <Line key={person.userId} end={<span data-numeric>{formatCount(person.periodCreditsUsed)}</span>}>
              {nameOf(person)}
            </Line>
          ))}
        </Lines>
      </Loaded>
    </Section>
  );
}

function Section({ title, figure, to, children }: { title: string; figure: string; to: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col p-5">
      <h2 className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <Link
          to={to}
          className="group inline-flex items-center gap-1.5 whitespace-nowrap font-semibold tracking-tight hover:underline"
        >
          {title} <ArrowRight aria-hidden className="size-4 text-faint" />
        </Link>
        <span data-numeric className="text-soft text-sm">
          {figure}
        </span>
      </h2>
      <div className="mt-3">{children}</div>
    </Card>
  );
}

function Lines({ emptyText, children }: { emptyText: string; children: ReactNode[] | undefined }) {
  if (!children || children.length === 0) return <p className="py-4 text-soft text-sm">{emptyText}</p>;
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

function Line({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4 py-2">
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <span className="shrink-0 text-xs">{end}</span>
    </li>
  );
}
