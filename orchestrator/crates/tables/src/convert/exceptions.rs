//! Cells that need a look at the whole column: words in place of a few numbers, and months without a day.

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

/// Follows a column whose cells name months: "2024-03", "Mar 2024".
#[derive(Clone, Debug, Default)]
pub struct MonthCells {
    found: u64,
    others: u64,
    /// Cells whose second number follows the first: "2009-10" may be a season as well.
    seasons: u64,
}

impl MonthCells {
    pub fn see(&mut self, text: &str) {
        if self.others > 0 {
            return;
        }
        if time::parse_moment(text, DateOrder::Month).is_none() {
            self.others += 1;
            return;
        }
        self.found += 1;
        self.seasons += u64::from(time::is_season(text));
    }

    pub fn are_months(&self) -> bool {
        self.others == 0 && self.found > 1 && self.seasons < self.found
    }
}
