//! Completes a draft to a plan: measures and groups that nothing names, orders, chart wishes, rows that are totals.

use super::draft::{Draft, Mention, OrderTarget};
use crate::parse::{Item, Wish};
use crate::plan::{
    Against, Aggregate, Arithmetic, BinBy, ChangeAs, ColumnRef, Condition, Group, GroupTest,
    Literal, Mark, Measure, Order, OrderBy, Part, QueryPlan, Scalar, Select, Shape, ShareOf,
    Stacking, Test, TimeUnit, WindowKind,
};
use crate::schema::{ColumnId, Role, Schema, path};

/// A plan with what is unclear about it.
#[derive(Clone, Debug)]
pub struct Composed {
    pub plan: QueryPlan,
    pub cost: f64,
    /// Mentions that fit other columns as well.
    pub unclear: Vec<Mention>,
    /// Something essential is missing: nothing is measured, or a superlative has no quantity.
    pub incomplete: bool,
}

/// Returns the plan of a draft, and the nodes that no part of it explains.
pub fn complete_with_unknown(mut draft: Draft<'_, '_>) -> (Composed, Vec<usize>) {
    let unclear: Vec<Mention> = draft
        .bare
        .iter()
        .filter(|mention| !mention.others.is_empty())
        .cloned()
        .collect();
    draft.either_condition();
    draft.settle_bins();
    draft.settle_marks();
    draft.time_conditions();
    draft.wide_measures();
    draft.add_wide_columns();
    draft.extreme_measure();
    draft.compare_groups();
    draft.place_mentions();
    draft.divide_from_others();
    draft.merge_conditions();
    draft.settle_periods();
    draft.count();
    draft.unspoken_measure();
    draft.convert_units();
    let shared = draft.apply_share();
    draft.divide_by_quantity();
    draft.differences();
    draft.default_time_group();
    draft.group_for_chart();
    draft.parts_of_whole();
    let mut plan = draft.plan(shared);
    draft.windows(&mut plan);
    draft.percentages(&mut plan, shared);
    draft.select(&mut plan);
    draft.orders(&mut plan);
    draft.present(&mut plan);
    draft.totals(&mut plan);
    draft.stocks(&mut plan);
    draft.keep_single_rows(&mut plan);
    draft.keep_period_ends(&mut plan);
    draft.missing(&mut plan);
    draft.joins(&mut plan);
    let unranked = draft.extreme.is_some() && plan.measures.is_empty();
    let incomplete = unranked
        || (plan.measures.is_empty() && !matches!(plan.shape, Shape::Rows | Shape::Map))
        || (plan.shape == Shape::Rows
            && plan.measures.is_empty()
            && plan.conditions.is_empty()
            && plan.having.is_empty());
    draft.unused_marks(&plan);
    let mut unknown = std::mem::take(&mut draft.unknown);
    unknown.sort_unstable();
    unknown.dedup();
    (
        Composed {
            cost: draft.penalty,
            plan,
            unclear,
            incomplete,
        },
        unknown,
    )
}

impl Draft<'_, '_> {
    fn has_wish(&self, mark: Mark) -> bool {
        self.wishes
            .iter()
            .any(|(wish, _)| *wish == Wish::Mark(mark))
    }

    /// The periods that are said in so many words stand for every other mention of a time.
    fn settle_bins(&mut self) {
        let Some((group, from, to)) = self.binned.take() else {
            return;
        };
        self.groups
            .retain(|known| !matches!(known.value, Group::Time { .. } | Group::Season { .. }));
        self.bare
            .retain(|mention| self.schema.column(mention.id).role != Role::Time);
        self.over_time = false;
        self.push_group(group, from, to);
    }

    /// Numbers before nouns, words that only mean a trend, months that fell.
    fn settle_marks(&mut self) {
        if let Some((n, at)) = self.pending.take() {
            match &mut self.extreme {
                Some(extreme) if extreme.n.is_none() && extreme.percent.is_none() => {
                    extreme.n = Some(n)
                }
                Some(_) => {}
                None => {
                    let said = self.next(at + 1).and_then(|next| self.item(next));
                    let fits = matches!(said, Some(Item::Column { id, .. }) if self.schema.column(*id).profile.distinct == u64::from(n));
                    if !fits {
                        self.unknown.push(at);
                        self.penalty += 1.5;
                    }
                }
            }
        }
        // "did the price rise from 2021 to 2022": the change between the ends.
        let between = self
            .time_ranges
            .iter()
            .any(|(range, _)| !range.single && range.from.is_some() && range.to.is_some());
        if self.direction.is_some() && between && self.change.is_none() && self.count_at.is_none() {
            let percent = self.percent_at.take().or(self.share_at.take());
            let kind = if percent.is_some() {
                ChangeAs::Percent
            } else {
                ChangeAs::Difference
            };
            self.change = Some((Some(kind), self.direction.take().unwrap_or(0)));
        }
        // A change needs two times.
        if let (Some((_, at)), [(range, _)]) = (&self.change, self.time_ranges.as_slice())
            && range.single
            && self.against.is_none()
        {
            self.unknown.push(*at);
        }
        // "How has it changed over the years": the course itself is asked for.
        if matches!(self.change, Some((None, _))) && self.over_time && self.against.is_none() {
            self.change = None;
        }
        // "in how many months did it fall": the column of changes tells.
        if let (Some(at), Some(_)) = (self.direction, self.count_at) {
            let fell = matches!(self.nodes[at].item, Item::Decrease);
            let table = self.table;
            let changes = self.schema.tables[table].columns.iter().position(|column| {
                column.is_quantity()
                    && column.has_stem("chang")
                    && self.bare.iter().any(|mention| {
                        column
                            .words
                            .iter()
                            .any(|word| self.schema.column(mention.id).has_stem(&word.stem))
                    })
                    || column.is_quantity()
                        && column.has_stem("chang")
                        && self.groups.iter().any(|group| {
                            matches!(&group.value, Group::Bin { .. } | Group::Column { .. })
                        })
            });
            self.direction = None;
            match changes {
                Some(column) => {
                    let id = ColumnId { table, column };
                    let comparison = if fell {
                        crate::plan::Comparison::Less
                    } else {
                        crate::plan::Comparison::More
                    };
                    let test = Test::Compare {
                        comparison,
                        value: Literal::Number { number: 0.0 },
                    };
                    self.conditions.push(super::draft::Said {
                        condition: Condition::Test {
                            of: self.scalar(id),
                            test,
                        },
                        at,
                        column: Some(id),
                        is_time: false,
                    });
                    self.bare
                        .retain(|mention| !self.schema.column(mention.id).is_quantity());
                    self.groups
                        .retain(|group| !matches!(group.value, Group::Bin { .. }));
                }
                None => self.penalty += 3.0,
            }
        }
    }

    /// Of two periods the coarser one is grouped by: "average monthly change for each year".
    fn settle_periods(&mut self) {
        let hourly = self.groups.iter().any(|group| {
            matches!(
                group.value,
                Group::Season {
                    season: crate::plan::Season::HourOfDay,
                    ..
                }
            )
        });
        if hourly {
            // "at what hour of the day, per hour".
            self.groups.retain(|group| {
                !matches!(
                    group.value,
                    Group::Time {
                        unit: TimeUnit::Hour,
                        ..
                    }
                )
            });
        }
        let times: Vec<usize> = (0..self.groups.len())
            .filter(|at| matches!(self.groups[*at].value, Group::Time { .. }))
            .collect();
        if let [first, second] = times.as_slice() {
            let unit = |at: usize| match self.groups[at].value {
                Group::Time { unit, .. } => unit,
                _ => TimeUnit::Day,
            };
            let finer = if super::draft::coarsest(unit(*first), unit(*second)) == unit(*first) {
                *second
            } else {
                *first
            };
            self.groups.remove(finer);
        }
    }

    /// One range is a condition; several single periods are compared.
    fn time_conditions(&mut self) {
        let ranges = std::mem::take(&mut self.time_ranges);
        let mut conditions = Vec::new();
        for (range, at) in &ranges {
            match self.time_condition(range) {
                Some(condition) => conditions.push((condition, *at)),
                None => {
                    self.unknown.push(*at);
                    self.penalty += 1.0;
                }
            }
        }
        let singles = ranges.len() > 1 && ranges.iter().all(|(range, _)| range.single);
        if singles && conditions.len() == ranges.len() {
            let at = ranges[0].1;
            let any: Vec<Condition> = conditions.into_iter().map(|c| c.0).collect();
            self.conditions.push(super::draft::Said {
                condition: Condition::Or { any },
                at,
                column: None,
                is_time: true,
            });
            if self.change.is_none()
                && self.difference_at.is_none()
                && let Some(group) = self.time_group(ranges[0].0.unit)
            {
                self.push_group(group, at, at + 1);
            }
            return;
        }
        for (condition, at) in conditions {
            self.conditions.push(super::draft::Said {
                condition,
                at,
                column: None,
                is_time: true,
            });
        }
    }

    /// The table's own columns are months or parts: a question about "each month" or the unnamed quantity unpivots them.
    fn wide_measures(&mut self) {
        let table = &self.schema.tables[self.table];
        let Some(wide) = &table.wide else { return };
        let named = self
            .bare
            .iter()
            .any(|mention| wide.columns.contains(&mention.id.column))
            || !self.measures.is_empty();
        let months = wide.unpivot.kind != crate::plan::UnpivotKind::Categories;
        let grouped = self.groups.iter().any(|group| {
            group.value
                == Group::Column {
                    column: ColumnRef {
                        table: table.profile.name.clone(),
                        column: wide.unpivot.name_column.clone(),
                    },
                }
        });
        // A noun that is no column is the name of the quantity in the columns.
        let elected = table
            .columns
            .iter()
            .any(|column| column.has_stem("win") || column.has_stem("candid"));
        let other = self.bare.iter().any(|mention| {
            self.schema.column(mention.id).is_quantity()
                && !wide.columns.contains(&mention.id.column)
        });
        // "visits" and "how many visits" are the numbers in the columns and not the rows.
        if months && wide.additive && self.counts_entity() {
            self.count_at = None;
        }
        let ranked = self.extreme.as_ref().is_some_and(|extreme| {
            !extreme.adjective.stems.is_empty() && self.by_stems(extreme.adjective.stems).is_some()
        });
        let wanted = months && !named && !other && !ranked && self.count_at.is_none();
        if months && (named || wanted) && self.unknown.len() <= 2 {
            self.unknown
                .retain(|at| self.tokens[self.nodes[*at].start].number.is_some());
        }
        if wanted || grouped {
            let summary = if wide.additive {
                Aggregate::Sum
            } else {
                Aggregate::Mean
            };
            let column = ColumnRef {
                table: table.profile.name.clone(),
                column: wide.unpivot.value_column.clone(),
            };
            let mut aggregate = self.aggregate.take().map_or(summary, |known| known.0);
            if self.opposite && self.difference_at.is_some() {
                // "between the warmest and the coldest month": the range.
                aggregate = Aggregate::Range;
                self.extreme = None;
                self.groups.retain(|group| !matches!(&group.value, Group::Column { column } if column.column == wide.unpivot.name_column));
            }
            if self.measures.is_empty() && self.count_at.is_none() {
                self.measures.push(Part::default_for(
                    Measure::Aggregate {
                        aggregate,
                        of: Scalar::Column { column },
                    },
                    "the values of the columns side by side",
                ));
                self.measured_at.push(0);
            }
            self.bare.retain(|mention| {
                mention.id.table != self.table || !wide.columns.contains(&mention.id.column)
            });
        } else if elected || named {
            let vote = |token: &crate::language::Token| {
                token.stem == "vote" || token.is("candidates candidate")
            };
            self.unknown
                .retain(|at| !vote(&self.tokens[self.nodes[*at].start]));
            let asks_all = self.unknown.is_empty()
                && self.bare.is_empty()
                && self.measures.is_empty()
                && self.nodes.iter().any(|node| vote(&self.tokens[node.start]));
            if asks_all && elected {
                self.count_at = None;
                self.aggregate = Some((Aggregate::Sum, 0));
                for &column in &wide.columns {
                    self.bare.push(Mention {
                        id: ColumnId {
                            table: self.table,
                            column,
                        },
                        others: Vec::new(),
                        at: 0,
                        which: false,
                    });
                }
                self.groups.retain(|group| !matches!(&group.value, Group::Column { column } if column.column == "winner"));
            }
        }
    }

    /// Tells whether the rows' own noun is counted: "number of visits".
    fn counts_entity(&self) -> bool {
        self.count_at.is_some_and(|at| {
            self.next(at + 1)
                .is_some_and(|next| matches!(self.nodes[next].item, Item::Entity(_)))
        })
    }

    /// The quantity of a superlative: "heaviest", or "highest" before a column.
    fn extreme_measure(&mut self) {
        let Some(extreme) = self.extreme.clone() else {
            return;
        };
        let stems = extreme.adjective.stems;
        // "latest balance": a stock is taken at the end anyway.
        let latest = self.tokens[self.nodes[extreme.at].end - 1].is("latest newest");
        if latest
            && extreme.n.is_none()
            && self.bare.iter().any(|mention| self.is_stock(mention.id))
        {
            self.extreme = None;
            return;
        }
        if stems == ["#count"] || stems.is_empty() {
            if stems == ["#count"] {
                self.count_at.get_or_insert(extreme.at);
            }
            return;
        }
        if let Some(id) = self.by_stems(stems) {
            let node = &self.nodes[extreme.at];
            let inverse = self.tokens[node.start..node.end]
                .iter()
                .any(|token| self.is_inverse(&token.word, id));
            if let Some(known) = self.extreme.as_mut().filter(|_| inverse) {
                known.adjective.high = !known.adjective.high;
            }
            if self.measures.is_empty()
                && !self
                    .bare
                    .iter()
                    .any(|mention| self.schema.column(mention.id).is_quantity())
            {
                self.bare.push(Mention {
                    id,
                    others: Vec::new(),
                    at: extreme.at,
                    which: false,
                });
            }
        } else if self.measures.is_empty()
            && !self
                .bare
                .iter()
                .any(|mention| self.schema.column(mention.id).is_quantity())
            && self.count_at.is_none()
        {
            self.penalty += 1.5;
        }
    }

    /// Tells whether an adjective turns around for a column: the oldest house has the lowest year, the fastest runner the
    /// lowest time.
    fn is_inverse(&self, word: &str, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let low = column
            .profile
            .min
            .as_ref()
            .and_then(serde_json::Value::as_f64);
        let dated =
            column.is_date() || (low.is_some_and(|low| low >= 1000.0) && !column.has_stem("age"));
        let timed = column
            .unit
            .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Time)
            || column.has_stem("time")
            || column.has_stem("durat");
        let age = word.starts_with("old") || word.starts_with("young");
        let pace =
            word.starts_with("fast") || word.starts_with("slow") || word.starts_with("quick");
        (age && dated) || (pace && timed && !column.has_stem("speed"))
    }

    /// Decides which bare columns are measured and which are grouped by.
    fn place_mentions(&mut self) {
        let mentions = std::mem::take(&mut self.bare);
        let quantities = mentions
            .iter()
            .filter(|mention| self.schema.column(mention.id).is_quantity())
            .count();
        let identified = mentions
            .iter()
            .filter(|mention| self.is_identifier_asked(mention.id, mention.at))
            .count();
        let measured = !self.measures.is_empty() || self.count_at.is_some();
        let scales = mentions
            .iter()
            .filter(|mention| self.schema.column(mention.id).role == Role::Ordinal)
            .count();
        let relation = ((self.versus_at.is_some() && (scales == 0 || quantities >= scales + 2))
            || self.correlation_at.is_some()
            || self.has_wish(Mark::Point)
            || self.has_wish(Mark::Bubble))
            && (quantities >= 2 || (quantities + identified == 2 && !measured));
        let aggregate = self.aggregate.take();
        for mention in mentions {
            let column = self.schema.column(mention.id);
            if !mention.which
                && let Some(condition) = self.yes_condition(mention.id)
            {
                // "admitted", "ambulance": the rows for which it is so.
                self.conditions.push(super::draft::Said {
                    condition,
                    at: mention.at,
                    column: Some(mention.id),
                    is_time: false,
                });
                continue;
            }
            // "supplied by", "shipped to": a verb that a date's name has as well asks for no date.
            let verb = &self.tokens[self.nodes[mention.at].start].word;
            if column.is_date()
                && !mention.which
                && verb.ends_with("ed")
                && (measured || quantities > 0)
                && !self
                    .wishes
                    .iter()
                    .any(|(wish, _)| *wish == Wish::Mark(Mark::Line))
            {
                continue;
            }
            let spans = self.spans(mention.at, mention.at + 1);
            let of = self.scalar(mention.id);
            let scale = column.role == Role::Ordinal
                && self.distribution_at.is_some()
                && quantities == 1
                && !measured
                && !self.has_wish(Mark::Boxplot)
                && !self.has_wish(Mark::Histogram);
            let distribution = self.distribution_at.is_some()
                || self.has_wish(Mark::Histogram)
                || self.has_wish(Mark::Boxplot);
            let beside = column.role == Role::Ordinal
                && (((measured || quantities > 1) && !relation && !mention.which && !distribution)
                    || scale);
            if scale {
                // "the distribution of cylinders": how often each step of the scale occurs.
                self.count_at.get_or_insert(mention.at);
            }
            let identifier =
                relation && quantities < 2 && self.is_identifier_asked(mention.id, mention.at);
            let measure = if identifier {
                Some(Measure::Raw { of: of.clone() })
            } else if !column.is_quantity() || beside {
                None
            } else if let Some((aggregate, _)) = aggregate {
                Some(Measure::Aggregate {
                    aggregate,
                    of: of.clone(),
                })
            } else if relation || distribution {
                Some(Measure::Raw { of: of.clone() })
            } else if self.count_at.is_some() && self.measures.is_empty() && self.extreme.is_none()
            {
                // "count by weight": the quantity is divided into intervals.
                self.groups.push(Part::said(
                    Group::Bin {
                        of: of.clone(),
                        by: BinBy::Auto,
                    },
                    spans.clone(),
                ));
                continue;
            } else {
                Some(Measure::Aggregate {
                    aggregate: self.default_aggregate(mention.id),
                    of: of.clone(),
                })
            };
            match measure {
                Some(measure) => {
                    self.measures.push(Part::said(measure, spans));
                    self.measured_at.push(mention.at);
                }
                None => {
                    // "districts by winner": the name of the rows is counted.
                    let label =
                        self.schema.tables[mention.id.table].label == Some(mention.id.column);
                    if label
                        && !mention.which
                        && !self.groups.is_empty()
                        && self.extreme.as_ref().is_none_or(|extreme| {
                            extreme.adjective.stems.is_empty() && extreme.n.is_none()
                        })
                    {
                        self.entity_at.get_or_insert(mention.at);
                        continue;
                    }
                    // "of the museums that cost something, by type": what the rows are about.
                    let about = !mention.which
                        && !self.groups.is_empty()
                        && self.extreme.is_none()
                        && self.versus_at.is_none()
                        && self.is_key_noun(mention.id);
                    if about {
                        continue;
                    }
                    self.asked_group |= mention.which;
                    let group = self.column_group(mention.id);
                    // "at what hour do patients arrive": the time is grouped already.
                    let timed = self.groups.iter().any(|known| {
                        matches!(known.value, Group::Time { .. } | Group::Season { .. })
                            && group_column(&group).is_some()
                            && group_column(&known.value) == group_column(&group)
                    });
                    if timed {
                        continue;
                    }
                    if !self.groups.iter().any(|known| known.value == group) {
                        self.groups.push(Part::said(group, spans));
                    }
                }
            }
        }
        self.name_person();
        if let Some((aggregate, at)) = aggregate.filter(|_| self.measures.is_empty()) {
            if aggregate == Aggregate::Sum {
                self.count_at.get_or_insert(at);
            } else {
                self.penalty += 1.2;
            }
        }
    }

    /// "who had the highest balance": the column that names persons.
    fn name_person(&mut self) {
        let who = self
            .which_at
            .is_some_and(|at| self.tokens[self.nodes[at].start].is("who whose"));
        if !who || self.extreme.is_none() || !self.groups.is_empty() {
            return;
        }
        let table = &self.schema.tables[self.table];
        let person = table.columns.iter().position(|column| {
            column.is_text()
                && column
                    .words
                    .iter()
                    .any(|word| crate::language::lexicon::is_person_word(&word.word))
        });
        if let Some(column) = table.label.or(person) {
            let column = self.schema.reference(ColumnId {
                table: self.table,
                column,
            });
            self.groups.push(Part::default_for(
                Group::Column { column },
                "a person is asked for",
            ));
        }
    }

    /// Tells whether a column is the number or name of a thing that is seen in several rows.
    fn is_key_noun(&self, id: ColumnId) -> bool {
        let column = self.schema.column(id);
        let table = &self.schema.tables[id.table];
        let content = column
            .words
            .iter()
            .filter(|word| !crate::language::lexicon::is_label_word(&word.word))
            .count();
        let in_name = crate::language::name_words(&table.profile.name)
            .iter()
            .any(|word| column.has_stem(&crate::language::stem(word)));
        content == 1
            && (column.is_text() || column.role == Role::Identifier)
            && (column.role == Role::Identifier && column.profile.distinct > 12 || in_name)
    }

    /// The only stock of the table, or the whole of several.
    fn only_stock(&self) -> Option<ColumnId> {
        let table = self.table;
        let columns = &self.schema.tables[table].columns;
        let stocks: Vec<ColumnId> = (0..columns.len())
            .map(|column| ColumnId { table, column })
            .filter(|id| self.schema.column(*id).is_quantity() && self.is_stock(*id))
            .collect();
        let whole = stocks.iter().find(|id| {
            self.schema
                .column(**id)
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_end_word(&word.word))
        });
        match stocks.as_slice() {
            [only] => Some(*only),
            _ => whole.copied(),
        }
    }

    /// Tells whether the words ask for the identifier itself: "the sum of manager ids".
    pub(super) fn is_identifier_asked(&self, id: ColumnId, at: usize) -> bool {
        let column = self.schema.column(id);
        let Some(node) = self.nodes.get(at) else {
            return false;
        };
        column.role == Role::Identifier
            && column.is_numeric()
            && self.tokens[node.start..node.end].iter().any(|token| {
                token.is("id ids identifier identifiers number numbers no nr code codes key keys")
                    || token.word == column.glued
            })
    }

    /// The condition that a yes-no column says yes.
    pub(super) fn yes_condition(&self, id: ColumnId) -> Option<Condition> {
        let column = self.schema.column(id);
        if column.profile.column_type == portolan_query::ColumnType::Boolean {
            return Some(Condition::Test {
                of: self.scalar(id),
                test: Test::IsTrue,
            });
        }
        if !column.is_text() || column.profile.distinct > 3 {
            return None;
        }
        let texts: Vec<&str> = column
            .profile
            .values
            .iter()
            .filter_map(|value| value.value.as_str())
            .collect();
        let is = |text: &str, words: &[&str]| words.contains(&text.to_lowercase().as_str());
        let no = texts
            .iter()
            .any(|text| is(text, &["no", "n", "false", "f"]));
        let yes = texts
            .iter()
            .find(|text| is(text, &["yes", "y", "true", "t"]))?;
        no.then(|| self.value_condition(id, &[(*yes).to_owned()], false))
    }

    /// Rows are counted only where that is asked.
    fn count(&mut self) {
        if !self.measures.is_empty() {
            return;
        }
        let Some(at) = self.count_at else { return };
        let spans = self.spans(at, at + 1);
        // "How many species": a category that is counted, where nothing else is grouped by.
        let common = self
            .extreme
            .as_ref()
            .is_some_and(|extreme| extreme.at == at);
        let next = self.next(at + 1).filter(|_| !common);
        let column = next.and_then(|next| match self.item(next) {
            Some(Item::Column { id, .. }) => Some((*id, next)),
            _ => None,
        });
        if let Some((id, _)) = column.filter(|(id, _)| !self.schema.column(*id).is_quantity()) {
            let group = self.column_group(id);
            let label =
                self.schema.tables[id.table].label == Some(id.column) || self.schema.is_unique(id);
            let others = self
                .groups
                .iter()
                .filter(|known| known.value != group)
                .count();
            let charted = self
                .wishes
                .iter()
                .any(|(wish, _)| matches!(wish, Wish::Mark(_)));
            let entity = self
                .schema
                .column(id)
                .words
                .iter()
                .any(|word| self.schema.tables[id.table].entity.contains(&word.stem));
            let named = |node: &crate::parse::Node| matches!(&node.item, Item::Column { id: known, .. } if *known == id);
            let repeated = self.schema.column(id).profile.distinct * 13
                <= self.schema.tables[id.table].profile.row_count * 10;
            let label = label && !repeated;
            if self.nodes.iter().filter(|node| named(node)).count() > 1 {
                // "the number of countries of each country": the rows of each are meant.
            } else if label || (entity && !repeated) {
                self.groups
                    .retain(|known| known.value != group || charted && others == 0);
            } else if others > 0 || !charted {
                self.groups.retain(|known| known.value != group);
                self.measures.push(Part::said(
                    Measure::Aggregate {
                        aggregate: Aggregate::CountDistinct,
                        of: self.scalar(id),
                    },
                    spans,
                ));
                self.measured_at.push(at);
                return;
            }
        }
        let measure = self
            .counted_column()
            .map_or(Measure::Count, |of| Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of,
            });
        self.measures.push(Part::said(measure, spans));
        self.measured_at.push(at);
    }

    /// A column that is called "count": each row stands for so many.
    fn counted_column(&self) -> Option<Scalar> {
        let rows = self
            .nodes
            .iter()
            .any(|node| self.tokens[node.start].is("rows row records record entries"));
        let columns = &self.schema.tables[self.table].columns;
        let column = columns.iter().position(|column| {
            column.is_quantity()
                && matches!(
                    column.glued.as_str(),
                    "count" | "n" | "cnt" | "freq" | "frequency" | "number" | "counts"
                )
        })?;
        (!rows).then(|| {
            self.scalar(ColumnId {
                table: self.table,
                column,
            })
        })
    }

    /// Nothing is measured: the rows are counted where a noun for them is grouped ("strikes by year"), else listed.
    fn unspoken_measure(&mut self) {
        if !self.measures.is_empty() {
            return;
        }
        // "how much did each region grow": the stock that the table is about.
        let grown = self.change.is_some().then(|| self.only_stock()).flatten();
        if let Some(id) = grown {
            let of = self.scalar(id);
            self.measures.push(Part::default_for(
                Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                },
                "it is the quantity of the table that grows",
            ));
            self.measured_at.push(0);
            return;
        }
        let grouped = !self.groups.is_empty();
        let rows = self.which_at.is_some() && self.entity_at.is_none();
        let counted = self.share_at.is_some()
            || self.percent_at.is_some()
            || self.window.is_some()
            || self.distribution_at.is_some()
            || !self.having.is_empty()
            || (self.extreme.as_ref().is_some_and(|extreme| {
                let word = &self.tokens[self.nodes[extreme.at].end - 1];
                extreme.adjective.stems.is_empty()
                    && !crate::language::lexicon::is_judgement(&word.word)
            }) && self.entity_at.is_some()
                && grouped);
        let charted = self.wishes.iter().any(|(wish, _)| matches!(wish, Wish::Mark(mark) if *mark != Mark::Table && *mark != Mark::Map));
        if (grouped || counted) && (self.entity_at.is_some() || counted || (charted && !rows)) {
            let spans = self
                .entity_at
                .map_or_else(Vec::new, |at| self.spans(at, at + 1));
            let part = if spans.is_empty() {
                Part::default_for(Measure::Count, "nothing else is measured")
            } else {
                Part::said(Measure::Count, spans)
            };
            self.measures.push(part);
            self.measured_at.push(self.entity_at.unwrap_or(0));
        }
    }

    /// "delay in minutes" over a column of seconds.
    fn convert_units(&mut self) {
        let Some(said) = self.unit else { return };
        for part in &mut self.measures {
            let (Measure::Aggregate { of, .. } | Measure::Raw { of }) = &mut part.value else {
                continue;
            };
            let Scalar::Column { column } = &*of else {
                continue;
            };
            let kept = self
                .schema
                .find(column)
                .and_then(|id| self.schema.column(id).unit);
            if let Some(kept) = kept
                .filter(|kept| kept.kind == said.kind && (kept.factor - said.factor).abs() > 1e-12)
            {
                *of = Scalar::Arithmetic {
                    operator: Arithmetic::Divide,
                    left: Box::new(of.clone()),
                    right: Box::new(Scalar::Number {
                        number: said.factor / kept.factor,
                    }),
                };
            }
        }
    }

    /// "difference between A and B" of columns; "A times B" in each row.
    fn differences(&mut self) {
        if self.product_at.is_some() && self.measures.len() == 2 {
            let scalar = |measure: &Measure| match measure {
                Measure::Aggregate { of, .. } | Measure::Raw { of } => Some(of.clone()),
                _ => None,
            };
            if let (Some(left), Some(right)) = (
                scalar(&self.measures[0].value),
                scalar(&self.measures[1].value),
            ) {
                let of = Scalar::Arithmetic {
                    operator: Arithmetic::Multiply,
                    left: Box::new(left),
                    right: Box::new(right),
                };
                self.measures.truncate(1);
                self.measures[0].value = Measure::Aggregate {
                    aggregate: Aggregate::Sum,
                    of,
                };
            }
        }
        if self.difference_at.is_some() && self.measures.len() == 2 && self.change.is_none() {
            let right = self.measures.pop().map(|part| part.value);
            if let (Some(right), Some(left)) = (right, self.measures.first_mut()) {
                left.value = Measure::Arithmetic {
                    operator: Arithmetic::Subtract,
                    left: Box::new(left.value.clone()),
                    right: Box::new(right),
                    percent: false,
                };
            }
        }
        if self.correlation_at.is_some()
            && self.measures.len() == 2
            && self.groups.is_empty()
            && self.has_wish(Mark::Number)
        {
            let raw = |measure: &Measure| match measure {
                Measure::Raw { of } | Measure::Aggregate { of, .. } => Some(of.clone()),
                _ => None,
            };
            if let (Some(left), Some(right)) =
                (raw(&self.measures[0].value), raw(&self.measures[1].value))
            {
                self.measures = vec![Part::default_for(
                    Measure::Correlation { left, right },
                    "asked as one number",
                )];
            }
        }
    }

    /// Changes, running totals and "over time" need a time.
    fn default_time_group(&mut self) {
        let timed = self
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. }));
        let ranged = self.groups.is_empty()
            && !self.measures.is_empty()
            && self.extreme.is_none()
            && self.share_at.is_none()
            && self.change.is_none()
            && self
                .measures
                .iter()
                .zip(&self.measured_at)
                .all(|(part, at)| {
                    matches!(part.value, Measure::Aggregate { .. })
                        && matches!(
                            self.nodes.get(*at).map(|node| &node.item),
                            Some(Item::Column { .. })
                        )
                })
            && self
                .nodes
                .iter()
                .any(|node| matches!(&node.item, Item::Time(range) if !range.single));
        let needs = ranged
            || self.over_time
            || self.against.is_some()
            || self.window.is_some()
            || self.index_at.is_some()
            || (self.change.is_some() && self.conditions.iter().all(|said| !said.is_time))
            || (self.has_wish(Mark::Line) && self.groups.len() <= 1 && self.extreme.is_none())
            || self.direction.is_some();
        if timed || !needs {
            return;
        }
        let unit = self
            .unit_of_window()
            .unwrap_or_else(|| self.natural_unit(self.table));
        if let Some(group) = self.time_group(unit) {
            self.groups
                .insert(0, Part::default_for(group, "the chart is over time"));
        } else {
            self.penalty += 1.5;
        }
    }

    /// The unit that a window or a comparison with the year before speaks of: "7 day moving average", "from year to year".
    fn unit_of_window(&mut self) -> Option<TimeUnit> {
        if let Some((_, at)) = &self.window {
            let node = &self.nodes[*at];
            return self.tokens[node.start..node.end]
                .iter()
                .find_map(|token| crate::language::lexicon::time_unit(&token.word));
        }
        let finer = self.tokens.iter().any(|token| {
            token.is("month months monthly quarter quarters quarterly week weekly day daily days")
        });
        if self.against == Some(Against::YearBefore) && !finer {
            self.against = Some(Against::Previous);
            return Some(TimeUnit::Year);
        }
        None
    }

    /// A pie of single rows divides their sum: one row is its own average, unless the quantity has no sum.
    fn parts_of_whole(&mut self) {
        if !self.has_wish(Mark::Arc)
            || self.groups.len() != 1
            || !self.is_row_name(&self.groups[0].value)
        {
            return;
        }
        let said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_)));
        let [part] = self.measures.as_mut_slice() else {
            return;
        };
        if let Measure::Aggregate {
            aggregate: aggregate @ Aggregate::Mean,
            of: Scalar::Column { column },
        } = &mut part.value
            && let Some(id) = self.schema.find(column)
        {
            let column = self.schema.column(id);
            let rate = column.unit.is_some()
                || column
                    .words
                    .iter()
                    .any(|word| crate::language::lexicon::is_rate_stem(&word.stem));
            if !rate && !said {
                *aggregate = Aggregate::Sum;
            }
        }
    }

    /// A chart of a single figure shows nothing: categories that are counted are shown one by one, a quantity in intervals.
    fn group_for_chart(&mut self) {
        let charted = self
            .wishes
            .iter()
            .any(|(wish, _)| matches!(wish, Wish::Mark(Mark::Bar | Mark::Arc | Mark::Histogram)));
        let [part] = self.measures.as_slice() else {
            return;
        };
        if !charted || !self.groups.is_empty() || self.extreme.is_some() || self.change.is_some() {
            return;
        }
        let Measure::Aggregate {
            aggregate,
            of: Scalar::Column { column },
        } = &part.value
        else {
            return;
        };
        let Some(id) = self.schema.find(column) else {
            return;
        };
        let said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_)));
        let pie = self.has_wish(Mark::Arc);
        let group =
            if *aggregate == Aggregate::CountDistinct && !self.schema.column(id).is_quantity() {
                self.column_group(id)
            } else if !said
                && !pie
                && self.schema.column(id).is_quantity()
                && *aggregate != Aggregate::CountDistinct
            {
                Group::Bin {
                    of: Scalar::Column {
                        column: column.clone(),
                    },
                    by: BinBy::Auto,
                }
            } else {
                return;
            };
        let spans = match &part.provenance {
            crate::plan::Provenance::Words { spans } => spans.clone(),
            _ => Vec::new(),
        };
        self.groups.push(Part::said(group, spans));
        self.measures = vec![Part::default_for(
            Measure::Count,
            "the chart shows how often each occurs",
        )];
        self.measured_at = vec![0];
    }

    fn plan(&mut self, shared: bool) -> QueryPlan {
        // "the 10 districts where the share is highest": the rows' name is the group of a computed measure.
        let computed = self.measures.iter().any(|part| {
            !matches!(
                part.value,
                Measure::Aggregate { .. } | Measure::Raw { .. } | Measure::Count
            )
        });
        if computed
            && self.extreme.is_some()
            && self.groups.is_empty()
            && self.entity_at.is_some()
            && let Some(column) = self.schema.tables[self.table].label
        {
            let column = self.schema.reference(ColumnId {
                table: self.table,
                column,
            });
            self.groups.push(Part::default_for(
                Group::Column { column },
                "it names the rows",
            ));
        }
        let table = &self.schema.tables[self.table];
        let raw = self.measures.len() >= 2
            && self
                .measures
                .iter()
                .all(|part| matches!(part.value, Measure::Raw { .. }));
        let distribution =
            self.measures.len() == 1 && matches!(self.measures[0].value, Measure::Raw { .. });
        let mapped = self.has_wish(Mark::Map);
        let shape = if raw
            && (self.versus_at.is_some()
                || self.correlation_at.is_some()
                || self.has_wish(Mark::Point)
                || self.has_wish(Mark::Bubble))
        {
            Shape::Relation
        } else if distribution || raw {
            Shape::Distribution
        } else if mapped
            && (self.measures.is_empty() || matches!(self.measures[0].value, Measure::Count))
        {
            Shape::Map
        } else if self.lists_rows(shared) {
            Shape::Rows
        } else {
            Shape::Groups
        };
        let mut plan = QueryPlan::new(&table.profile.name, shape);
        plan.entity.clone_from(&table.noun);
        plan.measures = std::mem::take(&mut self.measures);
        plan.groups = std::mem::take(&mut self.groups);
        self.sort_groups(&mut plan);
        plan.conditions = self
            .conditions
            .iter()
            .map(|said| Part::said(said.condition.clone(), self.spans(said.at, said.at + 1)))
            .collect();
        if shape == Shape::Rows {
            self.rows(&mut plan);
        }
        if shape == Shape::Map {
            self.map(&mut plan);
        }
        for (measure, test, at) in std::mem::take(&mut self.having) {
            let measure = measure.or_else(|| plan.measures.first().map(|part| part.value.clone()));
            match measure {
                Some(measure) if !plan.groups.is_empty() && plan.shape == Shape::Groups => {
                    let spans = self.spans(at, at + 1);
                    plan.having
                        .push(Part::said(GroupTest { measure, test }, spans));
                }
                _ => {
                    self.unknown.push(at);
                    self.penalty += 1.5;
                }
            }
        }
        if let Some(wide) = table.wide.as_ref().filter(|wide| {
            uses(&plan, &wide.unpivot.value_column) || uses(&plan, &wide.unpivot.name_column)
        }) {
            plan.unpivot = Some(Part::default_for(
                wide.unpivot.clone(),
                "the columns are values of one quantity",
            ));
        }
        if let Some(width) = self
            .bin_width
            .map(|width| BinBy::Width { width })
            .or(self.bin_count.map(|count| BinBy::Count { count }))
        {
            for group in &mut plan.groups {
                match &mut group.value {
                    Group::Bin { by, .. } => *by = width.clone(),
                    Group::Column { column }
                        if self
                            .schema
                            .find(column)
                            .is_some_and(|id| self.schema.column(id).is_numeric()) =>
                    {
                        group.value = Group::Bin {
                            of: Scalar::Column {
                                column: column.clone(),
                            },
                            by: width.clone(),
                        };
                    }
                    _ => {}
                }
            }
        }
        plan
    }

    /// The time is the axis; a group that is asked for as colour is the series.
    fn sort_groups(&self, plan: &mut QueryPlan) {
        if self
            .wishes
            .iter()
            .any(|(wish, _)| matches!(wish, Wish::ColorBy | Wish::FacetBy))
        {
            return;
        }
        if let Some(column) = self
            .listed
            .map(|id| self.schema.reference(id))
            .filter(|_| plan.groups.len() > 1)
            && let Some(at) = plan
                .groups
                .iter()
                .position(|group| group_column(&group.value) == Some(&column))
        {
            let part = plan.groups.remove(at);
            plan.groups.push(part);
        }
        if let Some(column) = self.across.map(|id| self.schema.reference(id))
            && let Some(at) = plan
                .groups
                .iter()
                .position(|group| group_column(&group.value) == Some(&column))
        {
            let part = plan.groups.remove(at);
            plan.groups.insert(0, part);
            return;
        }
        if let Some(time) = plan
            .groups
            .iter()
            .position(|group| matches!(group.value, Group::Time { .. } | Group::Season { .. }))
        {
            let part = plan.groups.remove(time);
            plan.groups.insert(0, part);
        }
    }

    /// Tells whether rows are listed: an extreme of single rows, or rows that meet conditions.
    fn lists_rows(&self, shared: bool) -> bool {
        if shared
            || self.count_at.is_some()
            || self.window.is_some()
            || self.change.is_some()
            || self.against.is_some()
        {
            return false;
        }
        let plain = self
            .measures
            .iter()
            .zip(&self.measured_at)
            .all(|(part, at)| {
                let said = matches!(
                    self.nodes.get(*at).map(|node| &node.item),
                    Some(Item::Aggregate(_))
                );
                !said
                    && matches!(
                        part.value,
                        Measure::Aggregate {
                            aggregate: Aggregate::Mean | Aggregate::Sum,
                            ..
                        }
                    )
            });
        let entity_rows = self.groups.is_empty()
            || self
                .groups
                .iter()
                .all(|group| self.is_row_name(&group.value));
        let table_wish = self.has_wish(Mark::Table);
        if self.extreme.is_some() && plain && !self.measures.is_empty() {
            let by_group = !self.groups.is_empty() && !entity_rows;
            return (self.entity_at.is_some() && !self.asked_group) || !by_group || table_wish;
        }
        (self.measures.is_empty()
            && !self.conditions.is_empty()
            && self.groups.iter().all(|group| {
                self.is_row_name(&group.value) || matches!(group.value, Group::Time { .. })
            }))
            || (plain
                && entity_rows
                && !self.conditions.is_empty()
                && (self.which_at.is_some() || self.entity_at.is_some() || !self.groups.is_empty())
                && !self.measures.is_empty()
                && self
                    .conditions
                    .iter()
                    .any(|said| !said.is_time && said.column.is_none()))
            || (table_wish && plain && self.groups.is_empty() && self.measures.is_empty())
    }

    /// Tells whether a group names single rows.
    fn is_row_name(&self, group: &Group) -> bool {
        match group {
            Group::Column { column } => self.schema.find(column).is_some_and(|id| {
                self.schema.tables[id.table].label == Some(id.column) || self.schema.is_unique(id)
            }),
            Group::Time { of, unit } => {
                let Some(time) = &self.schema.tables[self.table].time else {
                    return false;
                };
                let rows = self.schema.tables[self.table].profile.row_count;
                let years = (time.years.1 - time.years.0 + 1).max(1) as u64;
                let each = match time.finest {
                    TimeUnit::Year => 1,
                    TimeUnit::Quarter => 4,
                    TimeUnit::Month => 12,
                    _ => 366,
                };
                *of == time.source && *unit == time.finest && rows <= years * each
            }
            _ => false,
        }
    }

    /// The columns that name a row, and the values that were asked about.
    fn rows(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        for part in &mut plan.measures {
            if let Measure::Aggregate { of, .. } = &part.value {
                part.value = Measure::Raw { of: of.clone() };
            }
        }
        // The tested columns are shown.
        let mut tested = Vec::new();
        for condition in &plan.conditions {
            tested_columns(&condition.value, &mut tested);
        }
        for column in tested {
            let measure = Measure::Raw {
                of: Scalar::Column {
                    column: column.clone(),
                },
            };
            let quantity = self
                .schema
                .find(&column)
                .is_some_and(|id| self.schema.column(id).is_quantity());
            if quantity && !plan.measures.iter().any(|part| part.value == measure) {
                plan.measures
                    .push(Part::default_for(measure, "it is tested"));
            }
        }
        if !plan
            .groups
            .iter()
            .any(|group| self.is_row_name(&group.value))
        {
            if let Some(label) = table.label {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column: label,
                });
                plan.groups.insert(
                    0,
                    Part::default_for(Group::Column { column }, "it names the rows"),
                );
            } else if let Some(column) = (0..table.columns.len())
                .find(|column| {
                    let id = ColumnId {
                        table: self.table,
                        column: *column,
                    };
                    let known = &table.columns[*column];
                    (known.is_text() && known.is_alphabetic() || known.role == Role::Identifier)
                        && self.schema.is_unique(id)
                })
                .filter(|_| plan.groups.is_empty())
            {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                });
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "it tells the rows apart",
                ));
            } else if let Some(time) = table.time.as_ref().filter(|_| plan.groups.is_empty()) {
                plan.groups.push(Part::default_for(
                    Group::Time {
                        of: time.source.clone(),
                        unit: time.finest,
                    },
                    "it names the rows",
                ));
            }
        }
        self.name_fully(plan);
        if plan.groups.is_empty() && plan.measures.is_empty() {
            let shown = (0..table.columns.len())
                .filter(|at| !table.columns[*at].is_quantity())
                .take(4);
            for column in shown {
                let column = self.schema.reference(ColumnId {
                    table: self.table,
                    column,
                });
                plan.groups.push(Part::default_for(
                    Group::Column { column },
                    "it tells about the rows",
                ));
            }
        }
    }

    /// A first name alone does not identify a person: the last name goes beside it.
    fn name_fully(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        let named = |word: &str| {
            table.columns.iter().position(|column| {
                column.is_text()
                    && column.words.iter().any(|known| known.word == word)
                    && column.words.iter().any(|known| known.word == "name")
            })
        };
        let (Some(first), Some(last)) = (named("first"), named("last")) else {
            return;
        };
        let group = |column: usize| Group::Column {
            column: self.schema.reference(ColumnId {
                table: self.table,
                column,
            }),
        };
        let has =
            |plan: &QueryPlan, at: usize| plan.groups.iter().any(|part| part.value == group(at));
        for (known, missing) in [(first, last), (last, first)] {
            if has(plan, known) && !has(plan, missing) {
                plan.groups
                    .push(Part::default_for(group(missing), "it names the rows"));
            }
        }
    }

    fn map(&self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        let find = |role: Role| {
            table
                .columns
                .iter()
                .position(|column| column.role == role)
                .map(|column| {
                    self.schema.reference(ColumnId {
                        table: self.table,
                        column,
                    })
                })
        };
        plan.present.latitude = find(Role::Latitude);
        plan.present.longitude = find(Role::Longitude);
        if plan.present.latitude.is_some() {
            plan.measures.clear();
        }
    }

    /// Changes, indexes, running totals and moving means wrap each measure.
    fn windows(&mut self, plan: &mut QueryPlan) {
        let change = match (&self.change, &self.against, self.direction) {
            (Some((kind, _)), against, _) => {
                Some((kind.unwrap_or(ChangeAs::Difference), against.clone()))
            }
            (None, Some(against), _) => Some((ChangeAs::Percent, Some(against.clone()))),
            _ => None,
        };
        for part in &mut plan.measures {
            if let Some((kind, against)) = &change {
                let timed = self.conditions.iter().any(|said| said.is_time);
                let against = against.clone().unwrap_or(
                    if timed
                        && plan
                            .groups
                            .iter()
                            .all(|group| !matches!(group.value, Group::Time { .. }))
                    {
                        Against::FirstToLast
                    } else {
                        Against::Previous
                    },
                );
                part.value = Measure::Change {
                    of: Box::new(part.value.clone()),
                    against,
                    shown_as: *kind,
                };
            }
            if let Some((window, _)) = &self.window {
                let of = match (&part.value, window) {
                    (
                        Measure::Aggregate {
                            aggregate: Aggregate::Mean,
                            of,
                        },
                        WindowKind::Cumulative,
                    ) => Measure::Aggregate {
                        aggregate: Aggregate::Sum,
                        of: of.clone(),
                    },
                    (other, _) => other.clone(),
                };
                part.value = Measure::Window {
                    of: Box::new(of),
                    window: window.clone(),
                };
            }
            if self.index_at.is_some() {
                part.value = Measure::Change {
                    of: Box::new(part.value.clone()),
                    against: Against::First,
                    shown_as: ChangeAs::Index,
                };
            }
        }
        let first_to_last = plan.measures.iter().any(|part| {
            matches!(
                part.value,
                Measure::Change {
                    against: Against::FirstToLast,
                    ..
                }
            )
        });
        if first_to_last && let Some(time) = &self.schema.tables[self.table].time {
            plan.groups.insert(
                0,
                Part::default_for(
                    Group::Time {
                        of: time.source.clone(),
                        unit: time.finest,
                    },
                    "the change is from the first to the last of these",
                ),
            );
        }
        let counted = plan.measures.iter().any(|part| {
            matches!(
                &part.value,
                Measure::Change {
                    against: Against::Previous,
                    ..
                }
            )
        });
        if counted && self.against.is_none() {
            plan.notes
                .push("Each period is compared with the one before.".to_owned());
        }
    }

    /// Percentages without a part: of all groups, or within the first of two.
    fn percentages(&mut self, plan: &mut QueryPlan, shared: bool) {
        let normalized = self
            .wishes
            .iter()
            .any(|(wish, _)| *wish == Wish::Stacking(Stacking::Normalized));
        let wanted =
            !shared && (self.percent_at.is_some() || self.share_at.is_some()) && !normalized;
        if !wanted || self.change.is_some() || plan.shape != Shape::Groups {
            return;
        }
        // The slices of a pie are shares of whatever they count.
        if self.has_wish(Mark::Arc) && plan.groups.len() == 1 {
            return;
        }
        let whole = match plan.groups.len() {
            0 => {
                self.penalty += 2.0;
                return;
            }
            1 => ShareOf::Result,
            _ => ShareOf::Group { groups: vec![0] },
        };
        for part in &mut plan.measures {
            if let Measure::Aggregate {
                aggregate:
                    Aggregate::Mean | Aggregate::Median | Aggregate::Minimum | Aggregate::Maximum,
                ..
            } = part.value
            {
                self.penalty += 1.0;
                continue;
            }
            part.value = Measure::Share {
                of: Box::new(part.value.clone()),
                whole: whole.clone(),
            };
        }
    }

    fn select(&mut self, plan: &mut QueryPlan) {
        let Some(extreme) = self.extreme.clone() else {
            return;
        };
        let spans = self.spans(extreme.at, extreme.at + 1);
        let mut descending = extreme.adjective.high;
        // "worst" and "best" are about size unless said otherwise.
        if self.tokens[self.nodes[extreme.at].start].is("worst") {
            descending = true;
        }
        if plan.measures.is_empty() {
            self.penalty += 1.5;
            return;
        }
        let mut by = 0;
        // "the 15 districts with the most votes": ranked by the whole, which is not shown.
        let table = &self.schema.tables[self.table];
        if let Some(total) = table
            .wide
            .as_ref()
            .and_then(|wide| wide.total)
            .filter(|_| plan.measures.len() > 1)
        {
            by = plan.measures.len();
            plan.hidden = vec![Measure::Aggregate {
                aggregate: Aggregate::Sum,
                of: self.scalar(ColumnId {
                    table: self.table,
                    column: total,
                }),
            }];
        }
        if plan.shape == Shape::Groups && plan.groups.is_empty() {
            // "the highest temperature": the extreme itself.
            for part in &mut plan.measures {
                if let Measure::Aggregate {
                    aggregate: aggregate @ (Aggregate::Mean | Aggregate::Sum),
                    ..
                } = &mut part.value
                {
                    *aggregate = if descending {
                        Aggregate::Maximum
                    } else {
                        Aggregate::Minimum
                    };
                }
            }
            return;
        }
        let within: Vec<usize> = if plan.shape == Shape::Rows {
            (0..plan.groups.len())
                .filter(|at| {
                    let group = &plan.groups[*at].value;
                    let told = self
                        .shown
                        .iter()
                        .any(|id| group_column(group) == Some(&self.schema.reference(*id)));
                    !told && !self.is_row_name(group)
                })
                .collect()
        } else if plan.groups.len() > 1 {
            vec![0]
        } else {
            Vec::new()
        };
        if plan.shape == Shape::Groups
            && extreme.n.is_none()
            && !self.asked_group
            && plan.groups.len() == 1
            && !extreme.adjective.stems.contains(&"#count")
            && !self.nodes[extreme.at + 1..].is_empty()
            && matches!(
                plan.measures[0].value,
                Measure::Aggregate {
                    aggregate: Aggregate::Mean | Aggregate::Sum,
                    ..
                }
            )
            && self.is_said_after(extreme.at, plan)
        {
            // "highest temperature by station": the extreme of each.
            if let Measure::Aggregate { aggregate, .. } = &mut plan.measures[0].value {
                *aggregate = if descending {
                    Aggregate::Maximum
                } else {
                    Aggregate::Minimum
                };
            }
            return;
        }
        plan.order = vec![Part::said(
            Order {
                by: OrderBy::Measure { index: by },
                descending,
            },
            spans.clone(),
        )];
        if let Some(n) = self.nth {
            plan.select = Some(Part::said(Select::Nth { n, by, descending }, spans));
            return;
        }
        if let Some(percent) = extreme.percent {
            plan.select = Some(Part::said(
                Select::TopPercent {
                    percent,
                    by,
                    descending,
                    within,
                },
                spans,
            ));
        } else if let Some(n) = extreme.n {
            plan.select = Some(Part::said(
                Select::Top {
                    n,
                    by,
                    descending,
                    ties: false,
                    within,
                },
                spans,
            ));
        } else if plan.shape == Shape::Rows || !within.is_empty() {
            plan.select = Some(Part::said(
                Select::Top {
                    n: 1,
                    by,
                    descending,
                    ties: true,
                    within,
                },
                spans,
            ));
        } else {
            plan.select = None;
        }
    }

    /// Tells whether the group is said with "by" after the superlative's column.
    fn is_said_after(&self, at: usize, plan: &QueryPlan) -> bool {
        let by = self.nodes[at..]
            .iter()
            .any(|node| matches!(node.item, Item::By));
        by && plan.groups.len() == 1
    }

    fn orders(&mut self, plan: &mut QueryPlan) {
        let Some((descending, target, at)) = self.order else {
            return;
        };
        let spans = self.spans(at, at + 1);
        let by = match target {
            Some(OrderTarget::Axis(true)) => OrderBy::Group { index: 0 },
            Some(OrderTarget::Axis(false) | OrderTarget::Measure) => OrderBy::Measure { index: 0 },
            Some(OrderTarget::Column(id)) => {
                let reference = self.schema.reference(id);
                let group = plan
                    .groups
                    .iter()
                    .position(|group| group_column(&group.value) == Some(&reference));
                let measure = plan
                    .measures
                    .iter()
                    .position(|part| measure_column(&part.value) == Some(&reference));
                match (group, measure) {
                    (Some(index), _) => OrderBy::Group { index },
                    (None, Some(index)) => OrderBy::Measure { index },
                    _ => OrderBy::Other {
                        measure: Box::new(Measure::Aggregate {
                            aggregate: self.default_aggregate(id),
                            of: Scalar::Column { column: reference },
                        }),
                    },
                }
            }
            None => OrderBy::Measure { index: 0 },
        };
        plan.order = vec![Part::said(Order { by, descending }, spans)];
    }

    fn present(&mut self, plan: &mut QueryPlan) {
        let nodes = self.nodes.len();
        for (wish, at) in std::mem::take(&mut self.wishes) {
            let spans = if at < nodes {
                self.spans(at, at + 1)
            } else {
                Vec::new()
            };
            let index = if at >= nodes {
                at - nodes
            } else {
                plan.groups.len().saturating_sub(1)
            };
            match wish {
                Wish::Mark(_)
                    if plan
                        .present
                        .mark
                        .as_ref()
                        .is_some_and(|known| known.value == Mark::Map) => {}
                Wish::Mark(mark) => plan.present.mark = Some(Part::said(mark, spans)),
                Wish::Orientation(orientation) => {
                    plan.present.orientation = Some(Part::said(orientation, spans))
                }
                Wish::Stacking(stacking) => {
                    let keep = plan
                        .present
                        .stacking
                        .as_ref()
                        .is_some_and(|known| known.value == Stacking::Normalized);
                    if !keep {
                        plan.present.stacking = Some(Part::said(stacking, spans));
                    }
                }
                Wish::ColorBy if !plan.groups.is_empty() => {
                    plan.present.color = Some(Part::said(index, spans))
                }
                Wish::FacetBy if !plan.groups.is_empty() => {
                    plan.present.facet = Some(Part::said(index, spans))
                }
                Wish::Log(axis) => {
                    plan.present.logarithmic =
                        Some(Part::said(axis.unwrap_or(crate::plan::Axis::Y), spans))
                }
                Wish::Dual => plan.present.dual_axis = Some(Part::said(true, spans)),
                Wish::Labels => plan.present.labels = Some(Part::said(true, spans)),
                Wish::TrendLine => plan.present.trend_line = Some(Part::said(true, spans)),
                _ => {}
            }
        }
    }

    /// "leave out the unknown ones": missing values of the groups.
    fn missing(&mut self, plan: &mut QueryPlan) {
        let Some(at) = self.missing_at else { return };
        let spans = self.spans(at, at + 1);
        let negated = matches!(self.nodes[at].item, Item::Not | Item::Without);
        if !negated {
            self.unknown.push(at);
            self.penalty += 1.0;
            return;
        }
        let columns: Vec<ColumnRef> = plan
            .groups
            .iter()
            .filter_map(|group| group_column(&group.value).cloned())
            .collect();
        for column in columns {
            plan.conditions.push(Part::said(
                Condition::Test {
                    of: Scalar::Column { column },
                    test: Test::Present,
                },
                spans.clone(),
            ));
        }
    }

    /// Joins the tables of all columns.
    /// Groups of one row each show its value: no aggregate is applied that was not asked for.
    fn keep_single_rows(&self, plan: &mut QueryPlan) {
        let rows = self.schema.tables[self.table].profile.row_count;
        let is_single = plan.groups.iter().any(|group| match &group.value {
            Group::Column { column } => self.schema.find(column).is_some_and(|id| {
                id.table == self.table && self.schema.column(id).profile.distinct == rows
            }),
            _ => false,
        });
        if !is_single || rows < 2 || plan.shape != Shape::Groups || self.aggregate.is_some() {
            return;
        }
        for part in &mut plan.measures {
            if let Measure::Aggregate {
                aggregate: Aggregate::Mean | Aggregate::Sum,
                of,
            } = &part.value
            {
                part.value = Measure::Raw { of: of.clone() };
            }
        }
    }

    fn joins(&mut self, plan: &mut QueryPlan) {
        if !join_tables(plan, self.schema) {
            self.penalty += 5.0;
        }
    }
}

/// Joins the tables that a plan names; tells whether keys lead to all of them.
pub fn join_tables(plan: &mut QueryPlan, schema: &Schema<'_>) -> bool {
    let mut names = vec![plan.table.clone()];
    if let Ok(value) = serde_json::to_value(&*plan) {
        tables_in(&value, &mut names);
    }
    let mut needed = Vec::new();
    for name in names {
        let at = schema
            .tables
            .iter()
            .position(|table| table.profile.name == name);
        if let Some(at) = at
            && !needed.contains(&at)
        {
            needed.push(at);
        }
    }
    if needed.len() <= 1 {
        plan.joins.clear();
        return true;
    }
    match path(schema, &needed) {
        Some(joins) => plan.joins = joins,
        None => return false,
    }
    true
}

fn tables_in(value: &serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(map) => {
            if map.get("type").is_some_and(|kind| kind == "exists") {
                // The partner is looked up and not joined.
                map.get("left")
                    .into_iter()
                    .for_each(|left| tables_in(left, names));
                return;
            }
            if let (Some(serde_json::Value::String(table)), true) =
                (map.get("table"), map.contains_key("column"))
            {
                names.push(table.clone());
            }
            map.values().for_each(|value| tables_in(value, names));
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| tables_in(value, names)),
        _ => {}
    }
}

fn uses(plan: &QueryPlan, column: &str) -> bool {
    serde_json::to_string(&(&plan.measures, &plan.groups))
        .is_ok_and(|text| text.contains(&format!("\"column\":\"{column}\"")))
}

/// The column of a plain group.
pub fn group_column(group: &Group) -> Option<&ColumnRef> {
    match group {
        Group::Column { column } => Some(column),
        Group::Time { of, .. } | Group::Season { of, .. } => match of {
            crate::plan::TimeSource::Date { column }
            | crate::plan::TimeSource::TextDate { column, .. }
            | crate::plan::TimeSource::Year { column } => Some(column),
            crate::plan::TimeSource::YearAndMonth { year, .. }
            | crate::plan::TimeSource::YearAndQuarter { year, .. } => Some(year),
        },
        Group::Bin {
            of: Scalar::Column { column },
            ..
        } => Some(column),
        _ => None,
    }
}

fn measure_column(measure: &Measure) -> Option<&ColumnRef> {
    match measure {
        Measure::Raw {
            of: Scalar::Column { column },
        }
        | Measure::Aggregate {
            of: Scalar::Column { column },
            ..
        } => Some(column),
        _ => None,
    }
}

fn tested_columns(condition: &Condition, found: &mut Vec<ColumnRef>) {
    match condition {
        Condition::And { all } | Condition::Or { any: all } => {
            all.iter().for_each(|part| tested_columns(part, found))
        }
        Condition::Not { of } => tested_columns(of, found),
        Condition::Test {
            of: Scalar::Column { column },
            test,
        } => {
            found.push(column.clone());
            if let Test::AgainstScalar {
                other: Scalar::Column { column },
                ..
            } = test
            {
                found.push(column.clone());
            }
        }
        _ => {}
    }
    let _: Option<&Literal> = None;
}
