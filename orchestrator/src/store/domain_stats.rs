use chrono::{DateTime, Utc};

use super::{
    Result, Store, StoreError,
    paging::{page, rows_wanted},
    value::{Row, params},
};
use crate::model::{DomainStats, Page, PageRequest, ReadOutcome};

impl Store {
    /// Counts a try to read a page of this site.
    pub async fn count_read(
        &self,
        domain: &str,
        outcome: ReadOutcome,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO domain_stats (domain, reads, blocked, failed, last_read_at) VALUES ($1, 1, $2, $3, $4) \
                 ON CONFLICT (domain) DO UPDATE SET reads = domain_stats.reads + 1, \
                 blocked = domain_stats.blocked + $2, failed = domain_stats.failed + $3, last_read_at = $4",
                params![
                    domain,
                    i64::from(outcome == ReadOutcome::Blocked),
                    i64::from(outcome == ReadOutcome::Failed),
                    now,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// The sites, the most read first; `search` is a part of the name.
    pub async fn domain_stats(
        &self,
        search: Option<&str>,
        request: &PageRequest,
    ) -> Result<Page<DomainStats>> {
        let (reads, domain) = match &request.cursor {
            None => (i64::MAX, String::new()),
            Some(cursor) => {
                let (reads, domain) = cursor.split_once('_').ok_or(StoreError::BadCursor)?;
                let reads = reads.parse().map_err(|_| StoreError::BadCursor)?;
                (reads, domain.to_owned())
            }
        };
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM domain_stats WHERE (reads < $1 OR (reads = $1 AND domain > $2)) \
                 AND domain LIKE $3 ESCAPE '\\' ORDER BY reads DESC, domain LIMIT $4",
                params![
                    reads,
                    domain,
                    super::paging::containing(search.unwrap_or_default()),
                    rows_wanted(request),
                ],
            )
            .await?;
        let stats = rows
            .iter()
            .map(DomainStats::try_from)
            .collect::<Result<_>>()?;
        Ok(page(request, stats, |stats: &DomainStats| {
            format!("{}_{}", stats.reads, stats.domain)
        }))
    }
}

impl TryFrom<&Row> for DomainStats {
    type Error = StoreError;

    fn try_from(row: &Row) -> Result<Self> {
        Ok(Self {
            domain: row.get("domain")?,
            reads: row.get("reads")?,
            blocked: row.get("blocked")?,
            failed: row.get("failed")?,
            last_read_at: row.get("last_read_at")?,
        })
    }
}
