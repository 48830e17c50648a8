import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type AdminList, type AdminListQuery, type AdminRow, adminListQuery } from "../../api/admin-lists";
import {
  decideApplication,
  decideProposal,
  type PendingApplication,
  type PendingProposal,
  withdrawContributor,
} from "../../api/contributors";
import type { Contributor } from "../../contract/types";
import { Button } from "../../ui/button";
import { Card, CardHeader } from "../../ui/card";
import { formatCount, formatDay } from "../../util/format";
import { itemNames, itemPath } from "../../util/items";
import { paths } from "../../util/page-paths";
import { AdminListPage, ExportButton } from "./admin-list-page";
import { Loaded } from "./admin-page";
import type { AdminColumn } from "./admin-table";
import { ReasonDialog } from "./reason-dialog";
import { contributorsScreen as text } from "./strings";

/** A decision that an admin is about to give a reason for. */
interface Decision {
  title: string;
  description: string;
  label: string;
  isDangerous: boolean;
  confirm: (reason: string) => Promise<void>;
}

/** Contributors with what they have published, their applications, and items that they propose for the discover page. */
export function ContributorsScreen() {
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      <AdminListPage
        list="contributors"
        title={text.charters}
        searchLabel={text.searchCharters}
        columns={columnsWith(setDecision)}
        firstOrder="name"
        firstDirection="ascending"
        emptyText={text.noCharters}
        keyOf={({ user }) => user.id}
      >
        <div className="mb-6 flex flex-col gap-6">
          <Queue list="contributor-applications" title={text.applications} empty={text.noApplications}>
            {(application) => (
              <Application key={application.user.id} application={application} onDecide={setDecision} />
            )}
          </Queue>
          <Queue list="proposals" title={text.proposals} empty={text.noProposals}>
            {(proposal) => (
              <Proposal key={`${proposal.kind}/${proposal.id}`} proposal={proposal} onDecide={setDecision} />
            )}
          </Queue>
        </div>
      </AdminListPage>
      {decision && (
        <ReasonDialog
          title={decision.title}
          description={decision.description}
          confirmLabel={decision.label}
          isDangerous={decision.isDangerous}
          onConfirm={decision.confirm}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  );
}

function columnsWith(decide: (decision: Decision) => void): readonly AdminColumn<Contributor, never>[] {
  return [
    {
      id: "name",
      title: text.user,
      isOnlyOrder: true,
      cell: ({ user }) =>
        user.username ? (
          <Link to={paths.person(user.username)} className="font-medium hover:underline">
            {user.username}
          </Link>
        ) : (
          (user.email ?? user.id)
        ),
    },
    { id: "items", title: text.items, width: 8, align: "right", cell: ({ items }) => formatCount(items) },
    { id: "views", title: text.views, width: 7, align: "right", cell: ({ views }) => formatCount(views) },
    {
      id: "recent",
      title: text.recentViews,
      width: 11,
      align: "right",
      cell: ({ recentViews }) => formatCount(recentViews),
    },
    {
      id: "actions",
      title: text.actions,
      isControl: true,
      width: 9,
      align: "right",
      cell: ({ user }) => {
        const name = user.username ?? user.email ?? user.id;
        return (
          <Button
            size="small"
            onClick={() =>
              decide({
                title: text.withdrawFrom(name),
                description: text.withdrawDescription,
                label: text.withdraw,
                isDangerous: true,
                confirm: (reason) => withdrawContributor(user.id, reason),
              })
            }
          >
            {text.withdraw}
            <span className="sr-only"> {name}</span>
          </Button>
        );
      },
    },
  ];
}

/** Description, label and variant of the dialog of an answer. */
function answerOf(isAccepted: boolean): Pick<Decision, "description" | "label" | "isDangerous"> {
  return {
    description: text.reasonIsKept,
    label: isAccepted ? text.accept : text.decline,
    isDangerous: !isAccepted,
  };
}

interface QueueProps<List extends AdminList> {
  list: List;
  title: string;
  empty: string;
  children: (row: AdminRow<List>) => ReactNode;
}

/** Rows that wait for a decision, the oldest first. */
function Queue<List extends "contributor-applications" | "proposals">({
  list,
  title,
  empty,
  children,
}: QueueProps<List>) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    adminListQuery(list, {} as AdminListQuery<List>),
  );
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Card>
      <CardHeader title={title} />
      {rows.length > 0 && (
        <div className="px-5 pt-4 sm:px-6">
          <ExportButton list={list} query={{} as AdminListQuery<List>} name={title} />
        </div>
      )}
      <Loaded what={title.toLowerCase()} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        {rows.length === 0 ? (
          <p className="p-5 text-soft text-sm">{empty}</p>
        ) : (
          <ul aria-label={title} className="divide-y divide-line">
            {rows.map(children)}
          </ul>
        )}
      </Loaded>
      {hasNextPage && (
        <Button size="small" className="m-4" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.loadMore}
        </Button>
      )}
    </Card>
  );
}

function Application({
  application: { user, reason, appliedAt },
  onDecide,
}: {
  application: PendingApplication;
  onDecide: (decision: Decision) => void;
}) {
  const name = user.username ?? user.email ?? user.id;
  return (
    <QueueLine
      name={name}
      heading={<b className="font-medium">{name}</b>}
      details={[text.appliedOn(formatDay(appliedAt))]}
      onDecide={(isAccepted) =>
        onDecide({
          title: isAccepted ? text.acceptUser(name) : text.declineUser(name),
          ...answerOf(isAccepted),
          confirm: (why) => decideApplication(user.id, { isAccepted, reason: why }),
        })
      }
    >
      <p className="w-full whitespace-pre-wrap [overflow-wrap:anywhere]">{reason}</p>
    </QueueLine>
  );
}

function Proposal({ proposal, onDecide }: { proposal: PendingProposal; onDecide: (decision: Decision) => void }) {
  const { kind, id, title, author, topic, proposedAt } = proposal;
  return (
    <QueueLine
      name={title}
      heading={
        <Link to={itemPath(kind, id)} className="font-medium underline underline-offset-4">
          {title}
        </Link>
      }
      details={[
        itemNames[kind].one,
        author.username,
        topic && text.topicOf(topic),
        text.proposedOn(formatDay(proposedAt)),
      ]}
      onDecide={(isAccepted) =>
        onDecide({
          title: isAccepted ? text.featureItem(title) : text.declineItem(title),
          ...answerOf(isAccepted),
          confirm: (reason) => decideProposal({ kind, id }, { isAccepted, reason }),
        })
      }
    />
  );
}

interface QueueLineProps {
  name: string;
  heading: ReactNode;
  details: readonly (string | null | undefined)[];
  onDecide: (isAccepted: boolean) => void;
  children?: ReactNode;
}

function QueueLine({ name, heading, details, onDecide, children }: QueueLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-5 py-4 text-sm">
      {heading}
      <span className="text-faint text-xs">{details.filter(Boolean).join(" · ")}</span>
      <span className="ml-auto flex gap-2">
        <Button size="small" look="quiet" onClick={() => onDecide(false)}>
          {text.decline}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button size="small" onClick={() => onDecide(true)}>
          {text.accept}
          <span className="sr-only"> {name}</span>
        </Button>
      </span>
      {children}
    </li>
  );
}
