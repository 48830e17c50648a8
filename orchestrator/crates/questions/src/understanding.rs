//! All that is understood of a question before it becomes a query.

use crate::cues::{self, Cues, Use};
use crate::filters::{self, Conditions};
use crate::matching::{self, Mention, TableMention, similarity};
use crate::order::{self, Ordering, Target};
use crate::preference;
use crate::schema::{Role, Schema};
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
        let timeless = block_time(&tokens, &taken, schema);
        let columns = matching::columns(&tokens, &timeless, schema, &tables);
        let mut values = values::values(&tokens, &taken, schema, &columns, &tables);
        if let Some((start, end)) = sort_range(&ordering) {
            values.retain(|value| value.end <= start || value.start >= end);
        }
        // "Shipped late" is a value, whatever "shipped" alone might name.
        let within = |mention: &Mention| {
            let covers = |v: &ValueMention| v.end - v.start >= 2 && v.score >= 1.1;
            let full = mention.score >= 1.0 && mention.matched.len() > 1;
            !full
                && values.iter().any(|v| {
                    covers(v)
                        && mention
                            .matched
                            .iter()
                            .all(|at| (v.start..v.end).contains(at))
                })
        };
        let columns: Vec<Mention> = columns.into_iter().filter(|m| !within(m)).collect();
        let mut used_up = taken.clone();
        let mut conditions = filters::read(&tokens, &mut used_up, schema, &columns, &values);
        let mut cues = cues::read(&tokens, &taken, &columns);
        if let Some((start, end)) = sort_range(&ordering) {
            cues.counts.retain(|at| *at <= start || *at > end + 1);
        }
        let mut uses: Vec<Use> = columns
            .iter()
            .map(|mention| cues::use_of(&tokens, mention, &columns, &tables, &taken))
            .collect();
        cues::share(&tokens, &columns, &mut uses);
        let mut columns = columns;
        let ranked = ordering.superlative.is_some() || ordering.limit.is_some();
        preference::prefer(&tokens, &cues, ranked, schema, &uses, &mut columns);
        preference::names(&tokens, &tables, schema, &mut columns);
        preference::labels(&tokens, &tables, schema, &mut columns);
        conditions
            .used
            .extend(preference::owned(&tables, &columns, schema));
        conditions
            .used
            .extend(preference::unreachable(&columns, schema));
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

    /// Whether the token is among those that say what to sort by.
    pub fn sorts(&self, at: usize) -> bool {
        sort_range(&self.ordering).is_some_and(|(start, end)| (start..end).contains(&at))
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

    /// The table whose rows the count's noun names.
    pub fn counted_table(&self, schema: &Schema<'_>) -> Option<usize> {
        const END: &str =
            "of for in each per by from that and are with do does have has who whose is";
        self.cues.counts.iter().find_map(|&at| {
            let most = self.tokens.len().min(at + 5);
            let end = (at..most)
                .find(|&i| self.tokens[i].is(END))
                .unwrap_or(most)
                .max(at + 1);
            let heads: Vec<&TableMention> = self
                .tables
                .iter()
                .filter(|m| (at..end).contains(&m.at))
                .collect();
            // The last word is what is counted: "customer *addresses*".
            let Some(last) = heads.iter().map(|m| m.at).max() else {
                return self.kept_by(at, end, schema);
            };
            let said = |table: usize| heads.iter().filter(|m| m.table == table).count();
            let unsaid = |table: usize| {
                schema.tables[table].stems.len() - said(table).min(schema.tables[table].stems.len())
            };
            let candidates = heads.iter().filter(|m| m.at == last).map(|m| m.table);
            candidates.min_by_key(|table| (unsaid(*table), std::cmp::Reverse(said(*table))))
        })
    }

    /// The table that holds a key of the noun: "drivers" where there is a `driver_id`.
    fn kept_by(&self, at: usize, end: usize, schema: &Schema<'_>) -> Option<usize> {
        let nouns = self.tokens.get(at..end)?;
        let column = schema.ids().find(|id| {
            let column = schema.column(*id);
            column.role == Role::Key
                && column.words.len() == 2
                && nouns
                    .iter()
                    .any(|t| t.is_word() && similarity(t, &column.words[0]) >= 0.8)
        })?;
        (schema.tables.len() > 1).then_some(column.table)
    }
}

/// "Over time" speaks of no column, unless one is called so.
fn block_time(tokens: &[Token], taken: &[bool], schema: &Schema<'_>) -> Vec<bool> {
    let called = schema.ids().any(|id| {
        let words = &schema.column(id).words;
        words.len() == 1 && words[0].lower == "time"
    });
    let mut blocked = taken.to_vec();
    for at in 1..tokens.len() {
        let over = tokens[at].is("time") && tokens[at - 1].is("over across through with of");
        let series = tokens[at].is("time") && tokens.get(at + 1).is_some_and(|t| t.is("series"));
        blocked[at] |= (over || series) && !called;
    }
    blocked
}

fn sort_range(ordering: &Ordering) -> Option<(usize, usize)> {
    match ordering.sort.as_ref()?.target {
        Target::Tokens { start, end } => Some((start, end)),
        _ => None,
    }
}
