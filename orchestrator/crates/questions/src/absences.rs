//! Rows to which no row of another table refers: "customers who never ordered", "schools without pupils".

use crate::joins;
use crate::matching::TableMention;
use crate::plan::{Filter, Test};
use crate::schema::{ColumnId, Schema};
use crate::tokens::{Kind, Token};

/// The rows of `subject` that have none of another table's.
#[derive(Clone, Debug)]
pub struct Absence {
    pub subject: usize,
    pub filter: Filter,
    /// The words that say so.
    pub start: usize,
    pub end: usize,
}

pub fn read(tokens: &[Token], schema: &Schema<'_>, tables: &[TableMention]) -> Option<Absence> {
    if schema.tables.len() < 2 {
        return None;
    }
    (0..tokens.len()).find_map(|at| {
        let strong = tokens[at].is("never nobody noone none nothing")
            || (tokens[at].is("no") && tokens.get(at + 1).is_some_and(|t| t.is("one body")));
        let weak = tokens[at].is("no without not lacking lack lacks n't don doesn didn haven hasn");
        if !strong && !weak {
            return None;
        }
        let near = |m: &&TableMention| {
            m.at < at && at - m.at <= 6 && (m.at..at).all(|b| tokens[b].kind != Kind::Break)
        };
        // Of tables that share the word, the one with the shorter name is meant.
        let subject = tables
            .iter()
            .filter(near)
            .max_by_key(|m| (m.at, std::cmp::Reverse(schema.tables[m.table].stems.len())))?;
        named(tokens, at, subject.table, schema, tables).or_else(|| {
            strong
                .then(|| only_child(at, subject.table, schema, tokens))
                .flatten()
        })
    })
}

/// The other table is named by its noun or its verb: "no orders", "never ordered".
fn named(
    tokens: &[Token],
    at: usize,
    subject: usize,
    schema: &Schema<'_>,
    tables: &[TableMention],
) -> Option<Absence> {
    let until = tokens.len().min(at + 5);
    let end = (at + 1..until)
        .find(|&b| tokens[b].kind == Kind::Break)
        .unwrap_or(until);
    let own = |at: usize| tables.iter().any(|m| m.at == at && m.table == subject);
    let other = tables.iter().filter(|m| {
        let mut between = at + 1..m.at.max(at + 1);
        let near = between.all(|b| {
            own(b) || tokens[b].is("in for a an any single been have had has get got made make placed place taken one of their its the ever yet body")
        });
        (at + 1..end).contains(&m.at) && m.table != subject && !own(m.at) && near
    });
    let other = other.min_by_key(|m| (m.at, schema.tables[m.table].stems.len()))?;
    absence(schema, subject, other.table, at, other.at + 1)
}

/// "Nobody borrowed them": the one table whose rows refer to the subject's.
fn only_child(at: usize, subject: usize, schema: &Schema<'_>, tokens: &[Token]) -> Option<Absence> {
    let end = (at + 1..tokens.len())
        .take(3)
        .find(|&b| tokens[b].is_word() && !tokens[b].is("one body been ever yet have has had"))
        .map_or(at + 1, |b| b + 1);
    absence(schema, subject, child(schema, subject)?, at, end)
}

/// The one table whose rows refer to the rows of another.
pub fn child(schema: &Schema<'_>, subject: usize) -> Option<usize> {
    let mut children = (0..schema.tables.len()).filter(|other| {
        *other != subject
            && joins::keys(schema, subject, *other)
                .is_some_and(|(own, _)| schema.tables[subject].is_unique(own))
    });
    let first = children.next()?;
    children.next().is_none().then_some(first)
}

fn absence(
    schema: &Schema<'_>,
    subject: usize,
    other: usize,
    start: usize,
    end: usize,
) -> Option<Absence> {
    let other = if joins::keys(schema, subject, other).is_some() {
        other
    } else {
        // Through the table between them.
        (0..schema.tables.len()).find(|&between| {
            joins::keys(schema, subject, between).is_some()
                && joins::keys(schema, between, other).is_some()
        })?
    };
    let (own, key) = joins::keys(schema, subject, other)?;
    let id = ColumnId {
        table: subject,
        column: own,
    };
    let column = schema.column(id);
    let filter = Filter {
        column: schema.reference(id),
        column_type: column.profile.column_type,
        unit: None,
        text_dates: false,
        or: false,
        test: Test::HasRows {
            of: schema.reference(ColumnId {
                table: other,
                column: key,
            }),
            negated: true,
        },
    };
    Some(Absence {
        subject,
        filter,
        start,
        end,
    })
}
