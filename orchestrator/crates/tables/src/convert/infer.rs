//! Finds out, over all rows, what the cells of a column are.

use super::{
    cell::Cell,
    number::{self, Affix, Parsed, STYLES, Style},
    time::{self, ORDERS, Order},
};

/// The type of a column, and how to parse it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Text,
    Integer(Style),
    Number(Style),
    Boolean,
    Date(Order),
    Datetime(Order),
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

pub fn boolean(text: &str) -> Option<bool> {
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
    booleans: bool,
    affix: Option<Affix>,
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
            booleans: true,
            affix: None,
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
    pub fn see(&mut self, cell: &Cell<'_>) {
        match cell {
            Cell::Null => {}
            Cell::Untyped(text) => {
                let text = text.trim();
                if !is_null(text) {
                    self.untyped += 1;
                    self.see_number(text);
                    self.see_date(text);
                    self.booleans = self.booleans && boolean(text).is_some();
                }
            }
            Cell::Text(text) => {
                let text = text.trim();
                if !is_null(text) {
                    self.texts += 1;
                    self.see_date(text);
                }
            }
            Cell::Integer(_) => self.integers += 1,
            Cell::Number(_) => self.numbers += 1,
            Cell::Boolean(_) => self.typed_booleans += 1,
            Cell::Datetime(micros) => {
                self.datetimes += 1;
                self.has_time |= !time::is_midnight(*micros);
            }
        }
    }

    fn see_number(&mut self, text: &str) {
        if self.styles == [false; 3] {
            return;
        }
        let parts =
            number::parts(text).filter(|parts| self.affix.is_none_or(|affix| affix == parts.affix));
        let Some(parts) = parts else {
            self.styles = [false; 3];
            return;
        };
        self.affix = Some(parts.affix);
        for (index, style) in STYLES.into_iter().enumerate() {
            if self.styles[index] {
                match number::parse(&parts, style) {
                    Some(Parsed::Integer(_)) => {}
                    Some(Parsed::Number(_)) => self.has_fraction[index] = true,
                    None => self.styles[index] = false,
                }
            }
        }
    }

    fn see_date(&mut self, text: &str) {
        if self.orders == [false; 4] {
            return;
        }
        for (index, order) in ORDERS.into_iter().enumerate() {
            if self.orders[index] {
                match time::parse(text, order) {
                    Some(moment) => {
                        self.has_time |= moment.has_time && !time::is_midnight(moment.micros);
                    }
                    None => self.orders[index] = false,
                }
            }
        }
    }

    /// The column's format, and a sentence about it where there is something to say.
    pub fn decide(&self, prefers_decimal_comma: bool) -> (Format, Option<&'static str>) {
        let typed = self.integers + self.numbers + self.typed_booleans + self.datetimes;
        if self.untyped + self.texts > 0 {
            if typed > 0 {
                return (
                    Format::Text,
                    Some("holds text among other values and is read as text"),
                );
            }
            return self.decide_texts(prefers_decimal_comma);
        }
        let format = if typed == 0 {
            Format::Text
        } else if self.datetimes == typed {
            self.dated(Order::YearFirst)
        } else if self.typed_booleans == typed {
            Format::Boolean
        } else if self.integers == typed {
            Format::Integer(Style::Plain)
        } else if self.integers + self.numbers == typed {
            Format::Number(Style::Plain)
        } else {
            return (
                Format::Text,
                Some("mixes kinds of values and is read as text"),
            );
        };
        (format, None)
    }

    fn decide_texts(&self, prefers_decimal_comma: bool) -> (Format, Option<&'static str>) {
        if self.texts == 0 && self.booleans {
            return (Format::Boolean, None);
        }
        if self.texts == 0
            && let Some(format) = self.decide_number(prefers_decimal_comma)
        {
            return (format, self.affix_note());
        }
        let [year_first, day_first, month_first, month_name] = self.orders;
        if year_first {
            (self.dated(Order::YearFirst), None)
        } else if month_name {
            (self.dated(Order::MonthName), None)
        } else if day_first && month_first {
            (
                Format::Text,
                Some("holds dates whose day and month cannot be told apart, and is read as text"),
            )
        } else if day_first {
            (
                self.dated(Order::DayFirst),
                Some("is read as dates, day before month"),
            )
        } else if month_first {
            (
                self.dated(Order::MonthFirst),
                Some("is read as dates, month before day"),
            )
        } else {
            (Format::Text, None)
        }
    }

    fn decide_number(&self, prefers_decimal_comma: bool) -> Option<Format> {
        let [plain, thousands, decimal_comma] = self.styles;
        let style = if plain {
            Style::Plain
        } else if decimal_comma && (prefers_decimal_comma || !thousands) {
            Style::DecimalComma
        } else if thousands {
            Style::Thousands
        } else {
            return None;
        };
        if self.has_fraction[style as usize] {
            Some(Format::Number(style))
        } else {
            Some(Format::Integer(style))
        }
    }

    fn affix_note(&self) -> Option<&'static str> {
        match self.affix {
            Some(Affix::Currency) => Some("is read as numbers, without the currency sign"),
            Some(Affix::Percent) => Some("is read as numbers of per cent: 12.5 means 12.5 %"),
            _ => None,
        }
    }

    fn dated(&self, order: Order) -> Format {
        if self.has_time {
            Format::Datetime(order)
        } else {
            Format::Date(order)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(cells: &[&str]) -> Format {
        let mut inference = Inference::default();
        for cell in cells {
            inference.see(&Cell::Untyped(cell));
        }
        inference.decide(false).0
    }

    #[test]
    fn single_cell_can_widen_column_type() {
        assert_eq!(format(&["1", "2", "", "NA"]), Format::Integer(Style::Plain));
        assert_eq!(format(&["1", "2.5", "-"]), Format::Number(Style::Plain));
        assert_eq!(format(&["1", "x"]), Format::Text);
        assert_eq!(format(&["01", "12"]), Format::Text);
        assert_eq!(format(&["1999", "2000"]), Format::Integer(Style::Plain));
        assert_eq!(format(&["yes", "NO"]), Format::Boolean);
        assert_eq!(format(&["", "null"]), Format::Text);
    }

    #[test]
    fn separators_and_signs_count_where_the_whole_column_has_them() {
        assert_eq!(format(&["1,200", "300"]), Format::Integer(Style::Thousands));
        assert_eq!(
            format(&["$1,200.50", "$3"]),
            Format::Number(Style::Thousands)
        );
        assert_eq!(format(&["$12", "12"]), Format::Text);
        assert_eq!(format(&["12%", "5.5%"]), Format::Number(Style::Plain));
        assert_eq!(
            format(&["1,5", "2,25"]),
            Format::Number(Style::DecimalComma)
        );
    }

    #[test]
    fn days_and_months_are_told_apart_over_the_column() {
        assert_eq!(
            format(&["1/2/2020", "13/2/2020"]),
            Format::Date(Order::DayFirst)
        );
        assert_eq!(
            format(&["1/2/2020", "2/13/2020"]),
            Format::Date(Order::MonthFirst)
        );
        assert_eq!(format(&["1/2/2020", "3/4/2020"]), Format::Text);
        assert_eq!(format(&["1.2.2020"]), Format::Date(Order::DayFirst));
        assert_eq!(
            format(&["2020-01-01", "2020-01-01T10:00"]),
            Format::Datetime(Order::YearFirst)
        );
        assert_eq!(
            format(&["2020-01-01 00:00:00"]),
            Format::Date(Order::YearFirst)
        );
    }
}
