//! Numbers and dates as people read them.

use serde_json::Value;

use crate::plan::TimeUnit;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Writes a number with separated thousands and as many decimals as tell something: 1,234.5 and 0.042.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    let decimals = if value.fract() == 0.0 || size >= 10_000.0 {
        0
    } else if size >= 100.0 {
        1
    } else if size >= 1.0 {
        2
    } else if size >= 0.01 {
        3
    } else {
        5
    };
    let text = format!("{size:.decimals$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let fraction = fraction.trim_end_matches('0');
    // A small negative number may be rounded to 0, which has no sign.
    let sign = if value < 0.0 && text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)) {
        "−"
    } else {
        ""
    };
    let whole = separated(whole);
    if fraction.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{fraction}")
    }
}

/// Writes a fraction as a percentage.
pub fn percent(fraction: f64) -> String {
    let percent = fraction * 100.0;
    if percent.abs() >= 1_000.0 {
        return format!("{}%", number(percent.round()));
    }
    let text = if percent.abs() >= 10.0 || percent == 0.0 {
        format!("{percent:.0}%")
    } else {
        format!("{percent:.1}%")
    };
    text.replace('-', "−")
}

/// Writes a measured value with its unit or in percent.
pub fn value_text(value: f64, is_percent: bool, unit: Option<&str>) -> String {
    if is_percent {
        return percent(value);
    }
    let text = number(value);
    match unit {
        // The minus goes in front of the currency: −$12.
        Some(sign @ ("$" | "€" | "£")) => match money(value).strip_prefix('−') {
            Some(size) => format!("−{sign}{size}"),
            None => format!("{sign}{}", money(value)),
        },
        Some(unit) if unit.chars().count() <= 12 => format!("{text} {unit}"),
        _ => text,
    }
}

/// Writes an amount of money: cents have two digits or are left out.
fn money(value: f64) -> String {
    let cents = (value.abs() * 100.0).round() % 100.0;
    // Large amounts need no cents, and less than ten cents need more digits.
    if cents == 0.0 || value.abs() >= 10_000.0 || value.abs() < 0.1 {
        return number(value);
    }
    let text = format!("{:.2}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, "00"));
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}.{fraction}", separated(whole))
}

fn separated(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a date as short as its unit allows.
pub fn date_label(text: &str, unit: Option<TimeUnit>) -> String {
    // The parts of `YYYY-MM-DD HH:MM` are found by their places.
    let year = text.get(0..4).unwrap_or(text);
    let number = text.get(5..7).and_then(|month| month.parse::<usize>().ok());
    let month = number.and_then(|month| MONTHS.get(month.checked_sub(1)?));
    let day = text.get(8..10).map(|day| day.trim_start_matches('0'));
    let time = text.get(11..16);
    match (unit, month, day) {
        (Some(TimeUnit::Century | TimeUnit::Decade | TimeUnit::Year), ..) => year.to_owned(),
        (Some(TimeUnit::Quarter), Some(_), _) => {
            format!("Q{} {year}", number.map_or(1, |month| month.div_ceil(3)))
        }
        (Some(TimeUnit::HalfYear), Some(_), _) => {
            let half = if number.is_some_and(|month| month > 6) {
                "second"
            } else {
                "first"
            };
            format!("{half} half of {year}")
        }
        (Some(TimeUnit::Month), Some(month), _) => format!("{month} {year}"),
        (Some(TimeUnit::Hour | TimeUnit::Minute), Some(month), Some(day)) => match time {
            // Midnight is the day itself.
            Some(time) if time != "00:00" => format!("{day} {month} {year}, {time}"),
            _ => format!("{day} {month} {year}"),
        },
        (_, Some(month), Some(day)) => format!("{day} {month} {year}"),
        _ => text.to_owned(),
    }
}

/// Reads a cell as a number; whole numbers beyond 2^53 are texts.
pub fn cell_number(cell: &Value) -> Option<f64> {
    match cell {
        Value::String(text) => text.parse().ok(),
        other => other.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_separated_and_rounded_sensibly() {
        let written: Vec<String> = [
            1_234_567.0,
            1_234.56,
            12.345,
            0.04217,
            -3.0,
            0.0,
            -0.000_000_1,
        ]
        .into_iter()
        .map(number)
        .collect();
        assert_eq!(
            written,
            ["1,234,567", "1,234.6", "12.35", "0.042", "−3", "0", "0"]
        );
    }

    #[test]
    fn values_carry_their_unit_once() {
        assert_eq!(value_text(-12.0, false, Some("$")), "−$12");
        assert_eq!(value_text(7_445.1, false, Some("€")), "€7,445.10");
        assert_eq!(value_text(1_234.56, false, Some("€")), "€1,234.56");
        assert_eq!(value_text(-0.5, false, Some("£")), "−£0.50");
        assert_eq!(value_text(11.48, true, None), "1,148%");
        assert_eq!(value_text(4201.0, false, Some("g")), "4,201 g");
        assert_eq!(value_text(0.0256, true, None), "2.6%");
    }

    #[test]
    fn dates_are_as_short_as_their_unit() {
        assert_eq!(date_label("2007-04-01", Some(TimeUnit::Quarter)), "Q2 2007");
        assert_eq!(
            date_label("2007-04-01", Some(TimeUnit::Month)),
            "April 2007"
        );
        assert_eq!(date_label("2007-04-09", None), "9 April 2007");
    }
}
