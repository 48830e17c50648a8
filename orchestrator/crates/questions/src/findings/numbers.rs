//! Numbers as people read them.

/// Thousands separated, as many decimals as say something: 1,234.5 and 0.042.
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
    let sign = if value < 0.0 && text.chars().any(|c| c.is_ascii_digit() && c != '0') {
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

pub fn whole(value: u64) -> String {
    separated(&value.to_string())
}

/// A share of one as a percentage.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent.abs() >= 10.0 || percent == 0.0 {
        format!("{percent:.0} %")
    } else {
        format!("{percent:.1} %")
    }
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

#[cfg(test)]
mod tests {
    use super::{number, percent};

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
    fn small_shares_keep_a_decimal() {
        assert_eq!(percent(0.256), "26 %");
        assert_eq!(percent(0.0256), "2.6 %");
    }
}
