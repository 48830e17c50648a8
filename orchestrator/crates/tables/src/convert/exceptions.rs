//! Cells that need a look at the whole column: words in place of a few numbers, and periods without a day.

use super::time::{self, DateOrder};

/// Follows the words that a column of numbers has in place of a few of them: "closed", "on request".
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    texts: Vec<String>,
    count: u64,
}

impl Remarks {
    /// Different remarks of a column; more of them are names or codes.
    const MOST: usize = 3;
    const LONGEST: usize = 24;

    /// Takes a cell that is no number; false if it can be no remark.
    pub fn see(&mut self, text: &str) -> bool {
        if !self.is_word(text) {
            // A code such as "12a" and a date have digits, which a remark has not.
            let is_remark = text.len() <= Self::LONGEST
                && text.chars().any(char::is_alphabetic)
                && !text.chars().any(|character| character.is_ascii_digit())
                && self.texts.len() < Self::MOST;
            if !is_remark {
                return false;
            }
            self.texts.push(text.to_owned());
        }
        self.count += 1;
        true
    }

    pub fn is_word(&self, text: &str) -> bool {
        self.texts.iter().any(|known| known == text)
    }

    /// Returns one of the remarks, always the same.
    pub fn first(&self) -> Option<&String> {
        self.texts.iter().min()
    }

    /// Returns how many cells are remarks.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether the other cells show that the column is one of numbers: they are many, or measured values beside one
    /// and the same remark ("not reached").
    pub fn are_beside_numbers(&self, cells: u64, has_fractions: bool) -> bool {
        const ENOUGH: u64 = 20;
        let is_one = self.texts.len() == 1 && has_fractions;
        self.count * 10 <= cells || is_one && cells >= self.count + ENOUGH
    }
}

/// Follows a column whose cells name months or quarters: "2024-03", "Mar 2024", "202403", "2024Q1".
#[derive(Clone, Debug, Default)]
pub struct PeriodCells {
    found: u64,
    months: Fit,
    compact_months: Fit,
    quarters: Fit,
    /// Cells whose second number follows the first: "2009-10" may be a season as well.
    seasons: u64,
    fractions: YearFractions,
    /// The first and the last of the years in six digits.
    years: Option<(i32, i32)>,
}

/// Whether all cells so far fit a way of writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fit {
    #[default]
    All,
    Some,
}

impl PeriodCells {
    /// Fewer numbers of six digits may be months by chance.
    const ENOUGH: u64 = 6;

    pub fn see(&mut self, text: &str) {
        self.found += 1;
        let see = |fit: &mut Fit, order: DateOrder| {
            if *fit == Fit::All && time::parse_moment(text, order).is_none() {
                *fit = Fit::Some;
            }
        };
        see(&mut self.months, DateOrder::Month);
        see(&mut self.compact_months, DateOrder::CompactMonth);
        see(&mut self.quarters, DateOrder::Quarter);
        self.fractions.see(text);
        self.seasons += u64::from(self.months == Fit::All && time::is_season(text));
        if self.compact_months == Fit::All
            && let Some(year) = text.get(..4).and_then(|year| year.parse().ok())
        {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
    }

    /// Returns the way in which the cells are written, with a remark for the report.
    pub fn decide(&self) -> Option<(DateOrder, &'static str)> {
        let is_all = |fit: Fit| fit == Fit::All && self.found > 1;
        // Six digits within one year may be numbers of orders that begin with it.
        let spans_years = self.years.is_some_and(|(first, last)| first < last);
        if is_all(self.months) && self.seasons < self.found {
            let note = "names months, each of which is read as its first day";
            Some((DateOrder::Month, note))
        } else if is_all(self.quarters) {
            let note = "names quarters, each of which is read as its first day";
            Some((DateOrder::Quarter, note))
        } else if is_all(self.compact_months) && self.found >= Self::ENOUGH && spans_years {
            let note = "names months in six digits, each of which is read as its first day";
            Some((DateOrder::CompactMonth, note))
        } else if self.fractions.are_periods() {
            let note = "has the month or quarter as a fraction of the year, and is read as dates";
            Some((DateOrder::YearFraction, note))
        } else {
            None
        }
    }
}

/// Follows years that go on by a twelfth or a quarter from cell to cell, as time series are often exported.
#[derive(Clone, Debug, Default)]
struct YearFractions {
    cells: u64,
    last: f64,
    step: f64,
    is_broken: bool,
}

impl YearFractions {
    /// Fewer numbers may go on like this by chance.
    const ENOUGH: u64 = 8;
    /// Files round to two or three decimals.
    const TOLERANCE: f64 = 0.006;

    fn see(&mut self, text: &str) {
        if self.is_broken {
            return;
        }
        let number: f64 = text.parse().unwrap_or(0.0);
        let step = number - self.last;
        let is_near = |other: f64| (step - other).abs() < Self::TOLERANCE;
        if self.cells == 1 {
            self.step = if is_near(0.25) { 0.25 } else { 1.0 / 12.0 };
        }
        self.is_broken =
            !(1000.0..2200.0).contains(&number) || self.cells > 0 && !is_near(self.step);
        self.last = number;
        self.cells += 1;
    }

    fn are_periods(&self) -> bool {
        !self.is_broken && self.cells >= Self::ENOUGH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order_of(cells: &[&str]) -> Option<DateOrder> {
        let mut periods = PeriodCells::default();
        cells.iter().for_each(|cell| periods.see(cell));
        periods.decide().map(|(order, _)| order)
    }

    #[test]
    fn quarters_are_read_however_they_are_written() {
        for cells in [
            ["Q42010", "Q12011"],
            ["2010Q4", "2011Q1"],
            ["2010-Q4", "2011-q1"],
            ["Q4 2010", "1Q2011"],
        ] {
            assert_eq!(order_of(&cells), Some(DateOrder::Quarter), "{cells:?}");
        }
        assert_eq!(order_of(&["Q5 2010", "Q1 2011"]), None);
        assert_eq!(order_of(&["Q4 2010", "Annual"]), None);
    }

    #[test]
    fn years_with_fractions_are_months_or_quarters() {
        let months: Vec<String> = (0..24)
            .map(|month| format!("{:.3}", 1973.0 + f64::from(month) / 12.0))
            .collect();
        let months: Vec<&str> = months.iter().map(String::as_str).collect();
        assert_eq!(order_of(&months), Some(DateOrder::YearFraction));
        assert_eq!(order_of(&months[..4]), None);
        let prices = [
            "1999.25", "1999.5", "1999.25", "2001", "1998", "1999.75", "2000", "2000.25",
        ];
        assert_eq!(order_of(&prices), None);
    }

    #[test]
    fn six_digits_are_months_where_they_span_years() {
        let months = ["201011", "201012", "201101", "201102", "201103", "201104"];
        assert_eq!(order_of(&months), Some(DateOrder::CompactMonth));
        let orders = ["202001", "202002", "202003", "202004", "202005", "202006"];
        assert_eq!(order_of(&orders), None);
        let amounts = ["201011", "201012", "201113", "201102", "201103", "201104"];
        assert_eq!(order_of(&amounts), None);
    }
}
