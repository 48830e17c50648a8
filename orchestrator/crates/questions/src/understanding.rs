//! All that is understood of a question before it becomes a query.

use crate::absences::{self, Absence};
use crate::cues::{self, Cues, Use};
use crate::filters::{self, Conditions};
use crate::first_of_each::{self, FirstOfEach};
use crate::lexicon;
use crate::matching::{self, Mention, TableMention, similarity};
use crate::order::{self, Ordering, Target};
use crate::preference;
use crate::schema::{ColumnId, Role, Schema};
use crate::spelling;
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
    /// Only the first of each group is asked for.
    pub first_of_each: Option<FirstOfEach>,
    /// The table of whose rows those without others are asked for.
    pub lonely: Option<usize>,
}

impl Understanding {
    pub fn of(text: &str, schema: &Schema<'_>) -> Self {
        let mut tokens = tokenize(text);
        spelling::mend(&mut tokens, schema);
        let mut taken = vec![false; tokens.len()];
        let ordering = order::read(&tokens, &mut taken);
        let mut tables = matching::tables(&tokens, &taken, schema);
        let absence = absences::read(&tokens, schema, &tables);
        if let Some(Absence { start, end, .. }) = absence {
            taken[start..end].fill(true);
            tables.retain(|m| !(start..end).contains(&m.at));
        }
        let timeless = block_time(&tokens, &taken, schema);
        let mut columns = matching::columns(&tokens, &timeless, schema, &tables);
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
        columns.retain(|m| !within(m));
        columns.retain(|m| !only_unit(&tokens, m, &tables, schema));
        matching::leftover(&tokens, &timeless, schema, &tables, &values, &mut columns);
        let first_of_each = first_of_each::read(&tokens, &ordering, schema, &columns, &tables);
        let mut ordering = ordering;
        if first_of_each.is_some() {
            ordering.limit = None;
            ordering.superlative = None;
        } else {
            imply(&tokens, &mut ordering, schema, &tables, &mut columns);
        }
        let mut used_up = taken.clone();
        let mut conditions =
            filters::read(&tokens, &mut used_up, schema, &columns, &tables, &values);
        let lonely = absence.as_ref().map(|absence| absence.subject);
        if let Some(absence) = absence {
            conditions.push(absence.start, absence.filter);
        }
        let mut cues = cues::read(&tokens, &timeless, &columns);
        if let Some((start, end)) = sort_range(&ordering) {
            cues.counts.retain(|at| *at <= start || *at > end + 1);
        }
        let mut uses: Vec<Use> = columns
            .iter()
            .map(|mention| cues::use_of(&tokens, mention, &columns, &tables, &taken))
            .collect();
        cues::share(&tokens, &columns, &mut uses);
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
            first_of_each,
            lonely,
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
    let held = |at: usize| {
        schema.ids().any(|id| {
            let words = &schema.column(id).words;
            words.len() > 1 && words.iter().any(|w| w.stem == tokens[at].stem)
        })
    };
    for at in 0..tokens.len() {
        // "The number of rainy days": each row is a day.
        let counted = (0..at).rev().take(4).any(|b| {
            tokens[b].is("number many count")
                && tokens
                    .get(b + 1)
                    .is_some_and(|t| t.is("of") || tokens[b].is("many"))
        }) && !(0..at)
            .rev()
            .take(2)
            .any(|b| tokens[b].is("each every per by in over"));
        let leads = at == 0
            && tokens
                .get(1)
                .is_some_and(|t| t.is("with where when that without below above on"));
        blocked[at] |= tokens[at].is("day days") && (counted || leads) && !held(at);
    }
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

/// "The ten largest moons": what they are ranked by goes without saying.
fn imply(
    tokens: &[Token],
    ordering: &mut Ordering,
    schema: &Schema<'_>,
    tables: &[TableMention],
    columns: &mut Vec<Mention>,
) {
    let measured = columns
        .iter()
        .any(|m| schema.column(m.column).is_quantity() && !within_sort(ordering, m));
    if measured || (ordering.limit.is_none() && ordering.superlative.is_none()) {
        return;
    }
    let found = (0..tokens.len()).find_map(|at| {
        lexicon::implied_quantity(&tokens[at].lower)?;
        let noun = tables
            .iter()
            .find(|m| (at + 1..at + 3).contains(&m.at))
            .or_else(|| tables.iter().rfind(|m| m.at < at))?;
        let counted = tokens
            .iter()
            .any(|t| t.is("number count many amount quantity"));
        let id = first_of_each::implied(schema, noun.table, &tokens[at].lower)?;
        (!counted).then_some((at, id))
    });
    if let Some((at, column)) = found {
        let place = columns.iter().position(|m| m.start > at);
        columns.insert(
            place.unwrap_or(columns.len()),
            Mention {
                start: at,
                end: at + 1,
                matched: vec![at],
                column,
                score: 0.7,
                others: Vec::<ColumnId>::new(),
            },
        );
    }
}

fn within_sort(ordering: &Ordering, mention: &Mention) -> bool {
    sort_range(ordering).is_some_and(|(start, end)| mention.start >= start && mention.end <= end)
}

/// "How many concerts each year" speaks of the concerts' dates, not of the year that another table has.
fn only_unit(
    tokens: &[Token],
    mention: &Mention,
    tables: &[TableMention],
    schema: &Schema<'_>,
) -> bool {
    let [at] = mention.matched[..] else {
        return false;
    };
    let partial = schema.column(mention.column).words.len() > 1;
    let Some(first) = tables.first().filter(|_| partial) else {
        return false;
    };
    lexicon::time_unit(&tokens[at].lower).is_some()
        && first.table != mention.column.table
        && !tables
            .iter()
            .any(|m| m.table == mention.column.table && m.at + 1 == at)
        && schema.tables[first.table]
            .columns
            .iter()
            .any(|column| column.role == Role::Temporal)
}
