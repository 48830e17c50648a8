//! Figures of the whole installation by day, all from indexes.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use portolan_domain::{ModelDay, OverviewDay};

use super::{
    Result, Store, StoreError,
    database::Session,
    days::{date_of, day_column, day_of, start_of},
    value::{DatabaseRow, params},
};

const TURNS: &str = "SELECT started_at / 86400000 AS day, COUNT(*) AS turns, COUNT(DISTINCT user_id) AS active_users, \
     COUNT(CASE WHEN outcome = 'failed' THEN 1 END) AS failed FROM turns WHERE started_at >= $1 GROUP BY 1";

/// Of the completed turns of a day, by their place when sorted by time.
const LATENCIES: &str = "SELECT day, MAX(CASE WHEN place = (turns + 1) / 2 THEN millis END) AS median, \
     MAX(CASE WHEN place = (turns * 95 + 99) / 100 THEN millis END) AS p95 FROM (\
     SELECT day, millis, ROW_NUMBER() OVER (PARTITION BY day ORDER BY millis) AS place, \
     COUNT(*) OVER (PARTITION BY day) AS turns FROM (\
     SELECT started_at / 86400000 AS day, finished_at - started_at AS millis FROM turns \
     WHERE started_at >= $1 AND outcome = 'completed') AS completed) AS placed GROUP BY day";

const MODELS: &str = "SELECT started_at / 86400000 AS day, model, COUNT(*) AS turns, \
     CAST(SUM(input_tokens) AS BIGINT) AS input_tokens, CAST(SUM(output_tokens) AS BIGINT) AS output_tokens, \
     CAST(SUM(charged) AS BIGINT) AS credits, CAST(SUM(COALESCE(cost, 0)) AS BIGINT) AS cost, \
     CAST(SUM(CASE WHEN cost IS NULL THEN input_tokens ELSE 0 END) AS BIGINT) AS unpriced_input_tokens, \
     CAST(SUM(CASE WHEN cost IS NULL THEN output_tokens ELSE 0 END) AS BIGINT) AS unpriced_output_tokens FROM turns WHERE started_at >= $1 GROUP BY 1, 2 ORDER BY 1, 2";

impl Store {
    /// Returns the last days, oldest first and today's last, and each model's share of them.
    pub async fn overview(
        &self,
        days: u16,
        now: DateTime<Utc>,
    ) -> Result<(Vec<OverviewDay>, Vec<ModelDay>)> {
        let today = day_of(now);
        let first = today - i64::from(days) + 1;
        let since = start_of(first);
        let mut by_day: BTreeMap<NaiveDate, OverviewDay> =
            (first..=today).filter_map(date_of).map(empty_day).collect();
        // A snapshot, so that all figures are of one moment.
        let mut snapshot = self.database.snapshot().await?;
        fill_days(&mut snapshot, TURNS, since, &mut by_day, |row, day| {
            day.turns = row.get("turns")?;
            day.active_users = row.get("active_users")?;
            day.failed = row.get("failed")?;
            Ok(())
        })
        .await?;
        fill_days(&mut snapshot, LATENCIES, since, &mut by_day, |row, day| {
            day.median_millis = row.get("median")?;
            day.p95_millis = row.get("p95")?;
            Ok(())
        })
        .await?;
        let users = "SELECT created_at / 86400000 AS day, COUNT(*) AS users FROM users WHERE created_at >= $1 GROUP BY 1";
        fill_days(&mut snapshot, users, since, &mut by_day, |row, day| {
            day.new_users = row.get("users")?;
            Ok(())
        })
        .await?;
        let rows = snapshot.rows(MODELS, params![since]).await?;
        snapshot.commit().await?;
        let models = rows.iter().map(ModelDay::try_from).collect::<Result<_>>()?;
        Ok((by_day.into_values().collect(), models))
    }
}

async fn fill_days(
    session: &mut Session,
    sql: &'static str,
    since: i64,
    by_day: &mut BTreeMap<NaiveDate, OverviewDay>,
    write: impl Fn(&DatabaseRow, &mut OverviewDay) -> Result<()>,
) -> Result<()> {
    for row in session.rows(sql, params![since]).await? {
        // A clock that is ahead made rows of tomorrow.
        if let Some(day) = by_day.get_mut(&day_column(&row)?) {
            write(&row, day)?;
        }
    }
    Ok(())
}

fn empty_day(day: NaiveDate) -> (NaiveDate, OverviewDay) {
    let figures = OverviewDay {
        day,
        new_users: 0,
        active_users: 0,
        turns: 0,
        failed: 0,
        median_millis: None,
        p95_millis: None,
    };
    (day, figures)
}

impl TryFrom<&DatabaseRow> for ModelDay {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            day: day_column(row)?,
            model: row.get("model")?,
            turns: row.get("turns")?,
            input_tokens: row.get("input_tokens")?,
            output_tokens: row.get("output_tokens")?,
            credits: row.get("credits")?,
            cost: row.get("cost")?,
            unpriced_input_tokens: row.get("unpriced_input_tokens")?,
            unpriced_output_tokens: row.get("unpriced_output_tokens")?,
        })
    }
}
