//! Conditions together: several on one column, alternatives, and rows that repeat the sum of others.

use super::draft::{Draft, Said};
use crate::parse::Item;
use crate::plan::{Condition, Group, Literal, Part, QueryPlan, Scalar, Season, Test, TimeSource};
use crate::schema::{Column, ColumnId};

impl Draft<'_, '_> {
    /// Two values of one column never hold together: "snow against dry" keeps both and compares them, "winter (December,
    /// January)" is one season.
    pub(super) fn merge_conditions(&mut self) {
        self.compare_yes_and_no();
        let mut merged: Vec<Said> = Vec::new();
        let mut compared: Vec<(ColumnId, usize)> = Vec::new();
        let mut seasons = Vec::new();
        for said in std::mem::take(&mut self.conditions) {
            let Some((of, values)) = listed(&said.condition) else {
                merged.push(said);
                continue;
            };
            let known = merged
                .iter_mut()
                .find(|known| listed(&known.condition).is_some_and(|(other, _)| other == of));
            let Some(known) = known else {
                merged.push(said);
                continue;
            };
            // "summer (June to August)": the brackets say the same months again.
            let again = listed(&known.condition)
                .is_some_and(|(_, all)| values.iter().all(|value| all.contains(value)));
            if again && matches!(of, Scalar::Season { .. }) {
                continue;
            }
            if let Scalar::Season { of, season } = &of
                && (self.versus_at.is_some() || self.is_compared_by_than())
            {
                seasons.push((
                    of.clone(),
                    *season,
                    known.condition.clone(),
                    known.at,
                    said.at,
                ));
            }
            if let Condition::Test {
                test: Test::In { values: all },
                ..
            } = &mut known.condition
            {
                for value in values {
                    if !all.contains(&value) {
                        all.push(value);
                    }
                }
            }
            // A second value of the column turns the condition into a comparison of the values.
            if let Some(column) = said.column {
                compared.push((column, said.at));
            }
        }
        self.conditions = merged;
        if let [(of, season, first, from, to)] = seasons.as_slice() {
            self.compare_seasons(of, *season, first, (*from, *to));
        }
        if self.difference_at.is_some() {
            return;
        }
        for (column, at) in compared {
            // "what percent of men and of women are obese": the share of each, where another condition is the part.
            let has_part = self
                .conditions
                .iter()
                .any(|said| said.column != Some(column) && !said.is_time);
            if self.share_at.is_some() && !has_part {
                continue;
            }
            let group = Group::Column {
                column: self.schema.reference(column),
            };
            self.push_group(group, at, at + 1);
            self.drop_full_condition(column);
        }
    }

    /// Tells whether "than" compares two of a kind: "higher in summer than in winter".
    fn is_compared_by_than(&self) -> bool {
        let has = |is: fn(&Item) -> bool| self.nodes.iter().any(|node| is(&node.item));
        has(|item| matches!(item, Item::Than))
            && has(|item| matches!(item, Item::CompareWord { .. }))
    }

    /// "summer against winter", "January against July": two parts of the year beside each other.
    fn compare_seasons(
        &mut self,
        of: &TimeSource,
        season: Season,
        first: &Condition,
        (from, to): (usize, usize),
    ) {
        // January and July are months of the season itself; summer and winter are several months and need names.
        let single = listed(first).is_some_and(|(_, values)| values.len() == 1);
        let group = if single {
            Group::Season {
                of: of.clone(),
                season,
            }
        } else {
            let name = |at: usize| self.tokens[self.nodes[at].end - 1].text.clone();
            Group::Split {
                condition: first.clone(),
                yes: name(from),
                no: name(to),
            }
        };
        self.push_group(group, from, to + 1);
    }

    /// "paved against unpaved": the two answers of a flag are compared.
    fn compare_yes_and_no(&mut self) {
        let pair = self.conditions.iter().enumerate().find_map(|(at, said)| {
            let id = said
                .column
                // A flag may have a third value such as "unknown".
                .filter(|id| self.schema.column(*id).profile.distinct <= 3)?;
            let other = self.conditions[at + 1..].iter().position(|other| {
                other.column == Some(id) && are_opposite(&said.condition, &other.condition)
            })?;
            Some((at, at + 1 + other, id))
        });
        if let Some((first, second, id)) = pair {
            let at = self.conditions[first].at;
            // The later one is removed first, so that the index of the earlier one holds.
            self.conditions.remove(second);
            self.conditions.remove(first);
            let column = self.schema.reference(id);
            self.push_group(Group::Column { column }, at, at + 1);
        }
    }

    /// "Do insured members pay less?": the rows that are named are compared with the others, and not shown alone.
    pub(super) fn compare_with_others(&mut self) {
        let asks = self
            .tokens
            .first()
            .is_some_and(|token| token.is("do does did are is were was have has"));
        // "Does a garage raise the price" compares as well.
        let compared = self.tokens.iter().any(compares_amounts) || self.versus_at.is_some();
        // "than" names what is compared, and a number is a condition of its own.
        let is_closed = self.nodes.iter().any(|node| {
            matches!(
                node.item,
                Item::Than | Item::Number(_) | Item::Compare { .. }
            )
        });
        let distinct = |said: &Said| {
            let column = said.column.filter(|_| !said.is_time)?;
            Some(self.schema.column(column).profile.distinct)
        };
        // "Do male professors earn more": of several conditions the one with another side is compared.
        let divides = |said: &Said, is_only: bool| {
            distinct(said).is_some_and(|distinct| distinct == 2 || is_only && distinct <= 12)
        };
        let is_only = self.conditions.len() == 1;
        let sides: Vec<usize> = (0..self.conditions.len())
            .filter(|at| divides(&self.conditions[*at], is_only))
            .collect();
        let [side] = sides.as_slice() else {
            return;
        };
        if asks && compared && !is_closed && self.groups.is_empty() {
            let said = self.conditions.remove(*side);
            if let Some(id) = said.column {
                self.push_group(self.column_group(id), said.at, said.at + 1);
            }
        }
    }

    /// "departments where people wait longer than the average": the groups that are asked for are compared and not the rows.
    pub(super) fn compare_groups(&mut self) {
        let asked = self.bare.iter().any(|mention| {
            let column = self.schema.column(mention.id);
            !column.is_quantity()
                && !self.schema.is_unique(mention.id)
                && self.schema.tables[mention.id.table].label != Some(mention.id.column)
                // The noun that is asked for opens the question: "which departments", "departments where".
                && mention.at <= 2
        });
        if !asked
            || !self.measures.is_empty()
            || self.count_at.is_some()
            || self.share_at.is_some()
            || self.extreme.is_some()
        {
            return;
        }
        let found = self.conditions.iter().position(|said| {
            matches!(
                said.condition,
                Condition::Test {
                    test: Test::AgainstAggregate { .. },
                    ..
                }
            )
        });
        let Some(said) = found.map(|at| self.conditions.remove(at)) else {
            return;
        };
        if let Condition::Test { of, test } = said.condition {
            let measure = crate::plan::Measure::Aggregate {
                aggregate: crate::plan::Aggregate::Mean,
                of,
            };
            let spans = self.spans(said.at, said.at + 1);
            self.bare.retain(|mention| Some(mention.id) != said.column);
            // The mean that is tested is shown, too.
            self.measures.push(Part::said(measure.clone(), spans));
            self.measured_at.push(said.at);
            self.having.push((Some(measure), test, said.at));
        }
    }

    /// "subscribers against the others": the condition divides the rows instead of choosing some.
    pub(super) fn divide_from_others(&mut self) {
        let Some(at) = self.others_at else { return };
        let found = self.conditions.iter().rposition(|said| {
            said.at < at
                && said.column.is_some_and(|column| {
                    listed(&said.condition).is_some()
                        || self.schema.column(column).profile.distinct <= 2
                })
        });
        let Some(said) = found.map(|found| self.conditions.remove(found)) else {
            self.unknown.push(at);
            return;
        };
        let Some(column) = said.column else { return };
        // The two values of a flag are the two sides and need no names.
        let group = if self.schema.column(column).profile.distinct <= 2 {
            Group::Column {
                column: self.schema.reference(column),
            }
        } else {
            let names: Vec<String> = listed(&said.condition)
                .map(|found| found.1)
                .into_iter()
                .flatten()
                .filter_map(|value| match value {
                    Literal::Text { text } => Some(text),
                    _ => None,
                })
                .collect();
            Group::Split {
                condition: said.condition,
                yes: names.join(", "),
                no: "others".to_owned(),
            }
        };
        self.push_group(group, said.at, at + 1);
    }

    /// A condition that allows every value of its column says nothing.
    fn drop_full_condition(&mut self, column: ColumnId) {
        let distinct = self.schema.column(column).profile.distinct;
        self.conditions.retain(|said| {
            said.column != Some(column)
                || listed(&said.condition)
                    .is_none_or(|(_, values)| (values.len() as u64) < distinct)
        });
    }

    /// Rows that are the sum of others are left out unless they are asked for.
    pub(super) fn totals(&mut self, plan: &mut QueryPlan) {
        self.keep_wholes(plan);
        let table = &self.schema.tables[self.table];
        if table
            .totals
            .iter()
            .any(|(column, texts)| self.asks_for_total(*column, texts))
        {
            return;
        }
        for (column, texts) in &table.totals {
            let id = ColumnId {
                table: self.table,
                column: *column,
            };
            let said = self.conditions.iter().any(|said| {
                said.column == Some(id)
                    && matches!(
                        said.condition,
                        Condition::Test {
                            test: Test::In { .. },
                            ..
                        }
                    )
            });
            // A condition on named values says already whether the total is wanted.
            if said {
                continue;
            }
            if self.reads_whole_only(plan, id) {
                let condition = self.value_condition(id, texts, false);
                plan.conditions.push(Part::default_for(
                    condition,
                    "the question names no part".to_owned(),
                ));
                continue;
            }
            let condition = self.value_condition(id, texts, true);
            plan.without_totals.push(Part::default_for(
                condition,
                format!("{} repeats the sum of the others", texts.join(", ")),
            ));
        }
    }

    /// Tells whether a published figure of the whole answers a question that names no part of it: rates of districts have no sum,
    /// and their mean is not the one of the country.
    fn reads_whole_only(&self, plan: &QueryPlan, id: ColumnId) -> bool {
        let table = &self.schema.tables[self.table];
        let first = |id: ColumnId| {
            let word = self.schema.column(id).words.first();
            word.map(|word| word.stem.clone())
        };
        let is_same = |other: ColumnId| other.table == id.table && first(other) == first(id);
        let said = self.conditions.iter().filter_map(|said| said.column);
        let grouped = plan
            .groups
            .iter()
            .filter_map(|group| super::group_column(&group.value))
            .filter_map(|reference| self.schema.find(reference));
        table.indicator.is_some() && !said.chain(grouped).any(is_same)
    }

    /// Of a key that the question names nothing of, the rows for all are read: both sexes, all ages.
    fn keep_wholes(&mut self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        for (column, text) in &table.wholes {
            let id = ColumnId {
                table: self.table,
                column: *column,
            };
            let key = &table.columns[*column];
            // The code and the label of a key are one: "women" is asked of the label, and the code then says nothing.
            let is_same = |other: ColumnId| {
                let stem_of = |column: &Column| column.words.first().map(|word| word.stem.clone());
                other == id
                    || other.table == id.table && stem_of(self.schema.column(other)) == stem_of(key)
            };
            let is_said = self
                .conditions
                .iter()
                .any(|said| said.column.is_some_and(is_same))
                || self.is_split_by(plan, is_same);
            let is_grouped = plan.groups.iter().any(|group| {
                super::group_column(&group.value)
                    .and_then(|reference| self.schema.find(reference))
                    .is_some_and(is_same)
            });
            let texts = std::slice::from_ref(text);
            let is_within = !is_said
                && (self.is_grouped_within(plan, *column, text)
                    || self.lacks_measured(plan, *column, text));
            // Grouped by sex, "Total" would be a third bar beside the two.
            if is_grouped && !is_said || is_within {
                let condition = self.value_condition(id, texts, true);
                plan.without_totals.push(Part::default_for(
                    condition,
                    format!("{text} repeats the sum of the others"),
                ));
            } else if !is_said {
                let condition = self.value_condition(id, texts, false);
                plan.conditions.push(Part::default_for(
                    condition,
                    format!(
                        "{} is {text} where the question names no other",
                        key.profile.name
                    ),
                ));
            }
        }
    }

    /// Tells whether a measure is taken over the rows of single values of a key: the gap between men and women.
    fn is_split_by(&self, plan: &QueryPlan, is_same: impl Fn(ColumnId) -> bool) -> bool {
        let mut found = false;
        for part in &plan.measures {
            let crate::plan::Measure::Arithmetic { left, right, .. } = &part.value else {
                continue;
            };
            for side in [left, right] {
                if let crate::plan::Measure::Filtered { condition, .. } = &**side {
                    crate::sql::walk::condition_columns(condition, &mut |column| {
                        found |= self.schema.find(column).is_some_and(&is_same);
                    });
                }
            }
        }
        found
    }

    /// Tells whether the rows are grouped by what only the parts of a whole have: the row of all museums lies in no district.
    fn is_grouped_within(&self, plan: &QueryPlan, column: usize, text: &str) -> bool {
        let table = &self.schema.tables[self.table];
        let Some(rows) = table.columns[column]
            .profile
            .values
            .iter()
            .find(|value| value.value.as_str() == Some(text))
            .map(|value| value.count)
        else {
            return false;
        };
        plan.groups.iter().any(|group| {
            super::group_column(&group.value)
                .and_then(|reference| self.schema.find(reference))
                .is_some_and(|id| {
                    // The group is missing in as many rows as the whole has, so they are taken to be the same rows.
                    id.table == self.table && self.schema.column(id).profile.nulls == rows
                })
        })
    }

    /// Tells whether just the row of a whole lacks what is measured: no altitude is published for all stations together.
    fn lacks_measured(&self, plan: &QueryPlan, column: usize, text: &str) -> bool {
        let values = &self.schema.tables[self.table].columns[column]
            .profile
            .values;
        let Some(rows) = values
            .iter()
            .find(|value| value.value.as_str() == Some(text))
            .map(|value| value.count)
        else {
            return false;
        };
        let mut lacks = false;
        for part in &plan.measures {
            crate::sql::walk::measure_columns(&part.value, &mut |reference| {
                lacks |= self.schema.find(reference).is_some_and(|id| {
                    id.table == self.table && self.schema.column(id).profile.nulls == rows
                });
            });
        }
        lacks
    }

    /// Tells whether a condition keeps the rows of a total: its value occurs as often as the total and not beside it.
    fn asks_for_total(&self, column: usize, texts: &[String]) -> bool {
        let table = &self.schema.tables[self.table];
        let count = |column: usize, text: &str| {
            table.columns[column]
                .profile
                .values
                .iter()
                .find(|value| value.value.as_str() == Some(text))
                .map(|value| value.count)
        };
        let total: u64 = texts.iter().filter_map(|text| count(column, text)).sum();
        self.conditions.iter().any(|said| {
            let (Some(id), Some((_, values))) = (said.column, listed(&said.condition)) else {
                return false;
            };
            let known = table.totals.iter().find(|known| known.0 == id.column);
            values.iter().all(|value| match (value, known) {
                (Literal::Text { text }, Some((_, texts))) => texts.contains(text),
                (Literal::Text { text }, None) => {
                    crate::language::lexicon::is_whole_word(text)
                        && count(id.column, text) == Some(total)
                }
                _ => false,
            })
        })
    }
}

/// Tells whether one of two conditions is the negation of the other.
fn are_opposite(left: &Condition, right: &Condition) -> bool {
    match (left, right) {
        (Condition::Not { of }, other) | (other, Condition::Not { of }) if **of == *other => true,
        (Condition::Test { test: left, .. }, Condition::Test { test: right, .. }) => {
            is_opposite(left, right)
        }
        _ => false,
    }
}

/// Tells whether two tests divide all values between them.
fn is_opposite(left: &Test, right: &Test) -> bool {
    match (left, right) {
        (Test::IsTrue, Test::IsFalse) | (Test::IsFalse, Test::IsTrue) => true,
        (Test::In { values: some }, Test::NotIn { values: others })
        | (Test::NotIn { values: others }, Test::In { values: some }) => some == others,
        (Test::Missing, Test::Present) | (Test::Present, Test::Missing) => true,
        _ => false,
    }
}

/// The quantity and values of a condition that lists values.
fn listed(condition: &Condition) -> Option<(Scalar, Vec<Literal>)> {
    match condition {
        Condition::Test {
            of,
            test: Test::In { values },
        } => Some((of.clone(), values.clone())),
        _ => None,
    }
}

/// Tells whether a word compares amounts: "more", "longer".
pub(super) fn compares_amounts(token: &crate::language::Token) -> bool {
    let word = token.word.as_str();
    // "Over" and "other" end like comparatives.
    let is_comparative = word.ends_with("er") && !token.is("over under greater other");
    is_comparative && crate::language::lexicon::comparative(word).is_some()
        || token.is("more less fewer better worse higher lower")
}
