//! Finds values that a question mentions, with or without their column: "European cars".

use std::collections::HashMap;

use portolan_query::ColumnType;
use serde_json::Value;

use crate::lexicon;
use crate::matching::{Mention, TableMention, is_abbreviation};
use crate::schema::{ColumnId, Role, Schema};
use crate::tokens::{Kind, Token, name_words, stem};

/// A stretch of the question that names a value of a column.
#[derive(Clone, Debug)]
pub struct ValueMention {
    pub start: usize,
    pub end: usize,
    pub column: ColumnId,
    /// As the column holds it; several where the words fit several.
    pub values: Vec<Value>,
    pub score: f64,
}

struct Known {
    column: ColumnId,
    value: Value,
    words: usize,
}

/// The values named, none overlapping another, in the order of the question.
pub fn values(
    tokens: &[Token],
    taken: &[bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Vec<ValueMention> {
    let index = index(schema);
    let mut found = Vec::new();
    for start in 0..tokens.len() {
        if taken[start] || tokens[start].kind == Kind::Break || tokens[start].kind == Kind::Operator
        {
            continue;
        }
        for end in (start + 1..=tokens.len().min(start + 7)).rev() {
            let words = &tokens[start..end];
            if words
                .iter()
                .any(|token| token.kind == Kind::Break || token.kind == Kind::Operator)
            {
                continue;
            }
            exact(
                tokens, start, end, &index, schema, columns, tables, &mut found,
            );
        }
        loose(tokens, start, schema, columns, tables, &mut found);
    }
    choose(found, tokens.len())
}

fn choose(mut found: Vec<ValueMention>, length: usize) -> Vec<ValueMention> {
    found.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then((b.end - b.start).cmp(&(a.end - a.start)))
            .then(a.column.cmp(&b.column))
    });
    let mut used = vec![false; length];
    let mut chosen: Vec<ValueMention> = Vec::new();
    for mention in found {
        if !(mention.start..mention.end).any(|at| used[at]) {
            for flag in &mut used[mention.start..mention.end] {
                *flag = true;
            }
            chosen.push(mention);
        }
    }
    chosen.sort_by_key(|mention| mention.start);
    chosen
}

fn key(text: &str) -> (String, usize) {
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| stem(&word.to_lowercase()))
        .collect();
    (words.join(" "), words.len())
}

fn index(schema: &Schema<'_>) -> HashMap<String, Vec<Known>> {
    let mut index: HashMap<String, Vec<Known>> = HashMap::new();
    for id in schema.ids() {
        let column = schema.column(id);
        if column.profile.column_type != ColumnType::String || column.text_dates {
            continue;
        }
        for value in column
            .profile
            .values
            .iter()
            .filter_map(|v| v.value.as_str())
        {
            let (key, words) = key(value);
            if !key.is_empty() && words <= 7 {
                index.entry(key).or_default().push(Known {
                    column: id,
                    value: Value::from(value),
                    words,
                });
            }
        }
    }
    index
}

#[expect(
    clippy::too_many_arguments,
    reason = "one stretch of the question against all that is known of it"
)]
fn exact(
    tokens: &[Token],
    start: usize,
    end: usize,
    index: &HashMap<String, Vec<Known>>,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    found: &mut Vec<ValueMention>,
) {
    let words = &tokens[start..end];
    let single = words.len() == 1;
    let quoted = single && words[0].kind == Kind::Quoted;
    let spelled = if quoted {
        key(&words[0].lower).0
    } else {
        words
            .iter()
            .map(|token| token.stem.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let Some(known) = index.get(&spelled) else {
        return;
    };
    let plain = single
        && !quoted
        && (lexicon::is_function_word(&words[0].lower) || lexicon::is_chart_word(&words[0].lower));
    for known in known {
        let near = columns
            .iter()
            .any(|m| m.column == known.column && near(m, start, end))
            // "R movies": a letter before the rows' noun.
            || (single && words[0].text.chars().all(char::is_uppercase) && tables.iter().any(|m| m.at == end));
        let text = known.value.as_str().unwrap_or_default();
        let same_letters = single && words[0].text == text;
        let spelled_out = same_letters
            && text.chars().count() >= 2
            && text.chars().all(|c| c.is_uppercase() || c.is_numeric())
            && text.chars().any(char::is_alphabetic)
            && !tokens.iter().all(|t| t.text.to_uppercase() == t.text);
        let named_column = columns
            .iter()
            .any(|m| m.score > 0.8 && m.matched.iter().any(|at| (start..end).contains(at)));
        let named_table = tables.iter().any(|m| (start..end).contains(&m.at));
        let short = text.chars().count() <= 2 && !spelled_out;
        let capital =
            single && words[0].text.chars().next().is_some_and(char::is_uppercase) && start > 0;
        if !quoted {
            let weak = plain || short || (single && (named_column || named_table) && !capital);
            if weak && (!near || named_column || !same_letters && short) {
                continue;
            }
            if named_column && single {
                continue;
            }
        }
        let table_named = tables.iter().any(|m| m.table == known.column.table);
        let mut score = 1.0 + 0.1 * f64::from(u8::try_from(known.words).unwrap_or(9));
        score += if near { 0.3 } else { 0.0 }
            + if quoted { 0.5 } else { 0.0 }
            + if same_letters { 0.05 } else { 0.0 }
            + if table_named { 0.02 } else { 0.0 };
        score +=
            owner(tables, known.column, end) + led(tokens, start, known.column, schema, columns);
        // A name or a note is less likely meant than a category.
        if schema.is_unique(known.column) {
            score -= 0.15;
        }
        found.push(ValueMention {
            start,
            end,
            column: known.column,
            values: vec![known.value.clone()],
            score,
        });
    }
}

fn near(mention: &Mention, start: usize, end: usize) -> bool {
    let before = mention.end <= start && start - mention.end <= 4;
    let after = end <= mention.start && mention.start - end <= 1;
    before || after
}

/// "From Oslo per destination": a column that divides is not the one that holds the value, and the
/// preposition tells which of two ends is meant.
fn led(
    tokens: &[Token],
    start: usize,
    id: ColumnId,
    schema: &Schema<'_>,
    columns: &[Mention],
) -> f64 {
    let Some(before) = start.checked_sub(1).map(|at| &tokens[at]) else {
        return 0.0;
    };
    let named = |words: &str| {
        let column = &schema.column(id).words;
        column
            .iter()
            .any(|w| words.split(' ').any(|s| s == w.lower))
    };
    let begins = named("origin from source departure start sender home seller");
    let ends = named("destination to dest target arrival end receiver away buyer");
    let divides = columns
        .iter()
        .any(|m| m.column == id && m.start > 0 && tokens[m.start - 1].is("per by each every"));
    let way = match () {
        () if before.is("from leaving departing") => (begins, ends),
        () if before.is("to into toward towards reaching") => (ends, begins),
        () => (false, false),
    };
    match way {
        (true, _) => 0.35,
        (_, true) => -0.35,
        _ if divides => -0.05,
        _ => 0.0,
    }
}

/// "Female *students*": the value is the students'.
fn owner(tables: &[TableMention], column: ColumnId, end: usize) -> f64 {
    let owned = tables
        .iter()
        .any(|m| m.at == end && m.table == column.table);
    if owned { 0.15 } else { 0.0 }
}

/// Other words for a value, abbreviations, a word of a longer value, a misspelling.
fn loose(
    tokens: &[Token],
    start: usize,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    found: &mut Vec<ValueMention>,
) {
    let token = &tokens[start];
    let covered = columns
        .iter()
        .any(|m| m.score > 0.7 && m.matched.contains(&start))
        || tables.iter().any(|m| m.at == start);
    if !(token.is_word() || token.kind == Kind::Quoted)
        || lexicon::is_function_word(&token.lower)
        || lexicon::is_chart_word(&token.lower)
        || covered
    {
        return;
    }
    let group = lexicon::value_group(&token.lower);
    let capital = token.kind == Kind::Quoted
        || (start > 0 && token.text.chars().next().is_some_and(char::is_uppercase));
    for id in schema.ids() {
        let column = schema.column(id);
        if column.text_dates
            || column.role == Role::Temporal
            || !matches!(
                column.profile.column_type,
                ColumnType::String | ColumnType::Boolean
            )
        {
            continue;
        }
        let near = columns
            .iter()
            .any(|m| m.column == id && near(m, start, start + 1));
        let texts = || {
            column
                .profile
                .values
                .iter()
                .filter_map(|v| v.value.as_str().map(|text| (text, text.to_lowercase())))
        };
        if let Some(group) = group {
            let hits: Vec<Value> = texts()
                .filter(|(_, lower)| group.contains(&lower.as_str()))
                .map(|(text, _)| Value::from(text))
                .collect();
            let gender = !lexicon::is_gender_word(&token.lower)
                || texts().all(|(_, lower)| lower.chars().count() > 1)
                || column
                    .words
                    .iter()
                    .any(|w| matches!(w.lower.as_str(), "sex" | "gender"))
                || texts().all(|(_, lower)| {
                    matches!(lower.as_str(), "m" | "f" | "u" | "x" | "male" | "female")
                });
            let place = lexicon::is_gender_word(&token.lower)
                || texts().any(|(_, lower)| lower.len() > 2 || group.contains(&lower.as_str()));
            if !hits.is_empty() && gender && place {
                found.push(ValueMention {
                    start,
                    end: start + 1,
                    column: id,
                    values: hits,
                    score: 0.95 + if near { 0.2 } else { 0.0 } + owner(tables, id, start + 1),
                });
                continue;
            }
            // A yes-or-no column whose name says what it is about.
            if lexicon::is_gender_word(&token.lower)
                && let Some(mention) = flagged(token, start, id, schema)
            {
                found.push(mention);
                continue;
            }
        }
        // "Foggy days" for `fog`.
        let adjective = token.lower.strip_suffix('y').filter(|base| base.len() >= 3);
        if let Some(base) = adjective
            && let Some((text, _)) = texts().find(|(_, lower)| {
                lower == base
                    || (lower.len() + 1 == base.len()
                        && base.starts_with(lower.as_str())
                        && base.ends_with(lower.chars().last().unwrap_or(' ')))
            })
        {
            found.push(ValueMention {
                start,
                end: start + 1,
                column: id,
                values: vec![Value::from(text)],
                score: 0.8 + if near { 0.2 } else { 0.0 },
            });
            continue;
        }
        if let Some(mention) = abbreviated(tokens, start, id, schema) {
            found.push(mention);
            continue;
        }
        if !capital && token.lower.len() < 5 {
            continue;
        }
        let stems = |text: &str| {
            text.split(|c: char| !c.is_alphanumeric())
                .any(|word| word.len() >= 3 && stem(&word.to_lowercase()) == token.stem)
        };
        let held: Vec<Value> = if capital && !schema.is_unique(id) || near {
            texts()
                .filter(|(text, _)| stems(text))
                .map(|(text, _)| Value::from(text))
                .collect()
        } else {
            Vec::new()
        };
        if !held.is_empty() && held.len() <= 20 {
            found.push(ValueMention {
                start,
                end: start + 1,
                column: id,
                values: held,
                score: 0.6 + if near { 0.2 } else { 0.0 },
            });
            continue;
        }
        let least = if token.lower.len() >= 8 { 2 } else { 1 };
        if token.lower.len() >= 5
            && let Some((text, _)) = texts().find(|(_, lower)| {
                lower.len() >= 5
                    && !lower.contains(' ')
                    && strsim::osa_distance(lower, &token.lower) <= least
                    && lower.chars().next() == token.lower.chars().next()
            })
        {
            found.push(ValueMention {
                start,
                end: start + 1,
                column: id,
                values: vec![Value::from(text)],
                score: 0.55 + if near { 0.2 } else { 0.0 },
            });
        }
    }
}

/// `male` where the column is `Is_male` with T and F, or true and false.
fn flagged(token: &Token, start: usize, id: ColumnId, schema: &Schema<'_>) -> Option<ValueMention> {
    let column = schema.column(id);
    let group = lexicon::value_group(&token.lower)?;
    let named = column
        .words
        .iter()
        .any(|word| group.contains(&word.lower.as_str()) && word.lower.len() > 1);
    let opposite = !named
        && column
            .words
            .iter()
            .any(|word| lexicon::is_gender_word(&word.lower));
    if !named && !opposite {
        return None;
    }
    let yes = |value: &Value| {
        value.as_bool() == Some(true)
            || value.as_str().is_some_and(|text| {
                matches!(
                    text.to_lowercase().as_str(),
                    "t" | "true" | "yes" | "y" | "1"
                )
            })
    };
    let value = column
        .profile
        .values
        .iter()
        .map(|v| &v.value)
        .find(|value| yes(value) == named)?;
    Some(ValueMention {
        start,
        end: start + 1,
        column: id,
        values: vec![value.clone()],
        score: 0.9,
    })
}

/// `department managers` for `DeptMgr`.
fn abbreviated(
    tokens: &[Token],
    start: usize,
    id: ColumnId,
    schema: &Schema<'_>,
) -> Option<ValueMention> {
    let column = schema.column(id);
    if column.profile.distinct > 60 {
        return None;
    }
    column
        .profile
        .values
        .iter()
        .filter_map(|v| v.value.as_str())
        .find_map(|text| {
            let words = name_words(text);
            if words.len() < 2 && text.len() < 4
                || words.len() > 4
                || words.iter().any(|word| word.len() < 2)
            {
                return None;
            }
            let mut shortened = false;
            for (offset, word) in words.iter().enumerate() {
                let token = tokens.get(start + offset).filter(|token| token.is_word())?;
                let same = token.lower == *word || token.stem == stem(word);
                let short = is_abbreviation(word, token.lower.trim_end_matches('s'));
                if !same && !short {
                    return None;
                }
                shortened |= short;
            }
            (shortened && words.len() >= 2).then(|| ValueMention {
                start,
                end: start + words.len(),
                column: id,
                values: vec![Value::from(text)],
                score: 1.1 + 0.1 * f64::from(u8::try_from(words.len()).unwrap_or(1)),
            })
        })
}
