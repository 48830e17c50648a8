//! Numbered things: "above the 3rd floor" is "above floor 3" where a column holds the numbers of floors.

use super::written;
use crate::language::{Token, lexicon};
use crate::link::link_columns;
use crate::schema::{ColumnId, Role, Schema};

/// More numbers than this are no steps that one counts: "the 3rd price".
const STEPS: u64 = 60;

/// Reads an ordinal before the name of a column with such numbers as the number behind it.
pub(super) fn numbered(mut tokens: Vec<Token>, schema: &Schema<'_>) -> Vec<Token> {
    let found = (1..tokens.len().saturating_sub(1)).find_map(|at| {
        let number = ordinal(&tokens[at])?;
        let links = link_columns(&tokens, at + 1, schema);
        let link = links
            .iter()
            .find(|link| link.cost < 0.5 && has_step(link.column, number, schema))?;
        let is_place = tokens[..at]
            .iter()
            .rev()
            .find(|token| !token.is("the their his her its"))
            .is_some_and(|before| {
                before.is("on in at of from above below over under until behind since beyond")
            });
        is_place.then_some((at, link.end, number))
    });
    if let Some((at, end, number)) = found {
        let span = tokens.remove(at).span;
        let said = written([number.to_string().as_str()], span);
        tokens.splice(end - 1..end - 1, said);
        if tokens[at - 1].is("the") {
            tokens.remove(at - 1);
        }
    }
    tokens
}

fn ordinal(token: &Token) -> Option<f64> {
    if token.ordinal {
        return token.number;
    }
    lexicon::ordinal_word(&token.word).map(f64::from)
}

/// Tells whether a column counts steps, of which this may be one.
fn has_step(id: ColumnId, number: f64, schema: &Schema<'_>) -> bool {
    let column = schema.column(id);
    let end =
        |value: &Option<serde_json::Value>| value.as_ref().and_then(serde_json::Value::as_f64);
    let (low, high) = (end(&column.profile.min), end(&column.profile.max));
    column.is_whole()
        && !matches!(column.role, Role::Time | Role::Flag)
        && column.unit.is_none()
        && column.profile.distinct <= STEPS
        && low.is_some_and(|low| low <= number.max(2.0))
        && high.is_some_and(|high| number <= high)
}
