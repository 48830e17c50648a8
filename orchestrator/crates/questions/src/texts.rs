//! Conditions on what a text holds and on what is missing: "whose name contains M", "is not null".

use portolan_query::ColumnType;

use crate::filters::{Conditions, filter};
use crate::matching::Mention;
use crate::plan::Test;
use crate::schema::Schema;
use crate::tokens::{Kind, Token};

/// "Is not null", "have no commission", "without an address".
pub fn missing(
    tokens: &[Token],
    schema: &Schema<'_>,
    columns: &[Mention],
    conditions: &mut Conditions,
) {
    for (index, mention) in columns.iter().enumerate() {
        let rest = tokens.iter().skip(mention.end).take(4).collect::<Vec<_>>();
        let blank = rest
            .iter()
            .position(|t| t.is("null empty missing blank unknown"));
        let linked = blank.is_some_and(|at| {
            rest[..at]
                .iter()
                .all(|t| t.is("is are was not has have does do a"))
        });
        // "Without a score", "no known mass".
        let mut first = mention.start;
        while first > 0 && tokens[first - 1].is("a an any known recorded given single own") {
            first -= 1;
        }
        let before = first.checked_sub(1).map(|at| &tokens[at]);
        let none = before.is_some_and(|t| t.is("no without missing"))
            && first >= 2
            && tokens[first - 2].is("have has had with having there get gets are")
            || before.is_some_and(|t| t.is("without"));
        if linked {
            let not = rest.iter().take(blank.unwrap_or(0)).any(|t| t.is("not"));
            let test = if not { Test::Known } else { Test::Missing };
            conditions.used.push(index);
            conditions.push(mention.end, filter(schema, mention.column, test));
        } else if none && schema.column(mention.column).profile.nulls > 0 {
            conditions.used.push(index);
            conditions.push(mention.start, filter(schema, mention.column, Test::Missing));
        } else if none
            && schema.column(mention.column).is_quantity()
            && schema
                .column(mention.column)
                .profile
                .min
                .as_ref()
                .and_then(|min| min.as_f64())
                .is_some_and(|min| min <= 0.0)
        {
            // Where every row has a number, none of it is zero.
            conditions.used.push(index);
            let test = Test::OneOf(vec![0.into()]);
            conditions.push(mention.start, filter(schema, mention.column, test));
        }
    }
}

/// "Whose first name contains the letter M", "with the letters D or S in their name".
pub fn parts(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    conditions: &mut Conditions,
) {
    const VERBS: &str =
        "contain contains containing include includes including letter letters substring";
    let Some(verb) = tokens.iter().position(|t| t.is(VERBS)) else {
        starts(tokens, schema, columns, conditions);
        return;
    };
    let mut parts = Vec::new();
    let mut end = verb;
    for (at, token) in tokens.iter().enumerate().skip(verb).take(10) {
        let part = token.kind == Kind::Quoted
            || (token.text.chars().count() == 1
                && token.text.chars().all(char::is_alphanumeric)
                && !token.is("a"));
        if part {
            parts.push(token.text.clone());
            end = at + 1;
        } else if !(token.is(VERBS) || token.is("the or and a word string text either ,")) {
            break;
        }
    }
    let text = |m: &Mention| schema.column(m.column).profile.column_type == ColumnType::String;
    let before = columns
        .iter()
        .enumerate()
        .rfind(|(_, m)| m.end <= verb && verb - m.end <= 6 && text(m));
    let after = columns
        .iter()
        .enumerate()
        .find(|(_, m)| m.start >= end && m.start - end <= 4 && text(m));
    let holds = tokens[verb].is("letter letters substring");
    let found = if holds {
        after.or(before)
    } else {
        before.or(after)
    };
    let Some((index, mention)) = found.filter(|_| !parts.is_empty()) else {
        return;
    };
    for flag in &mut taken[verb..end] {
        *flag = true;
    }
    let from = mention.end.min(verb);
    let negated = tokens[from..verb.max(from)]
        .iter()
        .any(|t| t.is("not no never without doesn don"));
    conditions.used.push(index);
    conditions.push(
        verb.min(mention.start),
        filter(
            schema,
            mention.column,
            Test::Like {
                parts,
                negated,
                start: false,
            },
        ),
    );
}

/// "Whose name starts with A".
fn starts(tokens: &[Token], schema: &Schema<'_>, columns: &[Mention], conditions: &mut Conditions) {
    let Some(verb) = (0..tokens.len()).find(|&at| {
        tokens[at].is("starts start starting begins begin beginning")
            && tokens.get(at + 1).is_some_and(|t| t.is("with"))
    }) else {
        return;
    };
    let part = tokens
        .iter()
        .skip(verb + 2)
        .find(|t| !t.is("the letter letters a"));
    let column = columns
        .iter()
        .enumerate()
        .rfind(|(_, m)| m.end <= verb && verb - m.end <= 3);
    if let (Some(part), Some((index, mention))) = (part, column)
        && part.kind != Kind::Break
    {
        conditions.used.push(index);
        let test = Test::Like {
            parts: vec![part.text.clone()],
            negated: false,
            start: true,
        };
        conditions.push(verb, filter(schema, mention.column, test));
    }
}
