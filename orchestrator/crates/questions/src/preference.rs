//! Which column is meant where the words alone leave it open.

use crate::cues::{Cues, Use};
use crate::joins;
use crate::matching::{Mention, TableMention};
use crate::plan::Mark;
use crate::schema::{ColumnId, Role, Schema};
use crate::tokens::{Kind, Token};

/// Where the same words name several columns, a quantity is what is averaged, ranked and related,
/// and a category is what divides.
pub fn prefer(
    tokens: &[Token],
    cues: &Cues,
    ranked: bool,
    schema: &Schema<'_>,
    uses: &[Use],
    columns: &mut [Mention],
) {
    let related = cues.relation
        || cues.mark == Some(Mark::Point)
        || tokens.iter().any(|t| t.is("vary varies vs versus compare"));
    for (mention, used) in columns.iter_mut().zip(uses) {
        let quantity = |id: &ColumnId| schema.column(*id).is_quantity();
        let wanted = used.aggregate.is_some() || ((ranked || related) && !used.grouped);
        let better = if wanted && !quantity(&mention.column) {
            mention.others.iter().copied().find(quantity)
        } else if used.grouped && quantity(&mention.column) && used.aggregate.is_none() {
            mention
                .others
                .iter()
                .copied()
                .find(|id| schema.column(*id).role == Role::Category)
        } else {
            None
        };
        if let Some(better) = better {
            mention.others.retain(|id| *id != better);
            mention.others.insert(0, mention.column);
            mention.column = better;
        }
    }
}

/// "The names … of all pilots": the names are those of the table that is spoken of.
pub fn names(
    tokens: &[Token],
    tables: &[TableMention],
    schema: &Schema<'_>,
    columns: &mut [Mention],
) {
    for mention in columns.iter_mut() {
        let [at] = mention.matched[..] else { continue };
        if !tokens[at].is("name names title titles") || schema.tables.len() < 2 {
            continue;
        }
        // "For each maker, show its name": the noun stands before.
        if at > 0
            && tokens[at - 1].is("its their his her")
            && let Some(noun) = tables.iter().rfind(|m| m.at < at)
            && let Some(column) = schema.tables[noun.table].label
        {
            let table = noun.table;
            mention.others.push(mention.column);
            mention.column = ColumnId { table, column };
            continue;
        }
        let near = |m: &&TableMention| m.at > at && m.at <= at + 8;
        let owned = |m: &&TableMention| {
            (at + 1..m.at).rev().take(3).any(|b| tokens[b].is("of for"))
                && (at + 1..m.at).all(|b| tokens[b].kind != Kind::Break)
        };
        let each = |m: &&TableMention| tokens[m.at - 1].is("each every");
        let noun = tables
            .iter()
            .filter(|m| near(m) && owned(m))
            .max_by_key(|m| (each(m), std::cmp::Reverse(m.at)));
        if let Some(table) = noun
            .map(|m| m.table)
            .filter(|table| *table != mention.column.table)
            && let Some(column) = schema.tables[table].label
            && !tables
                .iter()
                .any(|m| m.table == mention.column.table && m.at + 1 == at)
        {
            mention.others.push(mention.column);
            mention.column = ColumnId { table, column };
        }
    }
}

/// "For each manufacturer" means the name of the row that a key refers to.
pub fn labels(
    tokens: &[Token],
    tables: &[TableMention],
    schema: &Schema<'_>,
    columns: &mut [Mention],
) {
    for at in 0..columns.len() {
        let mention = &columns[at];
        let [token] = mention.matched[..] else {
            continue;
        };
        let own = mention.column.table;
        let noun = tables.iter().find(|m| m.at == token && m.table != own);
        let Some(other) = noun.map(|m| m.table) else {
            continue;
        };
        let key =
            joins::keys(schema, own, other).is_some_and(|(left, _)| left == mention.column.column);
        let grouped = token > 0 && tokens[token - 1].is("each every per by");
        if let Some(label) = schema.tables[other].label.filter(|_| key && grouped) {
            let named = ColumnId {
                table: other,
                column: label,
            };
            columns[at].column = named;
            // "Each manufacturer's name" says it twice.
            if let Some(next) = columns.get_mut(at + 1)
                && next.start == token + 1
                && tokens[next.start].is("name names title")
            {
                next.column = named;
            }
        }
    }
}

/// "Each product's manufacturer" speaks of two tables and of no column.
pub fn owned(tables: &[TableMention], columns: &[Mention], schema: &Schema<'_>) -> Vec<usize> {
    let noun = |at: usize| tables.iter().filter(move |m| m.at == at);
    let speaks = |mention: &Mention| {
        let [token] = mention.matched[..] else {
            return false;
        };
        let own = mention.column.table;
        token > 0
            && noun(token - 1).any(|m| m.table == own)
            && noun(token).any(|m| m.table != own && joins::keys(schema, own, m.table).is_some())
    };
    (0..columns.len())
        .filter(|at| speaks(&columns[*at]))
        .collect()
}

/// Half-named columns of tables that nothing joins to the one the question is about.
pub fn unreachable(columns: &[Mention], schema: &Schema<'_>) -> Vec<usize> {
    let best = columns.iter().max_by(|a, b| a.score.total_cmp(&b.score));
    let Some(main) = best.map(|m| m.column.table) else {
        return Vec::new();
    };
    let apart = |m: &Mention| {
        m.score < 0.95
            && m.column.table != main
            && joins::path(schema, &[main, m.column.table]).is_none()
    };
    (0..columns.len())
        .filter(|at| apart(&columns[*at]))
        .collect()
}
