//! Words that name nothing in the tables are read through the thesaurus: "manufacturer" for `maker`, "birds" for puffins,
//! "costliest" for the highest price.

use std::sync::Arc;

use portolan_thesaurus::{Relation, RelationKind, Relatives, alike, is_a, is_noun};

use super::columns::is_shortened;
use crate::language::lexicon::{self, Adjective};
use crate::language::{Kind, Token, name_words};
use crate::schema::{Column, ColumnId, Schema, Table};

/// Values of a category that are looked at to find their general term.
const VALUES: usize = 12;

/// Returns the tokens with the relatives of the unknown ones; None where the thesaurus knows none of them.
pub fn attach(tokens: &[Token], unknown: &[usize]) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let mut any = false;
    for at in unknown {
        let token = &mut tokens[*at];
        if token.kind != Kind::Word
            || token.number.is_some()
            || lexicon::is_function_word(&token.word)
            || token.is("not no never neither nor without except")
        {
            continue;
        }
        let relatives = Relatives::of(&token.word);
        if relatives.iter().next().is_some() {
            any = true;
            token.relatives = Some(Arc::new(relatives));
        }
    }
    any.then_some(tokens)
}

/// Tells whether a relation is close enough to read one word as the other.
fn is_close(relation: Relation) -> bool {
    relation.score
        >= match relation.kind {
            RelationKind::Synonym | RelationKind::Attribute => 0.5,
            RelationKind::Derived => 0.55,
            RelationKind::Broader | RelationKind::Narrower => 0.65,
        }
}

/// The cost of reading a token as a word of a column's name; clearly above the one of a word that is in the name.
pub(super) fn word_cost(token: &Token, word: &str) -> Option<f64> {
    let relatives = token.relatives.as_ref()?;
    if let Some(relation) = relatives.to(word).filter(|found| is_close(*found)) {
        return Some(0.5 + 0.8 * (1.0 - relation.score));
    }
    // "off_tot" for crimes: the beginning of a synonym, where the part is no noun of its own.
    let is_part = word.chars().count() >= 3 && !is_noun(word);
    let shortened = is_part
        && relatives.iter().any(|(synonym, relation)| {
            relation.kind == RelationKind::Synonym
                && relation.score >= 0.6
                && (is_shortened(word, synonym)
                    || synonym.len() >= word.len() + 3 && synonym.starts_with(word))
        });
    shortened.then_some(0.75)
}

/// The cost of reading a token as the general term for the values of a column: "birds" for puffins and razorbills.
pub(super) fn values_cost(token: &Token, column: &Column<'_>) -> Option<f64> {
    token.relatives.as_ref()?;
    if !column.is_text() {
        return None;
    }
    let texts: Vec<&str> = column
        .profile
        .values
        .iter()
        .filter_map(|value| value.value.as_str())
        .filter(|text| text.chars().count() <= 40)
        .take(VALUES)
        .collect();
    let fitting = texts
        .iter()
        .filter(|text| {
            let words = name_words(text);
            let is_kind = |word: Option<&String>| {
                word.is_some_and(|word| word.len() > 2 && is_a(word, &token.word).is_some())
            };
            is_kind(words.last()) || is_kind(words.first())
        })
        .count();
    (texts.len() >= 2 && fitting * 10 >= texts.len() * 6).then_some(0.7)
}

/// The cost of reading a token as the noun for a row of a table: by the table's name, or by its values where rows are counted.
pub fn entity_cost(tokens: &[Token], at: usize, table: &Table<'_>) -> Option<f64> {
    let token = &tokens[at];
    let relatives = token.relatives.as_ref()?;
    let by_name = name_words(&table.profile.name).iter().any(|word| {
        relatives.to(word).is_some_and(is_close)
            || is_a(word, &token.word).is_some_and(|steps| steps <= 5)
    });
    if by_name {
        return Some(0.6);
    }
    let is_counted = at
        .checked_sub(1)
        .is_some_and(|before| tokens[before].is("many"))
        || at
            .checked_sub(2)
            .is_some_and(|before| tokens[before].is("number count") && tokens[at - 1].is("of"));
    (is_counted
        && table
            .columns
            .iter()
            .any(|column| values_cost(token, column).is_some()))
    .then_some(0.6)
}

/// Returns the adjective of the lexicon that an unknown one stands for, in its plain form or as a superlative: "priciest", "inexpensive".
pub fn adjective(token: &Token) -> Option<Adjective> {
    token.relatives.as_ref()?;
    alike(&token.word).into_iter().find_map(|alike| {
        let known = lexicon::plain_adjective(alike.word)
            .or_else(|| lexicon::superlative(&format!("{}est", alike.word)))
            .filter(|known| !known.stems.is_empty())?;
        Some(Adjective {
            high: known.high != alike.is_opposite,
            stems: known.stems,
        })
    })
}

/// Returns the one quantity of a table that is nearest to a token; None where two are alike.
pub fn quantity(token: &Token, schema: &Schema<'_>, table: usize) -> Option<ColumnId> {
    let mut found: Vec<(f64, usize)> = schema.tables[table]
        .columns
        .iter()
        .enumerate()
        .filter(|(_, column)| column.is_quantity())
        .filter_map(|(at, column)| {
            let cost = column
                .words
                .iter()
                .filter_map(|word| word_cost(token, &word.word))
                .min_by(f64::total_cmp)?;
            Some((cost, at))
        })
        .collect();
    found.sort_by(|left, right| left.0.total_cmp(&right.0));
    match found.as_slice() {
        [(best, _), (next, _), ..] if next - best < 0.1 => None,
        [(_, column), ..] => Some(ColumnId {
            table,
            column: *column,
        }),
        [] => None,
    }
}
