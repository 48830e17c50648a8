import { useState } from "react";
import type { AdminListSort } from "../../api/admin-lists";
import { restoreUser, suspendUser } from "../../api/admin-users";
import type { UserUsage } from "../../contract/types";
import { Badge } from "../../ui/badge";
import { MenuItem } from "../../ui/menu";
import { formatAgo, formatCount, formatDay } from "../../util/format";
import { AdminListPage, FilterChoice } from "./admin-list-page";
import type { AdminColumn } from "./admin-table";
import { CreditsDialog } from "./credits-dialog";
import { LedgerDialog } from "./ledger-dialog";
import { ReasonDialog } from "./reason-dialog";
import { RowMenu } from "./row-menu";
import { userUsageScreen as strings } from "./strings";

const periods = { 7: strings.days7, 30: strings.days30, 90: strings.days90, 365: strings.days365 };

type Period = `${keyof typeof periods}`;

type Opened = { dialog: "credits" | "ledger" | "suspend" | "restore"; user: UserUsage };

/** Credits spent and left per user, with what admins can change. */
export function UserUsageScreen() {
  const [days, setDays] = useState<Period>("30");
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <AdminListPage
        list="user-usage"
        title={strings.userUsage}
        searchLabel={strings.searchUsers}
        columns={columnsOf(setOpened)}
        firstOrder="created"
        filters={{ days: Number(days) }}
        keyOf={({ userId }) => userId}
        tools={<FilterChoice legend={strings.period} choices={periods} value={days} onChoose={setDays} />}
      />
      {opened?.dialog === "credits" && <CreditsDialog user={opened.user} onClose={close} />}
      {opened?.dialog === "ledger" && <LedgerDialog user={opened.user} onClose={close} />}
      {opened?.dialog === "suspend" && (
        <ReasonDialog
          title={strings.suspendUser(nameOf(opened.user))}
          description={strings.suspendDescription}
          confirmLabel={strings.suspend}
          isDangerous
          onConfirm={(reason) => suspendUser(opened.user.userId, reason)}
          onClose={close}
        />
      )}
      {opened?.dialog === "restore" && (
        <ReasonDialog
          title={strings.restoreUser(nameOf(opened.user))}
          description={strings.restoreDescription}
          confirmLabel={strings.restore}
          onConfirm={(reason) => restoreUser(opened.user.userId, reason)}
          onClose={close}
        />
      )}
    </>
  );
}

function columnsOf(open: (opened: Opened) => void): readonly AdminColumn<UserUsage, AdminListSort<"user-usage">>[] {
  return [
    {
      id: "person",
      title: strings.user,
      sortKey: "email",
      cell: (user) => (
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate">
            <b className="font-medium">{nameOf(user)}</b>{" "}
            {user.username && <span className="text-faint">{user.email}</span>}
          </span>
          {user.isAdmin && <Badge>{strings.admin}</Badge>}
          {user.suspendedUntil && <Badge tone="danger">{strings.suspended}</Badge>}
        </span>
      ),
    },
    {
      id: "tier",
      title: strings.plan,
      width: 5,
      cell: ({ tier }) => <span className="capitalize">{tier}</span>,
    },
    {
      id: "left",
      title: strings.creditsLeft,
      sortKey: "creditsLeft",
      width: 9,
      align: "right",
      cell: ({ creditsLeft, creditsTotal }) => (
        <span className={creditsLeft <= 0 ? "text-danger" : undefined}>
          {formatCount(creditsLeft)} <span className="text-faint">/ {formatCount(creditsTotal)}</span>
        </span>
      ),
    },
    {
      id: "period",
      title: strings.usedThisPeriod,
      sortKey: "periodCreditsUsed",
      width: 7,
      align: "right",
      cell: ({ periodCreditsUsed }) => formatCount(periodCreditsUsed),
    },
    {
      id: "used",
      title: strings.creditsUsed,
      width: 7,
      align: "right",
      cell: ({ creditsUsed }) => formatCount(creditsUsed),
    },
    { id: "turns", title: strings.messages, width: 6, align: "right", cell: ({ turns }) => formatCount(turns) },
    {
      id: "last",
      title: strings.lastActive,
      width: 8,
      align: "right",
      cell: ({ lastTurnAt }) =>
        lastTurnAt ? <time dateTime={lastTurnAt}>{formatAgo(lastTurnAt)}</time> : strings.never,
    },
    {
      id: "created",
      title: strings.joined,
      sortKey: "createdAt",
      width: 8,
      align: "right",
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDay(createdAt)}</time>,
    },
    {
      id: "actions",
      title: strings.actions,
      isControl: true,
      width: 5,
      align: "right",
      cell: (user) => (
        <RowMenu label={strings.actionsFor(nameOf(user))}>
          <MenuItem onSelect={() => open({ dialog: "credits", user })}>{strings.changeCredits}</MenuItem>
          <MenuItem onSelect={() => open({ dialog: "ledger", user })}>{strings.viewLedger}</MenuItem>
          {user.suspendedUntil ? (
            <MenuItem onSelect={() => open({ dialog: "restore", user })}>{strings.restore}</MenuItem>
          ) : (
            <MenuItem isDangerous onSelect={() => open({ dialog: "suspend", user })}>
              {strings.suspend}
            </MenuItem>
          )}
        </RowMenu>
      ),
    },
  ];
}

export function nameOf({ username, email, userId }: UserUsage): string {
  return username ?? email ?? userId;
}
