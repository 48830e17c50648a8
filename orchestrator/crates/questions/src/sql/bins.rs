//! Intervals that read well.

use crate::plan::{BinBy, Scalar};

use super::source::Source;

/// Intervals of a histogram, where the question gives no number.
const INTERVALS: f64 = 14.0;
/// More would not be told apart.
const MOST_INTERVALS: f64 = 200.0;

/// Returns the round width, 1, 2, 2.5 or 5 times a power of ten, that is nearest to dividing `range` into `count`.
pub fn nice_width(range: f64, count: f64) -> f64 {
    // An empty range has no logarithm.
    if !(range.is_finite() && range > 0.0 && count > 0.0) {
        return 1.0;
    }
    let rough = range / count;
    let power = 10f64.powf(rough.log10().floor());
    let candidates = [1.0, 2.0, 2.5, 5.0, 10.0].map(|factor| factor * power);
    candidates
        .into_iter()
        // The distance is a ratio, so that 5 is as far from 10 as 20 is.
        .min_by(|a, b| (a / rough).ln().abs().total_cmp(&(b / rough).ln().abs()))
        .unwrap_or(rough)
}

impl Source<'_> {
    /// Returns the width of the intervals of a quantity.
    pub fn bin_width(&self, of: &Scalar, by: &BinBy) -> f64 {
        let (low, high, whole) = self.range(of);
        let range = high - low;
        let width = match by {
            BinBy::Width { width } if *width > 0.0 => *width,
            BinBy::Count { count } => nice_width(range, f64::from((*count).max(1))),
            _ => nice_width(range, INTERVALS),
        };
        // A width in the question is limited, too: steps of 1 over salaries would be thousands of bars.
        let width = width.max(range / MOST_INTERVALS);
        // Whole numbers do not fall between whole numbers.
        if whole { width.max(1.0).ceil() } else { width }
    }

    fn range(&self, of: &Scalar) -> (f64, f64, bool) {
        let column = match of {
            Scalar::Column { column } => self.profile(column),
            _ => None,
        };
        let edge =
            |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
        let whole =
            column.is_some_and(|known| known.column_type == portolan_query::ColumnType::Integer);
        match column.map(|known| (edge(&known.min), edge(&known.max))) {
            Some((Some(low), Some(high))) if high > low => (low, high, whole),
            // A computed quantity, such as price times number, has no profile to take a range from.
            _ => self.unpivoted_range(of).unwrap_or((0.0, 100.0, false)),
        }
    }

    /// Returns the range over all the columns that are turned into rows.
    fn unpivoted_range(&self, of: &Scalar) -> Option<(f64, f64, bool)> {
        let unpivot = &self.plan.unpivot.as_ref()?.value;
        let Scalar::Column { column } = of else {
            return None;
        };
        // Only the value column spans several columns of the file; others have profiles of their own.
        if column.column != unpivot.value_column {
            return None;
        }
        let table = self.table(&self.plan.table)?;
        let known = unpivot.columns.iter().filter_map(|each| {
            let profile = table
                .columns
                .iter()
                .find(|known| known.name == each.column)?;
            Some((
                profile.min.as_ref()?.as_f64()?,
                profile.max.as_ref()?.as_f64()?,
            ))
        });
        known
            .reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)))
            .map(|(low, high)| (low, high, false))
    }
}

#[cfg(test)]
mod tests {
    use super::nice_width;

    #[test]
    fn widths_are_round_numbers_near_the_wanted_count() {
        for (range, count, width) in [
            (100.0, 10.0, 10.0),
            (46.0, 14.0, 2.5),
            (3_600.0, 14.0, 250.0),
            (0.7, 14.0, 0.05),
        ] {
            let found = nice_width(range, count);
            assert!((found - width).abs() < 1e-9, "{range} by {count}: {found}");
        }
    }
}
