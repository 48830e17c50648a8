//! Parts of the year that are no date: "in summer", "in March", "in the first quarter".

use serde_json::Value;

use crate::dates;
use crate::filters::{Conditions, filter};
use crate::lexicon;
use crate::matching::{Mention, TableMention};
use crate::plan::{Test, TimeUnit};
use crate::schema::{ColumnId, Role, Schema};
use crate::tokens::Token;

/// The column of dates that is meant where none is named: one of the tables that are spoken of.
pub fn moment(schema: &Schema<'_>, tables: &[TableMention]) -> Option<ColumnId> {
    let temporal = |id: &ColumnId| schema.column(*id).role == Role::Temporal;
    tables
        .iter()
        .find_map(|m| schema.ids().filter(temporal).find(|id| id.table == m.table))
        .or_else(|| schema.ids().find(temporal))
}

pub fn read(
    tokens: &[Token],
    taken: &mut [bool],
    schema: &Schema<'_>,
    columns: &[Mention],
    tables: &[TableMention],
    conditions: &mut Conditions,
) {
    for at in 1..tokens.len() {
        let Some((unit, parts, length)) = part(tokens, taken, at) else {
            continue;
        };
        let dated = |id: ColumnId| schema.column(id).has_dates();
        let column = columns
            .iter()
            .map(|m| m.column)
            .find(|id| dated(*id))
            .or_else(|| moment(schema, tables).filter(|id| dated(*id)))
            .or_else(|| schema.ids().find(|id| dated(*id)));
        let Some(column) = column else { continue };
        taken[at..at + length].fill(true);
        // "Adopted in spring" says which date, and draws nothing.
        let said = columns
            .iter()
            .position(|m| m.column == column && m.end <= at && at - m.end <= 2);
        conditions.used.extend(said);
        let values = parts.into_iter().map(Value::from).collect();
        let mut condition = filter(schema, column, Test::OneOf(values));
        condition.unit = Some(unit);
        conditions.push(at, condition);
    }
}

/// The unit, its numbers and how many tokens name them.
fn part(tokens: &[Token], taken: &[bool], at: usize) -> Option<(TimeUnit, Vec<i64>, usize)> {
    if taken[at] {
        return None;
    }
    let leads = |words: &str| (0..at).rev().take(2).any(|b| tokens[b].is(words));
    let token = &tokens[at];
    if let Some(months) = lexicon::season(&token.lower)
        && leads("in during of for every each only late early")
    {
        return Some((TimeUnit::Month, months.to_vec(), 1));
    }
    let before = &tokens[at - 1];
    if let Some(month) = dates::month(token)
        && before.is("in during of for only every")
        && tokens.get(at + 1).is_none_or(|t| t.number.is_none())
    {
        let mut months = vec![i64::from(month)];
        let mut end = at + 1;
        // "In June, July or August".
        while let (Some(joint), Some(next)) = (tokens.get(end), tokens.get(end + 1))
            && joint.is(", or and")
            && let Some(month) = dates::month(next)
        {
            months.push(i64::from(month));
            end += 2;
        }
        return Some((TimeUnit::Month, months, end - at));
    }
    let ordinal = match token.lower.as_str() {
        "first" | "1st" => 1,
        "second" | "2nd" => 2,
        "third" | "3rd" => 3,
        "fourth" | "4th" | "last" => 4,
        "q1" => return Some((TimeUnit::Quarter, vec![1], 1)),
        "q2" => return Some((TimeUnit::Quarter, vec![2], 1)),
        "q3" => return Some((TimeUnit::Quarter, vec![3], 1)),
        "q4" => return Some((TimeUnit::Quarter, vec![4], 1)),
        _ => return None,
    };
    let quarter = tokens.get(at + 1).is_some_and(|t| t.is("quarter"));
    quarter.then(|| (TimeUnit::Quarter, vec![ordinal], 2))
}
