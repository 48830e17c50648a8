//! All that is understood of a question before it becomes a query.

use crate::cues::{self, Cues, Use};
use crate::filters::{self, Conditions};
use crate::matching::{self, Mention, TableMention};
use crate::order::{self, Ordering, Target};
use crate::schema::Schema;
use crate::tokens::{Token, tokenize};
use crate::values::{self, ValueMention};

pub struct Understanding {
    pub tokens: Vec<Token>,
    pub ordering: Ordering,
    pub columns: Vec<Mention>,
    pub uses: Vec<Use>,
    pub tables: Vec<TableMention>,
    pub values: Vec<ValueMention>,
    pub conditions: Conditions,
    pub cues: Cues,
}

impl Understanding {
    pub fn of(text: &str, schema: &Schema<'_>) -> Self {
        let tokens = tokenize(text);
        let mut taken = vec![false; tokens.len()];
        let ordering = order::read(&tokens, &mut taken);
        let tables = matching::tables(&tokens, &taken, schema);
        let columns = matching::columns(&tokens, &taken, schema, &tables);
        let mut values = values::values(&tokens, &taken, schema, &columns, &tables);
        if let Some((start, end)) = sort_range(&ordering) {
            values.retain(|value| value.end <= start || value.start >= end);
        }
        let mut used_up = taken.clone();
        let conditions = filters::read(&tokens, &mut used_up, schema, &columns, &values);
        let cues = cues::read(&tokens, &taken, &columns);
        let uses = columns
            .iter()
            .map(|mention| cues::use_of(&tokens, mention, &columns, &taken))
            .collect();
        Self {
            tokens,
            ordering,
            columns,
            uses,
            tables,
            values,
            conditions,
            cues,
        }
    }

    /// Whether the mention only says what to sort by.
    pub fn only_sorts(&self, mention: &Mention) -> bool {
        sort_range(&self.ordering)
            .is_some_and(|(start, end)| mention.start >= start && mention.end <= end)
    }

    /// The mention that the order's words name.
    pub fn sorted_by(&self) -> Option<&Mention> {
        self.columns
            .iter()
            .filter(|mention| self.only_sorts(mention))
            .max_by(|a, b| a.score.total_cmp(&b.score))
    }

    /// Whether nothing of the tables was found in the question.
    pub fn is_empty(&self) -> bool {
        self.columns.is_empty()
            && self.values.is_empty()
            && self.tables.is_empty()
            && self.cues.counts.is_empty()
    }

    /// Where the count's noun is, if it names a table.
    pub fn counted_table(&self) -> Option<usize> {
        self.cues.counts.iter().find_map(|&at| {
            let end = (at..self.tokens.len().min(at + 5))
                .find(|&i| {
                    self.tokens[i].is(&[
                        "of", "for", "in", "each", "per", "by", "from", "that", "and", "are",
                        "with", "do", "does", "have", "has", "who", "whose",
                    ])
                })
                .unwrap_or(self.tokens.len().min(at + 5));
            // The last word is what is counted: "customer *addresses*".
            let heads: Vec<&TableMention> = self
                .tables
                .iter()
                .filter(|m| (at..end.max(at + 1)).contains(&m.at))
                .collect();
            let last = heads.iter().map(|m| m.at).max()?;
            let mut candidates: Vec<usize> = heads
                .iter()
                .filter(|m| m.at == last)
                .map(|m| m.table)
                .collect();
            // The one most of whose name is said.
            candidates.sort_by_key(|table| {
                std::cmp::Reverse(heads.iter().filter(|m| m.table == *table).count())
            });
            candidates.first().copied()
        })
    }
}

fn sort_range(ordering: &Ordering) -> Option<(usize, usize)> {
    match ordering.sort.as_ref()?.target {
        Target::Tokens { start, end } => Some((start, end)),
        _ => None,
    }
}
