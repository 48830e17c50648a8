//! Conditions in words.

use crate::plan::{
    Comparison, Condition, GroupTest, Literal, QueryPlan, Scalar, Season, Test, Within,
};

use super::names::{aggregate_word, column_name, joined, measure_words, plural, scalar_words};
use super::numbers::number;

/// Returns a condition in words: "species is Gentoo and sex is not MALE".
pub fn condition_words(condition: &Condition) -> String {
    match condition {
        Condition::And { all } => {
            let words: Vec<String> = all.iter().map(condition_words).collect();
            joined(&words, "and")
        }
        Condition::Or { any } => {
            let words: Vec<String> = any.iter().map(condition_words).collect();
            joined(&words, "or")
        }
        Condition::Not { of } => match of.as_ref() {
            Condition::Exists { table, .. } => format!("there are no {}", plural(table)),
            other => format!("not: {}", condition_words(other)),
        },
        Condition::Test { of, test } => test_words(&scalar_words(of), of, test),
        Condition::Exists {
            table, conditions, ..
        } => {
            let with: Vec<String> = conditions.iter().map(condition_words).collect();
            if with.is_empty() {
                format!("there are {}", plural(table))
            } else {
                format!("there are {} where {}", plural(table), joined(&with, "and"))
            }
        }
    }
}

/// Returns a test of a group in words: "number of deaths is at least 3".
pub fn group_test_words(test: &GroupTest, plan: &QueryPlan) -> String {
    // A measure has no column in whose notation its numbers would be written.
    let subject = measure_words(&test.measure, plan);
    test_words(&subject, &Scalar::Number { number: 0.0 }, &test.test)
}

fn test_words(subject: &str, of: &Scalar, test: &Test) -> String {
    let value = |literal: &Literal| literal_words(literal, of);
    let list = |values: &[Literal]| {
        // Values with commas are quoted, or nobody could tell where one ends.
        let quotes = |literal: &Literal| match literal {
            Literal::Text { text } if values.len() > 1 && text.contains(',') => {
                format!("\u{201c}{text}\u{201d}")
            }
            other => value(other),
        };
        let words: Vec<String> = values.iter().map(quotes).collect();
        joined(&words, "or")
    };
    match test {
        Test::In { values } => format!("{subject} is {}", list(values)),
        Test::NotIn { values } => format!("{subject} is not {}", list(values)),
        Test::Compare {
            comparison,
            value: against,
        } => format!(
            "{subject} is {}{}",
            comparison_words(*comparison),
            value(against)
        ),
        Test::Between {
            low,
            high,
            open: true,
        } => {
            format!("{subject} is from {} to before {}", value(low), value(high))
        }
        Test::Between { low, high, .. } => {
            format!("{subject} is from {} to {}", value(low), value(high))
        }
        Test::Contains { text } => format!("{subject} contains “{text}”"),
        Test::StartsWith { text } => format!("{subject} starts with “{text}”"),
        Test::EndsWith { text } => format!("{subject} ends with “{text}”"),
        Test::Missing => event(subject).map_or_else(
            || format!("{subject} is missing"),
            |event| format!("not {event}"),
        ),
        Test::Present => {
            event(subject).map_or_else(|| format!("{subject} is known"), str::to_owned)
        }
        Test::IsTrue => format!("{subject} is true"),
        Test::IsFalse => format!("{subject} is false"),
        Test::AgainstAggregate {
            comparison,
            aggregate,
            within,
        } => {
            let whose = match within {
                Within::All => String::new(),
                Within::Group { columns } => {
                    let words: Vec<String> = columns.iter().map(column_name).collect();
                    format!(" of its {}", joined(&words, "and"))
                }
            };
            format!(
                "{subject} is {}the {}{whose}",
                comparison_words(*comparison),
                aggregate_word(*aggregate).trim_end_matches(" of")
            )
        }
        Test::AgainstScalar { comparison, other } => {
            format!(
                "{subject} is {}{}",
                comparison_words(*comparison),
                scalar_words(other)
            )
        }
    }
}

fn comparison_words(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "below ",
        Comparison::AtMost => "at most ",
        Comparison::More => "above ",
        Comparison::AtLeast => "at least ",
        Comparison::Equal => "",
        Comparison::NotEqual => "not ",
    }
}

fn literal_words(literal: &Literal, of: &Scalar) -> String {
    match literal {
        Literal::Text { text } => text.clone(),
        Literal::Number { number: value } => match of {
            Scalar::Season { season, .. } => season_value(*season, *value),
            // Years take no separator.
            Scalar::Year { .. } => format!("{value:.0}"),
            // The column's role is not known here, so a whole number that looks like a year is one.
            Scalar::Column { .. } if value.fract() == 0.0 && (1000.0..2200.0).contains(value) => {
                format!("{value:.0}")
            }
            _ => number(*value),
        },
        Literal::Boolean { boolean: true } => "true".to_owned(),
        Literal::Boolean { boolean: false } => "false".to_owned(),
        Literal::Date { date } => super::numbers::date_label(date, None),
        Literal::Datetime { datetime } => datetime.replace('T', " "),
    }
}

fn season_value(season: Season, value: f64) -> String {
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
    const DAYS: [&str; 7] = [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
    ];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a date"
    )]
    // Months and weekdays count from 1.
    let at = (value.max(1.0) as usize) - 1;
    match season {
        Season::MonthOfYear => MONTHS.get(at).map(|name| (*name).to_owned()),
        Season::Weekday => DAYS.get(at).map(|name| (*name).to_owned()),
        Season::QuarterOfYear => Some(format!("Q{value:.0}")),
        _ => None,
    }
    .unwrap_or_else(|| number(value))
}

/// Returns what a date says that happened: "cancelled on" says "cancelled".
fn event(date: &str) -> Option<&str> {
    let event = date
        .strip_suffix(" on")
        .or_else(|| date.strip_suffix(" at"))?;
    (!event.contains(' ') && event.ends_with("ed")).then_some(event)
}
