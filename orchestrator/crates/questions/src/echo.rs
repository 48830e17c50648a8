//! The words of a question with what became of each, for the echo.

use crate::answer::{Echo, EchoWord, WordState};
use crate::compose::Mention;
use crate::guess;
use crate::language::units::Unit;
use crate::language::{Kind, Token};
use crate::parse::{Item, Node, TimeRange};
use crate::plan::{ColumnRef, Comparison, Condition, Scalar, WordSpan};
use crate::schema::{PhrasingMeaning, Schema};
use crate::words::{aggregate_word, condition_words, number, period_word};

/// The words of the question with what became of them.
pub fn echo(
    tokens: &[Token],
    nodes: &[Node],
    unknown: &[usize],
    unclear: &[Mention],
    schema: &Schema<'_>,
) -> Echo {
    let mut words = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        // Function words are told only where they are unknown, and signs never.
        if node.item.is_glue() && !unknown.contains(&at) || tokens[node.start].kind == Kind::Break {
            continue;
        }
        let span = WordSpan {
            start: tokens[node.start].span.start,
            end: tokens[node.end - 1].span.end,
        };
        let state = if unknown.contains(&at) {
            WordState::Unused
        } else if let Some(mention) = unclear.iter().find(|mention| mention.at == at) {
            WordState::Unsure {
                r#as: schema.column(mention.id).profile.name.clone(),
                alternatives: mention
                    .others
                    .iter()
                    .map(|id| schema.reference(*id))
                    .collect(),
            }
        } else if let Some(state) = guess::guessed_state(tokens, node, schema) {
            state
        } else {
            let (mut text, column) = meaning(&node.item, schema);
            let said = &tokens[node.start].text;
            let is_taught = schema.taught.is_some_and(|taught| {
                let words: Vec<&str> = tokens[node.start..node.end]
                    .iter()
                    .map(|token| token.text.as_str())
                    .collect();
                taught.explains(&words.join(" ")) || taught.explains(said)
            });
            if is_taught {
                text.push_str(", as you taught");
            }
            WordState::Understood { r#as: text, column }
        };
        words.push(EchoWord { span, state });
    }
    Echo { words }
}

fn meaning(item: &Item, schema: &Schema<'_>) -> (String, Option<ColumnRef>) {
    let plain = |text: &str| (text.to_owned(), None);
    match item {
        Item::Column { id, .. } => (
            format!("the column {}", schema.column(*id).profile.name),
            Some(schema.reference(*id)),
        ),
        Item::Value { column, texts } => (
            format!(
                "only rows where {} is {}",
                schema.column(*column).profile.name,
                texts.join(" or ")
            ),
            Some(schema.reference(*column)),
        ),
        Item::Taught(index) => {
            let phrasing = schema
                .taught
                .and_then(|taught| taught.phrasings.get(*index));
            let column = phrasing.map(|phrasing| phrasing.column.clone());
            match (phrasing.map(|phrasing| &phrasing.meaning), &column) {
                (Some(PhrasingMeaning::Condition { test }), Some(column)) => {
                    let condition = Condition::Test {
                        of: Scalar::column(column.clone()),
                        test: test.clone(),
                    };
                    let text = format!("only rows where {}", condition_words(&condition));
                    (text, Some(column.clone()))
                }
                _ => plain("part of the question"),
            }
        }
        Item::Entity(table) => (
            format!("the rows of {}", schema.tables[*table].profile.name),
            None,
        ),
        Item::Aggregate(aggregate) => {
            let word = aggregate_word(*aggregate);
            (word.trim_end_matches(" of").to_owned(), None)
        }
        Item::Flow { column, out } => (
            format!(
                "what {} in {}",
                if *out { "went out" } else { "came in" },
                schema.column(*column).profile.name
            ),
            Some(schema.reference(*column)),
        ),
        Item::FirstWord { column, text } => (
            format!(
                "only rows where {} starts with {text}",
                schema.column(*column).profile.name
            ),
            Some(schema.reference(*column)),
        ),
        Item::Late { late: true, .. } => plain("only rows done after the day that was due"),
        Item::Late { late: false, .. } => plain("only rows done by the day that was due"),
        Item::Count => plain("the number of rows"),
        Item::Distinct => plain("the number of different values"),
        Item::Share | Item::AsShareOf | Item::Percent => plain("a share in percent"),
        Item::Superlative { adjective, .. } => plain(if adjective.high {
            "the largest"
        } else {
            "the smallest"
        }),
        Item::Compare {
            comparison,
            low,
            high,
            unit,
            ..
        } => (compared(*comparison, *low, *high, *unit), None),
        Item::CompareWord { comparison, .. } => plain(comparison_words(*comparison)),
        Item::AgainstAverage(comparison, aggregate) => (
            format!(
                "{} the {}",
                comparison_words(*comparison),
                aggregate_word(*aggregate)
            ),
            None,
        ),
        Item::Time(range) => (period(range), None),
        Item::SeasonValue(..) => plain("only this part of the year or week"),
        Item::Unit(unit) => (format!("each {}", period_word(*unit)), None),
        Item::Season(_) => plain("the season"),
        Item::By => plain("grouped by"),
        Item::OverTime => plain("over time"),
        Item::Not | Item::Without => plain("without these"),
        Item::Change(_) | Item::Against(_) => plain("the change over time"),
        Item::Window(_) => plain("over the periods up to each"),
        Item::Index => plain("indexed to the beginning"),
        Item::Wish(_) => plain("how the chart is drawn"),
        Item::Order { .. } => plain("the order"),
        _ => plain("part of the question"),
    }
}

/// A comparison with a number in words: "more than 5 kg".
fn compared(comparison: Comparison, low: f64, high: Option<f64>, unit: Option<Unit>) -> String {
    let unit = unit.map_or_else(String::new, |unit| format!(" {}", unit.name));
    match high {
        Some(high) => format!("between {} and {}{unit}", number(low), number(high)),
        None => format!("{} {}{unit}", comparison_words(comparison), number(low)),
    }
}

fn comparison_words(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Less => "less than",
        Comparison::AtMost => "at most",
        Comparison::More => "more than",
        Comparison::AtLeast => "at least",
        Comparison::Equal => "equal to",
        Comparison::NotEqual => "different from",
    }
}

/// A range of time in words; the end is the day that no longer belongs to it.
fn period(range: &TimeRange) -> String {
    match (&range.from, &range.to) {
        (Some(from), Some(to)) => format!("from {from} until before {to}"),
        (Some(from), None) => format!("since {from}"),
        (None, Some(to)) => format!("before {to}"),
        (None, None) => "any time".to_owned(),
    }
}
