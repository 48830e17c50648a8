//! When charts are refreshed by themselves.

use chrono::{DateTime, Utc};
use portolan_domain::{Chart, Schedule};
use uuid::Uuid;

use super::{
    Result, Store,
    charts::NO_CHART,
    value::{DatabaseRow, params},
};

impl Store {
    /// Creates, changes or deletes a schedule, and clears its last error.
    pub async fn schedule_chart(
        &self,
        chart_id: Uuid,
        user_id: Uuid,
        schedule: Option<Schedule>,
    ) -> Result<Chart> {
        let mut transaction = self.database.write().await?;
        let every = schedule.and_then(|schedule| match serde_json::to_value(schedule.every) {
            Ok(serde_json::Value::String(word)) => Some(word),
            _ => None,
        });
        let row = transaction
            .row(
                "UPDATE charts SET refresh_every = $3, refresh_at = $4, refresh_error = NULL \
                 WHERE id = $1 AND user_id = $2 RETURNING *",
                params![
                    chart_id,
                    user_id,
                    every,
                    schedule.map(|schedule| schedule.next_at),
                ],
            )
            .await?
            .ok_or(NO_CHART)?;
        transaction.commit().await?;
        Chart::try_from(&row)
    }

    /// The chart that has waited longest for its refresh, if one is due. Its next is due one interval
    /// from now, so that no other node takes this one too, and a failed one is not repeated at once.
    pub async fn claim_refresh(&self, now: DateTime<Utc>) -> Result<Option<Chart>> {
        let mut session = self.database.read().await?;
        let due = session
            .row(
                "SELECT id FROM charts WHERE refresh_at <= $1 LIMIT 1",
                params![now],
            )
            .await?;
        // Looking takes no lock that writers wait for.
        drop(session);
        if due.is_none() {
            return Ok(None);
        }
        let mut transaction = self.database.write().await?;
        let row: Option<DatabaseRow> = transaction
            .row(
                "UPDATE charts SET refresh_at = $1 + CASE refresh_every WHEN 'hour' THEN 3600000 \
                 WHEN 'day' THEN 86400000 ELSE 604800000 END WHERE refresh_at <= $1 \
                 AND id = (SELECT id FROM charts WHERE refresh_at <= $1 ORDER BY refresh_at, id LIMIT 1) RETURNING *",
                params![now],
            )
            .await?;
        transaction.commit().await?;
        row.as_ref().map(Chart::try_from).transpose()
    }

    /// How the last refresh by schedule went.
    pub async fn note_refresh(&self, chart_id: Uuid, error: Option<&str>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "UPDATE charts SET refresh_error = $2 WHERE id = $1 AND refresh_every IS NOT NULL",
                params![chart_id, error],
            )
            .await?;
        transaction.commit().await
    }
}
