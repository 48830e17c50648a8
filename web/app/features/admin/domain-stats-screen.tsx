import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type DomainStats, domainDaysQuery } from "../../api/admin-figures";
import type { AdminListSort } from "../../api/admin-lists";
import { FigureChart } from "../../charts/view/figure-chart";
import { Button } from "../../ui/button";
import { formatAgo, formatCount } from "../../util/format";
import { AdminListPage } from "./admin-list-page";
import { Loaded } from "./admin-page";
import type { AdminColumn } from "./admin-table";
import { domainStatsScreen as strings } from "./strings";

const days = 30;

/** The sites that users read and start boards from, and whether reading them succeeds. */
export function DomainStatsScreen() {
  const [domain, setDomain] = useState<string | null>(null);
  return (
    <AdminListPage
      list="domain-stats"
      title={strings.domainStats}
      searchLabel={strings.searchDomains}
      columns={columnsOf(setDomain)}
      firstOrder="reads"
      keyOf={({ domain }) => domain}
    >
      <div className="mb-5 flex flex-col items-start gap-2">
        <DomainDays domain={domain} />
        {domain !== null && (
          <Button size="small" onClick={() => setDomain(null)}>
            {strings.showAllSites}
          </Button>
        )}
      </div>
    </AdminListPage>
  );
}

function DomainDays({ domain }: { domain: string | null }) {
  const { data, error, refetch } = useQuery(domainDaysQuery({ days, ...(domain !== null && { domain }) }));
  const rows = useMemo(
    () =>
      (data ?? []).flatMap(({ day, reads, blocked, failed }): [string, string, number][] => [
        [day, strings.succeeded, reads - blocked - failed],
        [day, strings.blocked, blocked],
        [day, strings.failed, failed],
      ]),
    [data],
  );
  const boardRows = useMemo(
    () => (data ?? []).map(({ day, boards }): [string, string, number] => [day, strings.boardsStarted, boards]),
    [data],
  );
  const boardsTitle = domain === null ? strings.boardsByDay : strings.boardsOf(domain);
  const title = domain === null ? strings.readsByDay : strings.readsOf(domain);
  return (
    <div className="w-full">
      <Loaded what={strings.theDays} isLoaded={data !== undefined} error={error} onRetry={() => void refetch()}>
        {rows.length === 0 ? (
          <p className="text-soft text-sm">{strings.noReads}</p>
        ) : (
          <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
            <FigureChart title={title} description={title} mark="bar" measure={strings.reads} rows={rows} />
            <FigureChart
              title={boardsTitle}
              description={boardsTitle}
              mark="bar"
              measure={strings.boardsStarted}
              rows={boardRows}
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function columnsOf(
  choose: (domain: string) => void,
): readonly AdminColumn<DomainStats, AdminListSort<"domain-stats">>[] {
  return [
    {
      id: "domain",
      title: strings.site,
      sortKey: "domain",
      cell: ({ domain }) => (
        <button
          type="button"
          onClick={() => choose(domain)}
          className="max-w-full truncate font-medium hover:underline"
        >
          {domain}
        </button>
      ),
    },
    numberColumn("boards", strings.boardsStarted, ({ boards }) => boards, "boards"),
    numberColumn("reads", strings.reads, ({ reads }) => reads, "reads"),
    numberColumn("blocked", strings.blocked, ({ blocked }) => blocked),
    numberColumn("failures", strings.failures, ({ blocked, failed }) => blocked + failed, "failures"),
    {
      id: "success",
      title: strings.successRate,
      width: 8,
      align: "right",
      cell: ({ reads, blocked, failed }) =>
        reads === 0 ? strings.none : `${Math.round((100 * (reads - blocked - failed)) / reads)}%`,
    },
    {
      id: "last",
      title: strings.lastRead,
      sortKey: "lastReadAt",
      width: 9,
      align: "right",
      cell: ({ lastReadAt }) => <time dateTime={lastReadAt}>{formatAgo(lastReadAt)}</time>,
    },
  ];
}

function numberColumn(
  id: string,
  title: string,
  countIn: (row: DomainStats) => number,
  sortKey?: AdminListSort<"domain-stats">,
): AdminColumn<DomainStats, AdminListSort<"domain-stats">> {
  return {
    id,
    title,
    width: 8,
    align: "right",
    cell: (row) => formatCount(countIn(row)),
    ...(sortKey !== undefined && { sortKey }),
  };
}
