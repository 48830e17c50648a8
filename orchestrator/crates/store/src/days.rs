//! Days as the database has them: whole days since 1970, UTC.

use chrono::{DateTime, Days, NaiveDate, Utc};

use super::{Result, StoreError, value::DatabaseRow};

const DAY_MILLIS: i64 = 86_400_000;

pub(super) fn day_of(time: DateTime<Utc>) -> i64 {
    time.timestamp_millis().div_euclid(DAY_MILLIS)
}

/// The first moment of a day, in milliseconds since 1970.
pub(super) fn start_of(day: i64) -> i64 {
    day.saturating_mul(DAY_MILLIS)
}

pub(super) fn date_of(day: i64) -> Option<NaiveDate> {
    let days = u64::try_from(day).ok()?;
    NaiveDate::default().checked_add_days(Days::new(days))
}

pub(super) fn day_column(row: &DatabaseRow) -> Result<NaiveDate> {
    date_of(row.get("day")?).ok_or_else(|| StoreError::Corrupt("a day is not one".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_boundaries_are_in_utc() {
        let time: DateTime<Utc> = "2026-11-22T23:59:59.999Z".parse().unwrap();
        let date = date_of(day_of(time)).unwrap();
        assert_eq!(date.to_string(), "2026-11-22");
        assert_eq!(start_of(day_of(time)), time.timestamp_millis() - 86_399_999);
    }
}
