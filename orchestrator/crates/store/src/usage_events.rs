//! Charges of all accounts in the order of time, for the operator's metering.

use chrono::{DateTime, Utc};
use portolan_domain::{ChargedEntry, Page, PageRequest, UsageEventData, UsageEventType};
use portolan_ledger::EntryKind;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    paging::{row_limit_of, to_page},
    value::{DatabaseRow, params},
};

/// The place after an entry: its time, its user and its number.
struct EventPlace(i64, String, u64);

impl EventPlace {
    fn read(request: &PageRequest, since: Option<DateTime<Utc>>) -> Result<Self> {
        let Some(cursor) = &request.cursor else {
            let start = since.map_or(i64::MIN, |since| since.timestamp_millis());
            return Ok(Self(start, String::new(), 0));
        };
        let mut parts = cursor.split('_');
        let mut next = || parts.next().ok_or(StoreError::BadCursor);
        let millis = next()?.parse().map_err(|_| StoreError::BadCursor)?;
        let user_id: Uuid = next()?.parse().map_err(|_| StoreError::BadCursor)?;
        let number = next()?.parse().map_err(|_| StoreError::BadCursor)?;
        Ok(Self(millis, user_id.to_string(), number))
    }
}

impl Store {
    /// Lists what turns were charged since a time and up to another, the oldest first. The cursor of the
    /// last page is returned too: reading goes on after it later.
    pub async fn charged_entries(
        &self,
        since: Option<DateTime<Utc>>,
        until: DateTime<Utc>,
        request: &PageRequest,
    ) -> Result<Page<ChargedEntry>> {
        let EventPlace(millis, user_id, number) = EventPlace::read(request, since)?;
        let mut session = self.database.scan().await?;
        let rows = session
            .rows(
                "SELECT * FROM ledger_entries WHERE kind IN ('charge', 'adjustment') AND turn_id IS NOT NULL \
                 AND (created_at, user_id, number) > ($1, $2, $3) AND created_at <= $4 \
                 ORDER BY created_at, user_id, number LIMIT $5",
                params![millis, user_id, number, until, row_limit_of(request)],
            )
            .await?;
        let entries = rows.iter().map(ChargedEntry::try_from);
        let mut page = to_page(request, entries.collect::<Result<_>>()?, place_after);
        if page.next_cursor.is_none() {
            let last = page.items.last().map(place_after);
            page.next_cursor = last.or_else(|| request.cursor.clone());
        }
        Ok(page)
    }
}

fn place_after(entry: &ChargedEntry) -> String {
    let millis = entry.created_at.timestamp_millis();
    format!("{millis}_{}_{}", entry.user_id, entry.number)
}

impl TryFrom<&DatabaseRow> for ChargedEntry {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let amount: i64 = row.get("amount")?;
        Ok(Self {
            user_id: row.get("user_id")?,
            number: row.get("number")?,
            event_type: match row.get("kind")? {
                EntryKind::Adjustment => UsageEventType::Corrected,
                _ => UsageEventType::Charged,
            },
            data: UsageEventData {
                // The ledger counts what leaves an account as negative.
                credits: amount.saturating_neg(),
                turn_id: row.get("turn_id")?,
                chat_id: row.get("chat_id")?,
                model: row.get("model")?,
                input_tokens: row.get::<Option<u64>>("input_tokens")?.unwrap_or(0),
                output_tokens: row.get::<Option<u64>>("output_tokens")?.unwrap_or(0),
                is_estimated: row.get("estimated")?,
            },
            created_at: row.get("created_at")?,
        })
    }
}
