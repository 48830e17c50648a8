//! Words for money that comes and goes or of which a table has one amount, and for what is done late.

use super::items::Item;
use crate::language::Token;
use crate::language::units::UnitKind;
use crate::schema::{ColumnId, Schema};

/// "Late", "on time", where the table has the day that something was due and the day that it was done.
pub(super) fn late(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item, f64)> {
    let table = schema.tables.iter().position(|table| table.due.is_some())?;
    let next = tokens.get(at + 1);
    let is_on_time = tokens[at].is("on in") && next.is_some_and(|next| next.is("time"));
    if is_on_time {
        return Some((at + 2, Item::Late { table, late: false }, 0.0));
    }
    let is_late = tokens[at].is("late") && !next.is_some_and(|next| next.is("in"));
    is_late.then_some((at + 1, Item::Late { table, late: true }, 0.0))
}

/// "Spent", "money in", "the amount received": what went out or came in, where one column holds both.
pub(super) fn flow(tokens: &[Token], at: usize, schema: &Schema<'_>) -> Option<(usize, Item, f64)> {
    const OUT: &str =
        "spend spent spending expense expenses expenditure expenditures outgoing outgoings out";
    const IN: &str = "income earn earned earning earnings receive received incoming incomings in";
    let opens = tokens[at].is("money amount amounts payment payments");
    let word = if opens {
        tokens.get(at + 1)?
    } else {
        &tokens[at]
    };
    let is_particle = word.is("in out go goes went");
    let out = word.is(OUT) || word.is("go goes went");
    if !(out || word.is(IN)) || is_particle && !tokens[at].is("money") {
        return None;
    }
    let column = schema
        .tables
        .iter()
        .enumerate()
        .find_map(|(table, known)| {
            let column = known.flow?;
            Some(ColumnId { table, column })
        })?;
    // "Income" of a column that is called so.
    let is_named = schema.ids().any(|id| {
        schema
            .column(id)
            .words
            .iter()
            .any(|known| known.stem == word.stem)
    });
    let end = at + 1 + usize::from(opens);
    (!is_named).then_some((end, Item::Flow { column, out }, 0.0))
}

/// "What customers spend", "the turnover of a vet": the only amount of money in the tables, or the one that adds up the others,
/// where no column is called so.
pub(super) fn only_amount(
    tokens: &[Token],
    at: usize,
    schema: &Schema<'_>,
) -> Option<(usize, Item, f64)> {
    const WORDS: &str =
        "spend spends spent pay pays turnover revenue revenues income takings earnings proceeds";
    let word = &tokens[at];
    let is_named = schema
        .ids()
        .any(|id| schema.column(id).has_stem(&word.stem));
    let has_flow = schema.tables.iter().any(|table| table.flow.is_some());
    if !word.is(WORDS) || is_named || has_flow || schema.revenue().is_some() {
        return None;
    }
    let is_amount = |id: &ColumnId| {
        let column = schema.column(*id);
        column.is_quantity() && column.unit.is_some_and(|unit| unit.kind == UnitKind::Money)
    };
    let has_word = |id: &ColumnId, words: &[&str]| {
        let known = &schema.column(*id).words;
        known.iter().any(|word| words.contains(&word.word.as_str()))
    };
    let amounts: Vec<ColumnId> = schema
        .ids()
        .filter(is_amount)
        .filter(|id| !has_word(id, &["price", "budget", "per", "rate", "avg", "mean"]))
        .collect();
    let totals: Vec<ColumnId> = (amounts.iter().copied())
        .filter(|id| has_word(id, &["total", "bill"]))
        .collect();
    let id = match (amounts.as_slice(), totals.as_slice()) {
        ([only], _) | (_, [only]) => *only,
        _ => return None,
    };
    let others = Vec::new();
    Some((at + 1, Item::Column { id, others }, 0.5))
}
