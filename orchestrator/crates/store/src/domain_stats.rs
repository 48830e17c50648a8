use chrono::{DateTime, Utc};
use portolan_domain::{
    Direction, DomainDay, DomainFilter, DomainSort, DomainStats, Page, PageRequest, ReadOutcome,
};
use url::Url;

use super::{
    Result, Store, StoreError,
    database::Session,
    days::{day_column, day_of},
    keyset::{KeyValue, Keyset, keyset_page, start_within},
    paging::row_limit_of,
    stored_objects::above_prefix,
    value::{DatabaseRow, params},
};

impl Store {
    /// Counts a try to read a page of this site.
    pub async fn count_read(
        &self,
        domain: &str,
        outcome: ReadOutcome,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let counts = DomainCounts {
            reads: 1,
            blocked: i64::from(outcome == ReadOutcome::Blocked),
            failed: i64::from(outcome == ReadOutcome::Failed),
            boards: 0,
        };
        count_domain(&mut transaction, domain, &counts, now).await?;
        transaction.commit().await
    }

    /// The sites in the order of the filter.
    pub async fn domain_stats(
        &self,
        filter: &DomainFilter,
        request: &PageRequest,
    ) -> Result<Page<DomainStats>> {
        match filter.sort {
            DomainSort::LastReadAt => self.domains_by("last_read_at", filter, request).await,
            DomainSort::Reads => self.domains_by("reads", filter, request).await,
            DomainSort::Boards => self.domains_by("boards", filter, request).await,
            DomainSort::Failures => self.domains_by("(blocked + failed)", filter, request).await,
            DomainSort::Domain => {
                let key = |stats: &DomainStats| stats.domain.clone();
                let search = text_of(filter);
                let within = (!search.is_empty()).then(|| (search.clone(), above_prefix(&search)));
                self.domains("domain", key, within, filter, request).await
            }
        }
    }

    async fn domains_by(
        &self,
        column: &'static str,
        filter: &DomainFilter,
        request: &PageRequest,
    ) -> Result<Page<DomainStats>> {
        let key = |stats: &DomainStats| {
            let number = match filter.sort {
                DomainSort::LastReadAt => return stats.last_read_at.timestamp_millis(),
                DomainSort::Boards => stats.boards,
                DomainSort::Failures => stats.blocked + stats.failed,
                DomainSort::Reads | DomainSort::Domain => stats.reads,
            };
            i64::try_from(number).unwrap_or(i64::MAX)
        };
        self.domains(column, key, None, filter, request).await
    }

    async fn domains<K: KeyValue>(
        &self,
        column: &'static str,
        key: impl Fn(&DomainStats) -> K,
        // The range of the search, where the list is sorted by what is searched.
        within: Option<(K, K)>,
        filter: &DomainFilter,
        request: &PageRequest,
    ) -> Result<Page<DomainStats>> {
        let search = text_of(filter);
        let keyset = Keyset {
            select: "SELECT * FROM domain_stats".to_owned(),
            conditions: match (search.is_empty(), &within, filter.direction) {
                (true, ..) => "",
                // The place of the page is the other end of the range.
                (_, Some(_), Direction::Ascending) => " AND domain < $5",
                (_, Some(_), Direction::Descending) => " AND domain >= $4",
                (_, None, _) => " AND domain >= $4 AND domain < $5",
            }
            .to_owned(),
            key: column,
            id: "domain",
            direction: filter.direction,
        };
        let (low, high) = within.unzip();
        let place = start_within(request, filter.direction, low, high)?;
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0.into_param(),
                    place.1,
                    row_limit_of(request),
                    &search,
                    above_prefix(&search)
                ],
            )
            .await?;
        let stats = rows.iter().map(|row| {
            let stats = DomainStats::try_from(row)?;
            let (key, id) = (key(&stats), stats.domain.clone());
            Ok((stats, key, id))
        });
        Ok(keyset_page(request, stats.collect::<Result<_>>()?))
    }

    /// The last days of one site, or of all sites, oldest first; days without reads and boards are left out.
    pub async fn domain_days(
        &self,
        domain: Option<&str>,
        days: u16,
        now: DateTime<Utc>,
    ) -> Result<Vec<DomainDay>> {
        let first = day_of(now) - i64::from(days) + 1;
        let mut session = self.database.read().await?;
        let rows = match domain {
            Some(domain) => {
                let sql = "SELECT * FROM domain_days WHERE domain = $2 AND day >= $1 ORDER BY day";
                session.rows(sql, params![first, domain]).await?
            }
            None => {
                let sql = "SELECT day, CAST(SUM(reads) AS BIGINT) AS reads, CAST(SUM(blocked) AS BIGINT) AS blocked, \
                     CAST(SUM(failed) AS BIGINT) AS failed, CAST(SUM(boards) AS BIGINT) AS boards \
                     FROM domain_days WHERE day >= $1 GROUP BY day ORDER BY day";
                session.rows(sql, params![first]).await?
            }
        };
        rows.iter().map(DomainDay::try_from).collect()
    }
}

fn text_of(filter: &DomainFilter) -> String {
    filter.search.as_deref().unwrap_or_default().to_lowercase()
}

/// Counts a board that begins with a page, within the transaction that makes the board.
pub(super) async fn count_board(
    session: &mut Session,
    url: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let url = Url::parse(url).ok();
    let Some(domain) = url.as_ref().and_then(Url::host_str) else {
        return Ok(());
    };
    let counts = DomainCounts {
        boards: 1,
        ..DomainCounts::default()
    };
    count_domain(session, domain, &counts, now).await
}

#[derive(Default)]
struct DomainCounts {
    reads: i64,
    blocked: i64,
    failed: i64,
    boards: i64,
}

async fn count_domain(
    session: &mut Session,
    domain: &str,
    counts: &DomainCounts,
    now: DateTime<Utc>,
) -> Result<()> {
    let DomainCounts {
        reads,
        blocked,
        failed,
        boards,
    } = *counts;
    session
        .execute(
            "INSERT INTO domain_stats (domain, reads, blocked, failed, boards, last_read_at) \
             VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (domain) DO UPDATE SET reads = domain_stats.reads + $2, \
             blocked = domain_stats.blocked + $3, failed = domain_stats.failed + $4, \
             boards = domain_stats.boards + $5, \
             last_read_at = CASE WHEN $2 > 0 THEN $6 ELSE domain_stats.last_read_at END",
            params![domain, reads, blocked, failed, boards, now],
        )
        .await?;
    session
        .execute(
            "INSERT INTO domain_days (domain, day, reads, blocked, failed, boards) VALUES ($1, $6, $2, $3, $4, $5) \
             ON CONFLICT (domain, day) DO UPDATE SET reads = domain_days.reads + $2, \
             blocked = domain_days.blocked + $3, failed = domain_days.failed + $4, boards = domain_days.boards + $5",
            params![domain, reads, blocked, failed, boards, day_of(now)],
        )
        .await
        .map(drop)
}

impl TryFrom<&DatabaseRow> for DomainStats {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            domain: row.get("domain")?,
            reads: row.get("reads")?,
            blocked: row.get("blocked")?,
            failed: row.get("failed")?,
            boards: row.get("boards")?,
            last_read_at: row.get("last_read_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for DomainDay {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            day: day_column(row)?,
            reads: row.get("reads")?,
            blocked: row.get("blocked")?,
            failed: row.get("failed")?,
            boards: row.get("boards")?,
        })
    }
}
