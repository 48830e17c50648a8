use chrono::{DateTime, Utc};

/// Most of a period's credits, or all, are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alert {
    /// One of [`Alert::PERCENTAGES`].
    pub percent: u8,
    pub spent: u64,
    /// The available credits, without overage.
    pub of: u64,
    pub period_start: DateTime<Utc>,
    pub period_end: DateTime<Utc>,
}

impl Alert {
    pub const PERCENTAGES: [u8; 2] = [80, 100];

    /// Returns the code by which a client recognizes it: `usage_80`, `usage_100`.
    pub fn kind(&self) -> String {
        format!("usage_{}", self.percent)
    }

    pub fn title(&self) -> String {
        match self.percent {
            100 => "All credits of this period are used".to_owned(),
            percent => format!("{percent} % of your credits are used"),
        }
    }

    pub fn description(&self) -> String {
        let day = self.period_end.format("%-d %B %Y");
        format!(
            "{} of {} credits are used. New ones come on {day}.",
            self.spent.min(self.of),
            self.of
        )
    }

    /// Returns whether so much of it is used.
    pub(crate) fn is_due(percent: u8, spent: u64, of: u64) -> bool {
        spent > 0 && u128::from(spent) * 100 >= u128::from(of) * u128::from(percent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alert_is_due_at_its_percentage() {
        assert!(!Alert::is_due(80, 159, 200));
        assert!(Alert::is_due(80, 160, 200));
        assert!(!Alert::is_due(100, 199, 200));
        assert!(Alert::is_due(100, u64::MAX, u64::MAX));
        assert!(!Alert::is_due(80, 0, 0));
    }
}
