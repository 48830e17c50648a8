use chrono::{DateTime, Months, Utc};
use schemars::JsonSchema;
use serde::Serialize;

/// A month: from `start` up to, but without, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Period {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
}

/// The month around `now`, in months counted from `anchor`: a user who came on the 31st gets
/// the 30th in April and the 31st again in May.
pub fn period_at(anchor: DateTime<Utc>, now: DateTime<Utc>) -> Period {
    // No month has more than 31 days, so this many have begun for certain.
    let days = (now - anchor).num_days().max(0);
    let mut months = u32::try_from(days / 31).unwrap_or(0);
    while period_start(anchor, months + 1) <= now {
        months += 1;
    }
    Period {
        start: period_start(anchor, months),
        end: period_start(anchor, months + 1),
    }
}

fn period_start(anchor: DateTime<Utc>, months: u32) -> DateTime<Utc> {
    anchor
        .checked_add_months(Months::new(months))
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse_time(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn monthly_periods_count_from_the_anchor_date_without_drift() {
        let anchor = parse_time("2026-01-31T10:00:00Z");
        let starts = [
            ("2026-02-01T00:00:00Z", "2026-01-31T10:00:00Z"),
            ("2026-02-28T10:00:00Z", "2026-02-28T10:00:00Z"),
            ("2026-03-31T09:59:59Z", "2026-02-28T10:00:00Z"),
            ("2026-03-31T10:00:00Z", "2026-03-31T10:00:00Z"),
            ("2027-05-01T00:00:00Z", "2027-04-30T10:00:00Z"),
        ];
        for (now, start) in starts {
            assert_eq!(
                period_at(anchor, parse_time(now)).start,
                parse_time(start),
                "at {now}"
            );
        }
    }

    #[test]
    fn time_before_the_anchor_belongs_to_the_first_period() {
        let anchor = parse_time("2026-01-31T10:00:00Z");
        assert_eq!(
            period_at(anchor, parse_time("2025-06-01T00:00:00Z")).start,
            anchor
        );
    }

    proptest! {
        #[test]
        fn current_time_is_inside_its_period(anchor in 0i64..4_000_000_000, after in 0i64..4_000_000_000) {
            let anchor = DateTime::from_timestamp(anchor, 0).unwrap();
            let now = anchor + chrono::TimeDelta::seconds(after);
            let period = period_at(anchor, now);
            prop_assert!(period.start <= now && now < period.end);
        }
    }
}
