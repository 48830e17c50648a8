//! Words for money that comes and goes, and for what is done late: of tables that hold both sides.

use super::items::Item;
use crate::language::Token;
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
