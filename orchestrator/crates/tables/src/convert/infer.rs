//! Infers the type of a column from all rows.

use portolan_query::ColumnEdit;

use super::{
    cell::RawCell,
    exceptions::{PeriodCells, Remarks},
    number::{self, Affix, Parsed, PercentSigns, STYLES, Scales, Style},
    repair::{MissingNumbers, Spellings, is_placeholder},
    time::{self, DateOrder, ORDERS},
};

/// The type of a column, and how to parse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnFormat {
    Text,
    Integer(Style),
    Number(Style),
    Boolean,
    Date(DateOrder),
    Datetime(DateOrder),
}

const TRUE: [&str; 2] = ["true", "yes"];
const FALSE: [&str; 2] = ["false", "no"];

/// Markers for missing values in files.
pub fn is_null(text: &str) -> bool {
    matches!(
        text,
        "" | "NA" | "N/A" | "n/a" | "#N/A" | "null" | "NULL" | "Null" | "-" | "NaN" | "nan"
    )
}

pub fn parse_boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 2]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is(TRUE) {
        Some(true)
    } else if is(FALSE) {
        Some(false)
    } else {
        None
    }
}

/// Narrows down, cell by cell, what a column may be.
#[derive(Clone, Debug)]
pub struct Inference {
    styles: [bool; 3],
    has_fraction: [bool; 3],
    orders: [bool; 4],
    mixed: MixedDates,
    placeholders: u64,
    remarks: Remarks,
    periods: PeriodCells,
    compact_dates: bool,
    missing: MissingNumbers,
    spellings: Spellings,
    booleans: bool,
    affix: Option<Affix>,
    percents: PercentSigns,
    scales: Scales,
    has_time: bool,
    untyped: u64,
    texts: u64,
    integers: u64,
    numbers: u64,
    typed_booleans: u64,
    datetimes: u64,
}

impl Default for Inference {
    fn default() -> Self {
        Self {
            styles: [true; 3],
            has_fraction: [false; 3],
            orders: [true; 4],
            mixed: MixedDates::default(),
            placeholders: 0,
            remarks: Remarks::default(),
            periods: PeriodCells::default(),
            compact_dates: true,
            missing: MissingNumbers::default(),
            spellings: Spellings::default(),
            booleans: true,
            affix: None,
            percents: PercentSigns::default(),
            scales: Scales::default(),
            has_time: false,
            untyped: 0,
            texts: 0,
            integers: 0,
            numbers: 0,
            typed_booleans: 0,
            datetimes: 0,
        }
    }
}

impl Inference {
    pub fn see_cell(&mut self, cell: &RawCell<'_>) {
        match cell {
            RawCell::Null => {}
            RawCell::Untyped(written) => {
                let text = written.trim();
                if is_null(text) {
                } else if is_placeholder(text) {
                    self.placeholders += 1;
                    self.spellings.see(written);
                } else {
                    self.untyped += 1;
                    self.compact_dates = self.compact_dates && time::parse_compact(text).is_some();
                    self.see_number(text);
                    self.see_date(text);
                    self.booleans = self.booleans && parse_boolean(text).is_some();
                    self.see_spelling(written);
                }
            }
            // Formats with types have real numbers, so a number in a text cell is meant as text.
            RawCell::Text(written) => {
                let text = written.trim();
                if !is_null(text) {
                    self.texts += 1;
                    self.see_date(text);
                    self.see_spelling(written);
                }
            }
            RawCell::Integer(_) => self.integers += 1,
            RawCell::Number(_) => self.numbers += 1,
            RawCell::Boolean(_) => self.typed_booleans += 1,
            RawCell::Datetime(micros) => {
                self.datetimes += 1;
                self.has_time |= !time::is_midnight(*micros);
            }
        }
    }

    fn see_number(&mut self, text: &str) {
        // Once no style is left the column can't become numeric, so parsing stops.
        if self.styles == [false; 3] {
            return;
        }
        let parts = number::split_parts(text)
            .filter(|parts| self.affix.is_none_or(|affix| is_alike(affix, parts.affix)));
        let Some(parts) = parts else {
            if !self.remarks.see(text) {
                self.styles = [false; 3];
            }
            return;
        };
        self.percents.see(&parts);
        self.scales.see(parts.scale);
        if !self.affix.is_some_and(is_optional) {
            self.affix = Some(parts.affix);
        }
        if let Some(Parsed::Integer(value)) = number::parse_number(&parts, Style::Plain) {
            self.missing.see(value as f64);
        } else if parts.negative {
            // Any other negative number is a value.
            self.missing.see(-0.5);
        }
        for (index, style) in STYLES.into_iter().enumerate() {
            if self.styles[index] {
                match number::parse_number(&parts, style) {
                    Some(Parsed::Integer(_)) => {}
                    Some(Parsed::Number(_)) => self.has_fraction[index] = true,
                    None => self.styles[index] = false,
                }
            }
        }
    }

    /// Only texts have spellings: neither numbers nor dates.
    fn see_spelling(&mut self, written: &str) {
        let is_word =
            self.styles == [false; 3] || self.texts > 0 || self.remarks.is_word(written.trim());
        if is_word && !self.mixed.is_possible() {
            self.spellings.see(written);
        }
    }

    fn see_date(&mut self, text: &str) {
        self.mixed.see(text);
        self.periods.see(text);
        if self.orders == [false; 4] {
            return;
        }
        // Each cell can only rule orders out: 13/1 excludes month first for the whole column.
        for (index, order) in ORDERS.into_iter().enumerate() {
            if self.orders[index] {
                match time::parse_moment(text, order) {
                    Some(moment) => {
                        self.has_time |= moment.has_time && !time::is_midnight(moment.micros);
                    }
                    None => self.orders[index] = false,
                }
            }
        }
    }

    /// Returns the column's format and an optional note.
    pub fn decide(&self, prefers_decimal_comma: bool) -> (ColumnFormat, Option<&'static str>) {
        let typed = self.integers + self.numbers + self.typed_booleans + self.datetimes;
        if self.untyped + self.texts > 0 {
            // Converting would lose either the texts or the numbers; text keeps both.
            if typed > 0 {
                return (
                    ColumnFormat::Text,
                    Some("holds text among other values and is read as text"),
                );
            }
            return self.decide_texts(prefers_decimal_comma);
        }
        let format = if typed == 0 {
            ColumnFormat::Text
        } else if self.datetimes == typed {
            self.dated_format(DateOrder::YearFirst)
        } else if self.typed_booleans == typed {
            ColumnFormat::Boolean
        } else if self.integers == typed {
            ColumnFormat::Integer(Style::Plain)
        } else if self.integers + self.numbers == typed {
            ColumnFormat::Number(Style::Plain)
        } else {
            return (
                ColumnFormat::Text,
                Some("mixes kinds of values and is read as text"),
            );
        };
        (format, None)
    }

    fn decide_texts(&self, prefers_decimal_comma: bool) -> (ColumnFormat, Option<&'static str>) {
        // Booleans come first; "yes" and "no" are neither numbers nor dates.
        if self.texts == 0 && self.booleans {
            return (ColumnFormat::Boolean, None);
        }
        if self.texts == 0 && self.compact_dates && self.untyped > 1 {
            return (
                ColumnFormat::Date(DateOrder::Compact),
                Some("is read as dates, written as year, month and day in eight digits"),
            );
        }
        let period = self.periods.decide();
        let is_number = |(order, _): &(DateOrder, _)| {
            matches!(order, DateOrder::CompactMonth | DateOrder::YearFraction)
        };
        if let Some((order, note)) = period.filter(is_number) {
            return (ColumnFormat::Date(order), Some(note));
        }
        if self.texts == 0
            && let Some(format) = self.decide_number(prefers_decimal_comma)
        {
            return (format, self.affix_note());
        }
        if let Some((order, note)) = period {
            return (ColumnFormat::Date(order), Some(note));
        }
        let [year_first, day_first, month_first, month_name] = self.orders;
        if year_first {
            (self.dated_format(DateOrder::YearFirst), None)
        } else if month_name {
            (self.dated_format(DateOrder::MonthName), None)
        // Guessing would silently swap days and months.
        } else if day_first && month_first {
            (
                ColumnFormat::Text,
                Some("holds dates whose day and month cannot be told apart, and is read as text"),
            )
        } else if day_first {
            (
                self.dated_format(DateOrder::DayFirst),
                Some("is read as dates, day before month"),
            )
        } else if month_first {
            (
                self.dated_format(DateOrder::MonthFirst),
                Some("is read as dates, month before day"),
            )
        } else if let Some(order) = self.mixed.day_month_order() {
            let format = if self.mixed.has_time {
                ColumnFormat::Datetime(order)
            } else {
                ColumnFormat::Date(order)
            };
            let note = if order == DateOrder::MixedMonthFirst {
                "writes its dates in several ways and is read as dates, month before day"
            } else {
                "writes its dates in several ways and is read as dates, day before month"
            };
            (format, Some(note))
        } else {
            (ColumnFormat::Text, None)
        }
    }

    /// Returns the changes of a column's cells and a sentence about each.
    pub fn repair(&self, name: &str, format: ColumnFormat) -> (ColumnEdit, Vec<String>) {
        let mut repair = ColumnEdit::of(name);
        let mut notes = Vec::new();
        if format == ColumnFormat::Text {
            let (spellings, values) = self.spellings.variants();
            if let Some((from, to)) = spellings.first_key_value() {
                notes.push(format!(
                    "has {} other spellings of its {values} values, read as the most frequent one: \u{201c}{from}\u{201d} as \u{201c}{to}\u{201d}",
                    spellings.len()
                ));
            }
            repair.spellings = spellings;
            return (repair, notes);
        }
        if matches!(
            format,
            ColumnFormat::Integer(Style::Plain) | ColumnFormat::Number(Style::Plain)
        ) && let Some((missing, count)) = self.missing.found()
        {
            repair.missing = Some(missing);
            notes.push(format!(
                "has {missing} in {count} rows, which is read as missing"
            ));
        }
        if matches!(format, ColumnFormat::Integer(_) | ColumnFormat::Number(_))
            && let Some(remark) = self.remarks.first()
        {
            notes.push(format!(
                "has \u{201c}{remark}\u{201d} or other words instead of a number in {} rows, which are read as missing",
                self.remarks.count()
            ));
        }
        if self.placeholders > 0 {
            notes.push(format!(
                "has {} placeholders such as \u{201c}?\u{201d} or \u{201c}unknown\u{201d}, which are read as missing",
                self.placeholders
            ));
        }
        (repair, notes)
    }

    fn decide_number(&self, prefers_decimal_comma: bool) -> Option<ColumnFormat> {
        let [plain, thousands, decimal_comma] = self.styles;
        let style = if plain {
            Style::Plain
        // "1,234" fits both styles; the delimiter of the file decides between them.
        } else if decimal_comma && (prefers_decimal_comma || !thousands) {
            Style::DecimalComma
        } else if thousands {
            Style::Thousands
        } else {
            return None;
        };
        let has_fraction = self.has_fraction[style as usize];
        if self.percents.are_beside_fractions()
            || self.scales.are_codes(self.affix)
            || !self.remarks.are_beside_numbers(self.untyped, has_fraction)
        {
            return None;
        }
        // One fraction makes the column fractional; integers convert without loss.
        Some(if has_fraction {
            ColumnFormat::Number(style)
        } else {
            ColumnFormat::Integer(style)
        })
    }

    fn affix_note(&self) -> Option<&'static str> {
        match self.affix {
            _ if self.scales.any() => {
                Some("is read as numbers: K means thousand, M million and B billion")
            }
            Some(Affix::Currency) => Some("is read as numbers, without the currency sign"),
            Some(Affix::Unit(_)) => Some("is read as numbers, without the unit"),
            Some(Affix::AtLeast) => Some("is read as numbers, without the plus sign"),
            Some(Affix::Percent) => Some("is read as numbers of per cent: 12.5 means 12.5 %"),
            _ => None,
        }
    }

    fn dated_format(&self, order: DateOrder) -> ColumnFormat {
        if self.has_time {
            ColumnFormat::Datetime(order)
        } else {
            ColumnFormat::Date(order)
        }
    }
}

/// Returns whether two affixes may occur in one column: an amount of money may lack its sign.
fn is_optional(affix: Affix) -> bool {
    matches!(affix, Affix::Currency | Affix::Unit(_) | Affix::Percent)
}

fn is_alike(left: Affix, right: Affix) -> bool {
    left == right
        || left == Affix::None && is_optional(right)
        || right == Affix::None && is_optional(left)
}

/// Follows a column whose dates are written in several ways.
#[derive(Clone, Debug, Default)]
struct MixedDates {
    /// Cells that are no date, in whatever order.
    others: u64,
    /// Cells that are a date only with the day, or only with the month, first.
    day_first: u64,
    month_first: u64,
    /// Cells that are a date both ways.
    ambiguous: u64,
    has_time: bool,
}

impl MixedDates {
    fn see(&mut self, text: &str) {
        if !self.is_possible() {
            return;
        }
        let parsed = ORDERS.map(|order| time::parse_moment(text, order));
        let [year_first, day_first, month_first, month_name] = parsed;
        let Some(moment) = year_first.or(month_name).or(day_first).or(month_first) else {
            self.others += 1;
            return;
        };
        self.has_time |= moment.has_time && !time::is_midnight(moment.micros);
        match (day_first.is_some(), month_first.is_some()) {
            (true, true) => self.ambiguous += 1,
            (true, false) => self.day_first += 1,
            (false, true) => self.month_first += 1,
            (false, false) => {}
        }
    }

    fn is_possible(&self) -> bool {
        self.others == 0
    }

    /// The order in which day and month are read where one fits all cells.
    fn day_month_order(&self) -> Option<DateOrder> {
        if !self.is_possible() {
            return None;
        }
        match (self.day_first > 0, self.month_first > 0) {
            (true, false) => Some(DateOrder::MixedDayFirst),
            (false, true) => Some(DateOrder::MixedMonthFirst),
            (false, false) if self.ambiguous == 0 => Some(DateOrder::MixedDayFirst),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_of(cells: &[&str]) -> ColumnFormat {
        let mut inference = Inference::default();
        for cell in cells {
            inference.see_cell(&RawCell::Untyped(cell));
        }
        inference.decide(false).0
    }

    #[test]
    fn single_cell_can_widen_column_type() {
        assert_eq!(
            format_of(&["1", "2", "", "NA"]),
            ColumnFormat::Integer(Style::Plain)
        );
        assert_eq!(
            format_of(&["1", "2.5", "-"]),
            ColumnFormat::Number(Style::Plain)
        );
        assert_eq!(format_of(&["1", "x"]), ColumnFormat::Text);
        assert_eq!(format_of(&["01", "12"]), ColumnFormat::Text);
        assert_eq!(
            format_of(&["1999", "2000"]),
            ColumnFormat::Integer(Style::Plain)
        );
        assert_eq!(format_of(&["yes", "NO"]), ColumnFormat::Boolean);
        assert_eq!(format_of(&["", "null"]), ColumnFormat::Text);
    }

    #[test]
    fn letters_behind_digits_scale_amounts_but_not_codes() {
        let amounts = ["0", "5K", "40K", "1.25M"];
        assert_eq!(format_of(&amounts), ColumnFormat::Integer(Style::Plain));
        assert_eq!(
            format_of(&["$2.5B", "$0.9B"]),
            ColumnFormat::Integer(Style::Plain)
        );
        for codes in [["5K", "10K"], ["12", "14B"], ["12A", "14K"]] {
            assert_eq!(format_of(&codes), ColumnFormat::Text, "{codes:?}");
        }
    }

    #[test]
    fn one_remark_among_measured_values_is_missing() {
        let mut cells = vec!["not reached"; 60];
        assert_eq!(format_of(&cells), ColumnFormat::Text);
        cells.extend(["12.5"; 20]);
        assert_eq!(format_of(&cells), ColumnFormat::Number(Style::Plain));
        cells.push("not counted");
        assert_eq!(format_of(&cells), ColumnFormat::Text);
        let mut cells = vec!["nicht erreicht"; 60];
        cells.extend(["12,55"; 20]);
        assert_eq!(format_of(&cells), ColumnFormat::Number(Style::DecimalComma));
    }

    #[test]
    fn separators_and_signs_count_where_the_whole_column_has_them() {
        assert_eq!(
            format_of(&["1,200", "300"]),
            ColumnFormat::Integer(Style::Thousands)
        );
        assert_eq!(
            format_of(&["$1,200.50", "$3"]),
            ColumnFormat::Number(Style::Thousands)
        );
        assert_eq!(
            format_of(&["$12", "12"]),
            ColumnFormat::Integer(Style::Plain)
        );
        assert_eq!(format_of(&["12%", "0.12", "1"]), ColumnFormat::Text);
        assert_eq!(
            format_of(&["4.1 %", "3.8", "2"]),
            ColumnFormat::Number(Style::Plain)
        );
        assert_eq!(
            format_of(&["12%", "5.5%"]),
            ColumnFormat::Number(Style::Plain)
        );
        assert_eq!(
            format_of(&["1,5", "2,25"]),
            ColumnFormat::Number(Style::DecimalComma)
        );
    }

    #[test]
    fn placeholders_do_not_change_the_type_of_numbers_and_dates() {
        assert_eq!(
            format_of(&["1", "?", "3", "unknown"]),
            ColumnFormat::Integer(Style::Plain)
        );
        assert_eq!(
            format_of(&["2020-02-01", "n.a."]),
            ColumnFormat::Date(DateOrder::YearFirst)
        );
        assert_eq!(format_of(&["red", "unknown"]), ColumnFormat::Text);
    }

    #[test]
    fn few_words_in_a_column_of_numbers_become_missing_values() {
        let mut cells = vec!["12"; 20];
        cells.push("closed");
        cells.push("on request");
        assert_eq!(format_of(&cells), ColumnFormat::Integer(Style::Plain));
        assert_eq!(format_of(&["12", "closed"]), ColumnFormat::Text);
        let mut codes = vec!["12"; 20];
        codes.push("12a");
        assert_eq!(format_of(&codes), ColumnFormat::Text);
    }

    #[test]
    fn unit_is_extracted_only_if_all_cells_share_it() {
        assert_eq!(
            format_of(&["82.2 m²", "28.8", "91 m²"]),
            ColumnFormat::Number(Style::Plain)
        );
        assert_eq!(
            format_of(&["10,000+", "500+"]),
            ColumnFormat::Integer(Style::Thousands)
        );
        assert_eq!(format_of(&["1", "2", "3+"]), ColumnFormat::Text);
        assert_eq!(format_of(&["4 kg", "4 lb"]), ColumnFormat::Text);
    }

    #[test]
    fn months_and_compact_dates_are_dates() {
        let month = ColumnFormat::Date(DateOrder::Month);
        assert_eq!(format_of(&["2021-01", "2021-12"]), month);
        assert_eq!(format_of(&["Jan 2021", "Feb 2021"]), month);
        assert_eq!(format_of(&["2009-10", "2010-11"]), ColumnFormat::Text);
        assert_eq!(format_of(&["2021-22", "2022-23"]), ColumnFormat::Text);
        assert_eq!(
            format_of(&["20230109", "20231231"]),
            ColumnFormat::Date(DateOrder::Compact)
        );
        assert_eq!(
            format_of(&["20230109", "20239999"]),
            ColumnFormat::Integer(Style::Plain)
        );
    }

    #[test]
    fn day_and_month_order_is_decided_over_the_whole_column() {
        assert_eq!(
            format_of(&["1/2/2020", "13/2/2020"]),
            ColumnFormat::Date(DateOrder::DayFirst)
        );
        assert_eq!(
            format_of(&["1/2/2020", "2/13/2020"]),
            ColumnFormat::Date(DateOrder::MonthFirst)
        );
        assert_eq!(format_of(&["1/2/2020", "3/4/2020"]), ColumnFormat::Text);
        assert_eq!(
            format_of(&["1.2.2020"]),
            ColumnFormat::Date(DateOrder::DayFirst)
        );
        assert_eq!(
            format_of(&["2020-02-01", "13.09.2023", "Mar 1, 2024"]),
            ColumnFormat::Date(DateOrder::MixedDayFirst)
        );
        assert_eq!(
            format_of(&["2020-02-01", "9/13/2023"]),
            ColumnFormat::Date(DateOrder::MixedMonthFirst)
        );
        assert_eq!(format_of(&["2020-02-01", "9/3/2023"]), ColumnFormat::Text);
        assert_eq!(format_of(&["13.09.2023", "soon"]), ColumnFormat::Text);
        assert_eq!(
            format_of(&["2020-01-01", "2020-01-01T10:00"]),
            ColumnFormat::Datetime(DateOrder::YearFirst)
        );
        assert_eq!(
            format_of(&["2020-01-01 00:00:00"]),
            ColumnFormat::Date(DateOrder::YearFirst)
        );
    }
}
