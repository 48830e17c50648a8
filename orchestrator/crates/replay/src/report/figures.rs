//! The figures of a comparison in words, the same in every report.

use portolan_domain::{AmountComparison, ComparedAmount, ComparedPart};
use serde::Serialize;

/// An amount in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Figure {
    pub name: &'static str,
    pub reference: String,
    pub replayed: String,
    pub difference: String,
    /// The p-value; a dash where no turn differs.
    pub p_value: String,
}

pub fn part_name(part: ComparedPart) -> &'static str {
    match part {
        ComparedPart::Outcome => "outcome",
        ComparedPart::BlockTypes => "block sequence",
        ComparedPart::Charts => "charts by data",
        ComparedPart::Encodings => "charts by encoding",
        ComparedPart::Numbers => "numbers in prose",
        ComparedPart::References => "references",
    }
}

fn amount_name(amount: ComparedAmount) -> &'static str {
    match amount {
        ComparedAmount::Completed => "completed turns",
        ComparedAmount::Charts => "charts",
        ComparedAmount::Numbers => "numbers in prose",
        ComparedAmount::UnverifiedNumbers => "unverified numbers",
        ComparedAmount::References => "references",
        ComparedAmount::InputTokens => "input tokens",
        ComparedAmount::OutputTokens => "output tokens",
        ComparedAmount::Credits => "credits",
        ComparedAmount::DurationMillis => "milliseconds",
    }
}

impl Figure {
    pub fn of(compared: &AmountComparison) -> Self {
        Self {
            name: amount_name(compared.amount),
            reference: compared.reference.to_string(),
            replayed: compared.replayed.to_string(),
            difference: format_difference(compared.reference, compared.replayed),
            p_value: compared.p_value.map_or_else(|| "–".into(), format_p_value),
        }
    }
}

/// "+12 (+50 %)"; without a share of nothing.
fn format_difference(reference: u64, replayed: u64) -> String {
    let magnitude = replayed.abs_diff(reference);
    let sign = match replayed.cmp(&reference) {
        std::cmp::Ordering::Less => "−",
        std::cmp::Ordering::Equal => return "0".into(),
        std::cmp::Ordering::Greater => "+",
    };
    if reference == 0 {
        return format!("{sign}{magnitude}");
    }
    let share = magnitude as f64 / reference as f64 * 100.0;
    format!("{sign}{magnitude} ({sign}{share:.1} %)")
}

fn format_p_value(value: f64) -> String {
    if value < 0.001 {
        return "<0.001".into();
    }
    format!("{value:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_sign_and_share() {
        assert_eq!(format_difference(24, 36), "+12 (+50.0 %)");
        assert_eq!(format_difference(3, 2), "−1 (−33.3 %)");
        assert_eq!(format_difference(0, 7), "+7");
        assert_eq!(format_difference(7, 7), "0");
    }

    #[test]
    fn tiny_p_values_are_not_zero() {
        assert_eq!(format_p_value(0.000_01), "<0.001");
        assert_eq!(format_p_value(0.049_6), "0.050");
    }
}
