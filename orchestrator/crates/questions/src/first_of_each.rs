//! The first of each group: "the longest film of each director", "the two dearest products per category".

use crate::absences;
use crate::lexicon;
use crate::matching::{Mention, TableMention};
use crate::order::Ordering;
use crate::plan::Aggregate;
use crate::schema::{ColumnId, Schema};
use crate::tokens::{Kind, Token};

#[derive(Clone, Debug)]
pub struct FirstOfEach {
    pub count: u64,
    pub descending: bool,
    /// What is listed.
    pub entity: ColumnId,
    pub group: ColumnId,
    /// What it is ranked by.
    pub aggregate: Option<Aggregate>,
    pub quantity: Option<ColumnId>,
    /// The table whose rows are counted.
    pub counted: Option<usize>,
}

pub fn read(
    tokens: &[Token],
    ordering: &Ordering,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<FirstOfEach> {
    (0..tokens.len())
        .filter(|&at| tokens[at].is("each every per"))
        .find_map(|each| found(tokens, each, ordering, schema, columns, tables))
}

fn found(
    tokens: &[Token],
    each: usize,
    ordering: &Ordering,
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
) -> Option<FirstOfEach> {
    let label = |table: usize| {
        let column = schema.tables[table].label?;
        Some(ColumnId { table, column })
    };
    let group = columns
        .iter()
        .find(|m| m.start == each + 1 && !schema.column(m.column).is_quantity())
        .map(|m| m.column)
        .or_else(|| {
            tables
                .iter()
                .find(|m| m.at == each + 1)
                .and_then(|m| label(m.table))
        })?;
    // The noun just before "of each".
    let noun = if each > 0 && tokens[each - 1].is("of in for from within by") {
        each.checked_sub(2)?
    } else {
        each.checked_sub(1)?
    };
    let (superlative, descending) = (0..noun).rev().take(4).find_map(|at| {
        let word = &tokens[at].lower;
        let up = lexicon::ranks(word)?;
        (at..noun)
            .all(|b| tokens[b].kind != Kind::Break)
            .then_some((at, up))
    })?;
    // "The highest price of each type" is a value of the type's own.
    let word = &tokens[superlative];
    let direct = columns
        .iter()
        .any(|m| m.start == superlative + 1 && schema.column(m.column).is_quantity());
    if word.is("maximum minimum max min")
        || (direct && word.is("highest lowest largest smallest biggest greatest fewest"))
    {
        return None;
    }
    let own = columns
        .iter()
        .find(|m| m.end == noun + 1 && m.start > superlative);
    let category = own
        .filter(|m| !schema.column(m.column).is_quantity())
        .map(|m| m.column);
    let entity = category.or_else(|| {
        tables
            .iter()
            .filter(|m| m.at == noun)
            .find_map(|m| label(m.table))
    })?;
    let measured = own.is_some_and(|m| schema.column(m.column).is_quantity() && m.score > 0.8);
    if measured || entity == group {
        return None;
    }
    let quantity = columns
        .iter()
        .find(|m| {
            schema.column(m.column).is_quantity()
                && ((m.start >= superlative && m.end <= noun)
                    || (m.start > each && tokens[m.start - 1].is("by of in")))
        })
        .map(|m| m.column)
        .or_else(|| implied(schema, entity.table, &tokens[superlative].lower));
    let frequent = (superlative + 1..noun).any(|at| tokens[at].is("common frequent popular usual"));
    let repeats = !schema.is_unique(entity);
    let counted = match quantity {
        Some(_) if !frequent => None,
        _ if repeats => Some(entity.table),
        _ => Some(absences::child(schema, entity.table)?),
    };
    let aggregate = match (counted, quantity) {
        (Some(_), _) => Some(Aggregate::Count),
        (None, Some(id)) if repeats || id.table != entity.table => {
            let words = &schema.column(id).words;
            let sums = words.iter().any(|w| lexicon::is_additive_word(&w.stem));
            Some(if sums {
                Aggregate::Sum
            } else {
                Aggregate::Mean
            })
        }
        _ => None,
    };
    let said = |at: usize| {
        tokens
            .get(at)
            .and_then(|t| t.number)
            .filter(|n| n.fract() == 0.0 && (1.0..=50.0).contains(n))
    };
    let number = said(superlative + 1).or_else(|| superlative.checked_sub(1).and_then(said));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 50"
    )]
    let count = number.map_or_else(|| ordering.limit.map_or(1, |(n, _)| n), |n| n as u64);
    Some(FirstOfEach {
        count,
        descending,
        entity,
        group,
        aggregate,
        quantity: quantity.filter(|_| counted.is_none()),
        counted,
    })
}

/// The quantity that "largest" or "best" ranks by where none is named.
pub fn implied(schema: &Schema<'_>, table: usize, word: &str) -> Option<ColumnId> {
    let names = lexicon::implied_quantity(word)?;
    let columns = &schema.tables[table].columns;
    let quantity = |at: &usize| columns[*at].is_quantity();
    let named = names.split(' ').find_map(|name| {
        (0..columns.len())
            .filter(quantity)
            .find(|at| columns[*at].words.iter().any(|w| w.stem == name))
    });
    let only = || {
        let mut all = (0..columns.len()).filter(quantity);
        let first = all.next()?;
        all.next().is_none().then_some(first)
    };
    named.or_else(only).map(|column| ColumnId { table, column })
}
