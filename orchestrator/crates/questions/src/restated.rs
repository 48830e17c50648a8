//! A question that is said twice: "do insured animals get bigger bills? average bill with and without insurance".
//!
//! The second sentence says in the words of the table what the first one asks for, and is read by itself.

use crate::decide::{Candidate, candidates};
use crate::language::{Kind, Token};
use crate::parse::{Item, Node};
use crate::schema::Schema;
use crate::sql::walk;

/// Words that open a question of its own, or one that goes on with the first.
const OPENERS: &str = "and or but if so which what who whose whom when where why how is are was were do does did can could has have \
     will would should then also only just please if because";

/// Returns the readings of the second sentence where it is whole by itself; the first one is left out.
pub fn read_restated(tokens: &[Token], schema: &Schema<'_>) -> Option<Vec<Candidate>> {
    let end = tokens
        .iter()
        .rposition(|token| token.kind == Kind::Break && token.text == "?")
        .filter(|end| *end >= 3)?;
    let from = (end..tokens.len()).find(|at| tokens[*at].kind != Kind::Break)?;
    let second = &tokens[from..];
    let words = second.iter().filter(|token| token.kind == Kind::Word);
    if words.count() < 3 || second[0].is(OPENERS) {
        return None;
    }
    let mut found = candidates(second, schema);
    let best = found.first().filter(|best| is_complete(best))?;
    if narrows(&tokens[..end], best, schema) {
        return None;
    }
    for candidate in &mut found {
        for node in &mut candidate.nodes {
            node.start += from;
            node.end += from;
        }
        let first = Node {
            start: 0,
            end: from,
            item: Item::Filler,
            cost: 0.0,
        };
        candidate.nodes.insert(0, first);
        for at in &mut candidate.unknown {
            *at += 1;
        }
        for mention in &mut candidate.unclear {
            mention.at += 1;
        }
    }
    Some(found)
}

/// Tells whether a sentence says both what is measured and what divides it: "all years together" only adds to what was asked.
fn is_complete(best: &Candidate) -> bool {
    let says_what = best.nodes.iter().any(|node| {
        matches!(
            node.item,
            Item::Column { .. } | Item::Entity(_) | Item::Value { .. } | Item::Count
        )
    });
    best.is_whole()
        && says_what
        && !best.plan.measures.is_empty()
        && (!best.plan.groups.is_empty() || best.plan.select.is_some())
}

/// Tells whether the first sentence says which rows or times are meant, and the second one says nothing of them.
fn narrows(first: &[Token], second: &Candidate, schema: &Schema<'_>) -> bool {
    let mut read = Vec::new();
    for group in &second.plan.groups {
        walk::group_columns(&group.value, &mut |column| read.push(column.clone()));
    }
    for condition in &second.plan.conditions {
        walk::condition_columns(&condition.value, &mut |column| read.push(column.clone()));
    }
    let is_lost = |node: &Node| match &node.item {
        Item::Value { column, .. } => !read.contains(&schema.reference(*column)),
        Item::Compare { .. }
        | Item::Time(_)
        | Item::Season(_)
        | Item::SeasonValue(..)
        | Item::Unit(_)
        | Item::Number(_)
        | Item::Not
        | Item::Without
        | Item::Missing => true,
        _ => false,
    };
    candidates(first, schema)
        .first()
        .is_none_or(|first| first.nodes.iter().any(is_lost))
}
