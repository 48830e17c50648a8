//! The date that a verb or noun speaks of: "arrivals per month" are counted by the date of arrival and not of booking.

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{ColumnRef, Condition, Group, QueryPlan, Scalar, Test, TimeSource};
use crate::schema::{Column, ColumnId};

impl Draft<'_, '_> {
    /// Finds the date column that a word of the question speaks of, where the table has several.
    pub(super) fn settle_moments(&mut self) {
        let dated = self
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. } | Group::Season { .. }))
            || !self.time_ranges.is_empty()
            || self.over_time
            || self.conditions.iter().any(|said| said.is_time);
        let Some(usual) = self.usual_date().filter(|_| dated) else {
            return;
        };
        let mut found: Vec<(ColumnId, usize)> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let is_free = match &node.item {
                Item::Column { id, .. } => {
                    self.schema.column(*id).is_date() && id.table == self.table
                }
                Item::Unknown | Item::Filler | Item::Entity(_) => true,
                _ => false,
            };
            if !is_free {
                continue;
            }
            let words = self.tokens[node.start..node.end].iter();
            let spoken: Vec<ColumnId> =
                words.flat_map(|token| self.dates_of(&token.word)).collect();
            // A word that is in the names of two dates tells neither.
            if let [id] = spoken.as_slice() {
                found.push((*id, at));
            }
        }
        let Some((id, at)) = found.first().copied() else {
            self.settle_moment_of_event(usual);
            return;
        };
        // Two dates that are both named are no longer about one of them.
        if found.iter().any(|(other, _)| *other != id) {
            return;
        }
        self.unknown
            .retain(|at| found.iter().all(|known| known.1 != *at));
        self.bare
            .retain(|mention| mention.which || mention.id != id || mention.at != at);
        // "Arrivals per month": a date that is named as a noun is what is counted.
        let is_noun = !matches!(self.nodes[at].item, Item::Filler | Item::Entity(_))
            && matches!(
                self.next(at + 1).and_then(|next| self.item(next)),
                Some(Item::By | Item::Unit(_))
            );
        let is_measured = !self.measures.is_empty() || !self.bare.is_empty();
        if is_noun && !is_measured {
            self.count_at.get_or_insert(at);
        }
        if id != usual {
            self.moment = Some((usual, id));
        }
    }

    /// "Adoptions per month" beside `outcome_type` and `outcome_date`: what happened is dated by the date of the same name.
    fn settle_moment_of_event(&mut self, usual: ColumnId) {
        let subject = self.nodes.iter().find(|node| {
            !matches!(
                node.item,
                Item::Filler | Item::Of | Item::Which | Item::Wish(_) | Item::Count
            )
        });
        let Some(Item::Value { column, .. }) = subject.map(|node| &node.item) else {
            return;
        };
        let columns = &self.schema.tables[column.table].columns;
        let words = &columns[column.column].words;
        let is_kind = words.last().is_some_and(|word| {
            matches!(
                word.word.as_str(),
                "type" | "status" | "result" | "reason" | "kind" | "outcome" | "typ" | "stat"
            )
        });
        if column.table != self.table || !is_kind || words.len() < 2 || self.entity_at.is_some() {
            return;
        }
        let mut dates = (0..columns.len()).filter(|at| {
            let date = &columns[*at];
            date.is_date() && date.words.len() > 1 && date.words[0].stem == words[0].stem
        });
        let (found, more) = (dates.next(), dates.next());
        let id = found.map(|column| ColumnId {
            table: self.table,
            column,
        });
        if let Some(id) = id.filter(|id| more.is_none() && *id != usual) {
            self.moment = Some((usual, id));
        }
    }

    /// Returns the date by which rows of the table are usually taken.
    fn usual_date(&self) -> Option<ColumnId> {
        match &self.schema.tables[self.table].time.as_ref()?.source {
            TimeSource::Date { column } => self.schema.find(column),
            _ => None,
        }
    }

    /// Returns the date columns whose name begins like a word: "arrived" and `arrival_date`, "released" and `rel_dt`.
    fn dates_of(&self, word: &str) -> Vec<ColumnId> {
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        (0..columns.len())
            .filter(|column| columns[*column].is_date() && speaks_of(word, &columns[*column]))
            .map(|column| ColumnId { table, column })
            .collect()
    }

    /// Reads every time of the plan from the date that the question speaks of.
    pub(super) fn apply_moment(&self, plan: &mut QueryPlan) {
        let Some((usual, id)) = self.moment else {
            return;
        };
        let (from, to) = (self.schema.reference(usual), self.schema.reference(id));
        for group in &mut plan.groups {
            if let Group::Time { of, .. } | Group::Season { of, .. } = &mut group.value {
                replace_source(of, &from, &to);
            }
        }
        for condition in &mut plan.conditions {
            replace_in_condition(&mut condition.value, &from, &to);
        }
    }
}

/// Tells whether a word is of the same family as a word in the name of a date.
fn speaks_of(word: &str, column: &Column<'_>) -> bool {
    const GENERAL: &str = "date dt day time ts on at year yr month datetime timestamp of the";
    // Players and sellers are persons, whatever is dated by the playing or selling.
    if word.ends_with("er")
        || word.ends_with("ers")
        || word.ends_with("or")
        || word.ends_with("ors")
    {
        return false;
    }
    column.words.iter().any(|known| {
        if GENERAL.split(' ').any(|general| general == known.word) {
            return false;
        }
        let shared = word
            .bytes()
            .zip(known.word.bytes())
            .take_while(|(left, right)| left == right)
            .count();
        // A name may shorten the word, as in `rel_dt`; related words such as "arrived" and "arrival" share four letters.
        let is_short_for = shared == known.word.len() && shared >= 3 && word.len() <= shared + 5;
        let is_related = shared >= 4 && known.word.len() <= shared + 3 && word.len() <= shared + 4;
        is_short_for || is_related
    })
}

fn replace_source(source: &mut TimeSource, from: &ColumnRef, to: &ColumnRef) {
    if let TimeSource::Date { column } = source
        && column == from
    {
        *column = to.clone();
    }
}

fn replace_in_condition(condition: &mut Condition, from: &ColumnRef, to: &ColumnRef) {
    match condition {
        Condition::And { all } | Condition::Or { any: all } => {
            for part in all {
                replace_in_condition(part, from, to);
            }
        }
        Condition::Not { of } => replace_in_condition(of, from, to),
        Condition::Test { of, test } => match of {
            // "bookings without a date" ask for the column itself.
            Scalar::Column { column } if column == from && !matches!(test, Test::Missing) => {
                *column = to.clone();
            }
            Scalar::Season { of, .. } | Scalar::Year { of } => replace_source(of, from, to),
            _ => {}
        },
        Condition::Exists { .. } => {}
    }
}
