//! Conditions made of values: the one that is named, those that must not be, yes and no.

use serde_json::Value;

use crate::filters::{Conditions, filter};
use crate::lexicon;
use crate::matching::{Mention, similarity};
use crate::plan::Test;
use crate::schema::{ColumnId, Schema};
use crate::tokens::{Kind, Token};
use crate::values::ValueMention;

/// Conditions on the values that are named.
pub fn of_values(
    tokens: &[Token],
    schema: &Schema<'_>,
    columns: &[Mention],
    values: &[ValueMention],
    conditions: &mut Conditions,
) {
    let mut by_column: Vec<(ColumnId, bool, Vec<Value>, usize, usize)> = Vec::new();
    for value in values {
        let negative = negated(tokens, value.start);
        match by_column
            .iter_mut()
            .find(|(column, not, ..)| *column == value.column && *not == negative)
        {
            Some((_, _, known, count, _)) => {
                known.extend(value.values.iter().cloned());
                *count += 1;
            }
            None => by_column.push((value.column, negative, value.values.clone(), 1, value.start)),
        }
        // "whose occupation is not …": the column before the value only says where to look.
        if let Some((index, mention)) = columns.iter().enumerate().rfind(|(_, m)| {
            m.column == value.column && m.end <= value.start && value.start - m.end <= 4
        }) {
            let linked = tokens[mention.end..value.start].iter().all(|t| {
                t.is("is are was were not in of the equals to equal a as named called like contains be has does do than other = != either")
            });
            let asked = tokens[..mention.start]
                .last()
                .is_some_and(|t| t.is("each every by per different"));
            if linked && !asked {
                conditions.used.push(index);
            }
        } else {
            beside(tokens, schema, columns, value, conditions);
        }
    }
    for (column, negative, values, count, place) in by_column {
        let known = schema.column(column).profile;
        let every =
            known.distinct > 1 && u64::try_from(values.len()).is_ok_and(|n| n >= known.distinct);
        let both = place.checked_sub(1).is_some_and(|at| tokens[at].is("both")) && count > 1;
        if both {
            conditions.both = Some(schema.reference(column));
        }
        let either = count > 1 && !every && grouped(tokens) && alternative(tokens, place);
        if both || either {
            // Whoever has both: a condition for each.
        } else if !negative
            && (every
                || (count > 1 && count * 2 > usize::try_from(known.distinct).unwrap_or(usize::MAX)))
        {
            conditions.divided.push(column);
            if every {
                continue;
            }
        } else if !negative && count > 1 {
            conditions.divided.push(column);
        }
        let test = if negative {
            Test::NoneOf(values)
        } else {
            Test::OneOf(values)
        };
        conditions.push(place, filter(schema, column, test));
    }
}

/// Whether something else is asked to divide.
fn grouped(tokens: &[Token]) -> bool {
    tokens
        .iter()
        .any(|t| t.is("per by each every name names title titles their"))
}

/// "Lyon or Porto": either will do.
fn alternative(tokens: &[Token], place: usize) -> bool {
    let rest = tokens.iter().skip(place).take(6);
    rest.into_iter().any(|t| t.is("or"))
}

/// "the Sussex *county*", "Republic as their *form of government*", "king *beds*": words after a value
/// that only say what it is.
fn beside(
    tokens: &[Token],
    schema: &Schema<'_>,
    columns: &[Mention],
    value: &ValueMention,
    conditions: &mut Conditions,
) {
    if lexicon::is_gender_word(&tokens[value.start].lower) {
        return;
    }
    let after = |m: &Mention, most: usize| {
        m.start >= value.end
            && m.start - value.end <= most
            && tokens[value.end..m.start]
                .iter()
                .all(|t| t.is("as their its the a an"))
    };
    let words = &schema.column(value.column).words;
    let part = |m: &Mention| {
        m.matched.len() == 1
            && m.start == value.end
            && words.iter().any(|w| similarity(&tokens[m.start], w) > 0.9)
    };
    let found = columns
        .iter()
        .position(|m| (m.column == value.column && after(m, 3)) || part(m));
    conditions.used.extend(found);
}

/// "Full-time employees", "channels that are pay per view": a column of yes and no is a condition
/// where nothing is grouped by it.
pub fn flags(
    tokens: &[Token],
    schema: &Schema<'_>,
    columns: &[Mention],
    conditions: &mut Conditions,
) {
    let yes = |value: &Value| {
        value.as_bool() == Some(true)
            || value
                .as_str()
                .is_some_and(|t| matches!(t.to_lowercase().as_str(), "t" | "true" | "yes" | "y"))
    };
    for (index, mention) in columns.iter().enumerate() {
        let column = schema.column(mention.column);
        let value = column
            .profile
            .values
            .iter()
            .map(|v| &v.value)
            .find(|v| yes(v));
        let before = |words: &str| mention.start > 0 && tokens[mention.start - 1].is(words);
        let next = tokens.get(mention.end);
        let noun = next.is_some_and(|t| {
            t.is_word() && !lexicon::is_function_word(&t.lower) && !lexicon::is_chart_word(&t.lower)
        });
        let only = before("only just");
        let stated = only || before("are is was were not of number") || noun;
        let divides = before("each by per every different and")
            || (columns.len() == 1 && !only && !tokens.iter().any(|t| t.is("each per by every")))
            || conditions.used.contains(&index);
        if let Some(value) = value
            && column.profile.distinct == 2
            && stated
            && !divides
        {
            let negative = negated(tokens, mention.start);
            let values = vec![value.clone()];
            let test = if negative {
                Test::NoneOf(values)
            } else {
                Test::OneOf(values)
            };
            conditions.used.push(index);
            conditions.push(mention.start, filter(schema, mention.column, test));
        }
    }
}

fn negated(tokens: &[Token], start: usize) -> bool {
    for at in (0..start).rev().take(6) {
        let token = &tokens[at];
        if token.kind == Kind::Break {
            return false;
        }
        if token.is("not except excluding without no never neither nor outside exclude excludes isn aren don doesn but apart minus") || (token.text == "!=")
        {
            return true;
        }
        if token.is("other") && tokens.get(at + 1).is_some_and(|t| t.is("than")) {
            return true;
        }
    }
    false
}
