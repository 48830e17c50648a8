//! Windows, shares, selections, orders and chart wishes of a plan whose measures and groups are known.

use super::joins::group_column;
use crate::compose::draft::{Draft, OrderTarget};
use crate::parse::{Item, Wish};
use crate::plan::{
    Against, Aggregate, Arithmetic, ChangeAs, ColumnRef, Condition, Group, Mark, Measure, Order,
    OrderBy, Part, Provenance, QueryPlan, Scalar, Select, Shape, ShareOf, Stacking, Test,
    TimeSource, TimeUnit, WindowKind,
};

impl Draft<'_, '_> {
    /// Changes, indexes, running totals and moving means wrap each measure.
    pub(super) fn windows(&mut self, plan: &mut QueryPlan) {
        let change = match (&self.change, &self.against, self.direction) {
            (Some((kind, _)), against, _) => {
                Some((kind.unwrap_or(ChangeAs::Difference), against.clone()))
            }
            (None, Some(against), _) => {
                // "The difference to the year before" is an amount; any other comparison with it is told in percent.
                let is_amount = self.difference_at.is_some() && self.percent_at.is_none();
                let kind = if is_amount {
                    ChangeAs::Difference
                } else {
                    ChangeAs::Percent
                };
                Some((kind, Some(against.clone())))
            }
            _ => None,
        };
        if let (Some(_), Some((_, at))) = (&change, &self.change)
            && !self.has_periods(plan)
        {
            // "Market value growth by country" of a table without a time: no country comes before another.
            self.unknown.push(*at);
            self.penalty += 1.5;
            return;
        }
        for part in &mut plan.measures {
            if let Some((kind, against)) = &change {
                // "Growth from 2010 to 2020 by country": the range gives both ends of the change.
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
                // A running total adds up what would be averaged by itself.
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
        // The change needs its periods as a group, which the statement drops again.
        if first_to_last && let Some(time) = &self.schema.tables[self.table].time {
            plan.groups.insert(
                0,
                Part::default_for(
                    Group::Time {
                        of: time.source.clone(),
                        unit: self.unit_of_ends(plan).unwrap_or(time.finest),
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
        // The note is needed only where the question does not say against what.
        if counted && self.against.is_none() {
            plan.notes
                .push("Each period is compared with the one before.".to_owned());
        }
    }

    /// The unit of the ends of a change: between whole years, amounts of whole years are compared and not of single days.
    fn unit_of_ends(&self, plan: &QueryPlan) -> Option<TimeUnit> {
        let is_flow = |measure: &Measure| match measure {
            Measure::Change { of, .. } => match &**of {
                Measure::Count => true,
                Measure::Aggregate {
                    of: Scalar::Column { column },
                    ..
                } => self.schema.find(column).is_some_and(|id| {
                    let wide = self.schema.tables[id.table].wide.as_ref();
                    // Months side by side have no time of their own; parts of a total do.
                    let is_spread = wide.is_some_and(|wide| {
                        wide.unpivot.kind != crate::plan::UnpivotKind::Categories
                            && wide.columns.contains(&id.column)
                    });
                    !self.is_stock(id) && !is_spread
                }),
                _ => false,
            },
            _ => false,
        };
        let unit = self.nodes.iter().find_map(|node| match &node.item {
            Item::Time(range) if !range.single => Some(range.unit),
            _ => None,
        })?;
        let flows = plan.measures.iter().all(|part| is_flow(&part.value));
        (flows && matches!(unit, TimeUnit::Year | TimeUnit::Quarter | TimeUnit::Month))
            .then_some(unit)
    }

    /// Tells whether something in the table or the groups comes before something else: a time, a season, columns that are
    /// periods, or values with numbers such as "2019/20".
    fn has_periods(&self, plan: &QueryPlan) -> bool {
        let table = &self.schema.tables[self.table];
        let is_numbered = |column: &ColumnRef| {
            self.schema.find(column).is_none_or(|id| {
                let column = self.schema.column(id);
                let mut values = column.profile.values.iter();
                let is_number = |value: &serde_json::Value| {
                    value
                        .as_str()
                        .is_none_or(|text| text.bytes().any(|byte| byte.is_ascii_digit()))
                };
                !column.is_text() || values.any(|known| is_number(&known.value))
            })
        };
        table.time.is_some()
            || table.wide.is_some()
            || !plan.joins.is_empty()
            || plan.groups.iter().any(|group| match &group.value {
                Group::Column { column } => is_numbered(column),
                _ => true,
            })
    }

    /// Percentages without a part: of all groups, or within the first of two.
    pub(super) fn percentages(&mut self, plan: &mut QueryPlan, shared: bool) {
        // Bars that are stacked to 100 % show the shares already.
        let normalized = self
            .wishes
            .iter()
            .any(|(wish, _)| *wish == Wish::Stacking(Stacking::Normalized));
        let wanted =
            !shared && (self.percent_at.is_some() || self.share_at.is_some()) && !normalized;
        // A list of rows answers no question about a share.
        if wanted && plan.shape == Shape::Rows {
            self.unknown.extend(self.share_at.or(self.percent_at));
        }
        if !wanted || self.change.is_some() || plan.shape != Shape::Groups {
            return;
        }
        // The slices of a pie are shares of whatever they count.
        if self.has_wish(Mark::Arc) && plan.groups.len() == 1 {
            return;
        }
        let whole = match plan.groups.len() {
            0 => {
                // Without groups there is nothing to be a share of.
                self.penalty += 2.0;
                return;
            }
            1 => ShareOf::Result,
            // The second group divides each value of the first.
            _ => {
                // What the question says to take shares within comes first: its parts are stacked to a whole.
                if let Some(at) = self.group_within(plan) {
                    plan.groups[..=at].rotate_right(1);
                }
                ShareOf::Group { groups: vec![0] }
            }
        };
        let said = self
            .nodes
            .iter()
            .any(|node| matches!(node.item, Item::Aggregate(_)));
        for part in &mut plan.measures {
            self.add_up(&mut part.value, said);
            if let Measure::Aggregate {
                aggregate:
                    Aggregate::Mean | Aggregate::Median | Aggregate::Minimum | Aggregate::Maximum,
                ..
            } = part.value
            {
                // An average has no parts: the share that is asked for is not found.
                self.penalty += 1.0;
                self.unknown.extend(self.share_at);
                continue;
            }
            part.value = Measure::Share {
                of: Box::new(part.value.clone()),
                whole: whole.clone(),
            };
        }
    }

    /// "share of sales by ship mode in each region": the shares of a region add up to its whole.
    fn group_within(&self, plan: &QueryPlan) -> Option<usize> {
        plan.groups.iter().position(|group| {
            let Provenance::Words { spans } = &group.provenance else {
                return false;
            };
            let noun = spans.last().and_then(|last| {
                let mut tokens = self.tokens.iter();
                tokens.position(|token| token.span.start == last.start)
            });
            let before = |back: usize| noun.and_then(|at| at.checked_sub(back));
            let is =
                |back: usize, words: &str| before(back).is_some_and(|at| self.tokens[at].is(words));
            is(1, "within") || is(1, "each every") && is(2, "in within for of")
        })
    }

    /// Sums a quantity whose parts are asked for: averages have no whole, but numbers of things and stocks have one.
    fn add_up(&self, measure: &mut Measure, said: bool) {
        let Measure::Aggregate {
            aggregate: aggregate @ Aggregate::Mean,
            of: Scalar::Column { column },
        } = measure
        else {
            return;
        };
        let Some(id) = self.schema.find(column).filter(|_| !said) else {
            return;
        };
        let column = self.schema.column(id);
        let is_spread = self.schema.tables[id.table]
            .wide
            .as_ref()
            .is_some_and(|wide| !wide.additive && wide.columns.contains(&id.column));
        // A flag is a share already, and rates of years side by side stay rates.
        if column.role == crate::schema::Role::Flag || is_spread {
            return;
        }
        let is_rate = column.unit.is_some()
            || column
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_rate_stem(&word.stem));
        if self.is_stock(id) || !is_rate {
            *aggregate = Aggregate::Sum;
        }
    }

    /// Keeps the earliest or latest period that meets the conditions.
    pub(super) fn keep_edge_period(&mut self, plan: &mut QueryPlan) {
        let Some((last, at)) = self.edge_period else {
            return;
        };
        let source = plan.groups.iter().find_map(|group| match &group.value {
            Group::Time { of, .. } => Some(of.clone()),
            _ => None,
        });
        let Some(of) = source.and_then(|source| order_of(&source)) else {
            self.unknown.push(at);
            return;
        };
        plan.hidden = vec![if plan.shape == Shape::Rows {
            Measure::Raw { of }
        } else {
            let aggregate = if last {
                Aggregate::Maximum
            } else {
                Aggregate::Minimum
            };
            Measure::Aggregate { aggregate, of }
        }];
        plan.select = Some(Part::said(
            Select::Top {
                n: 1,
                // Hidden measures are counted behind the shown ones.
                by: plan.measures.len(),
                descending: last,
                // All rows of the last period are kept, however many it has.
                ties: true,
                within: Vec::new(),
            },
            self.spans(at, at + 1),
        ));
    }

    pub(super) fn orders(&mut self, plan: &mut QueryPlan) {
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
                    .position(|part| part.value.column() == Some(&reference));
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

    pub(super) fn present(&mut self, plan: &mut QueryPlan) {
        let nodes = self.nodes.len();
        for (wish, at) in std::mem::take(&mut self.wishes) {
            // A place beyond the nodes is the index of the group that the wish is about; see `wish_target`.
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
                    // "Stacked to 100 %" holds even where "stacked" is said again.
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

    /// Bars to 100 % are about rows whose group is known: blanks would be an unseen part of each whole.
    pub(super) fn leave_blanks_out(&self, plan: &mut QueryPlan) {
        let is_normalized = (plan.present.stacking.as_ref())
            .is_some_and(|stacking| stacking.value == Stacking::Normalized);
        let counts = plan
            .measures
            .iter()
            .all(|part| matches!(part.value, Measure::Count));
        if !is_normalized || !counts {
            return;
        }
        let columns: Vec<ColumnRef> = (plan.groups.iter())
            .filter_map(|group| group_column(&group.value).cloned())
            .filter(|column| {
                (self.schema.find(column))
                    .is_some_and(|id| self.schema.column(id).profile.nulls > 0)
            })
            .collect();
        for column in columns {
            let present = Condition::Test {
                of: Scalar::Column { column },
                test: Test::Present,
            };
            if !plan.conditions.iter().any(|part| part.value == present) {
                plan.conditions.push(Part::default_for(
                    present,
                    "only known values are parts of the whole",
                ));
            }
        }
    }

    /// "leave out the unknown ones": missing values of the groups.
    pub(super) fn missing(&mut self, plan: &mut QueryPlan) {
        let Some(at) = self.missing_at else { return };
        let spans = self.spans(at, at + 1);
        let negated = matches!(self.nodes[at].item, Item::Not | Item::Without);
        // Nothing says of which column the missing values are.
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

    /// Counts the rows without a value, of which nothing can be averaged: "missing humidity values by sensor".
    pub(super) fn count_missing(&self, plan: &mut QueryPlan) {
        let missing: Vec<ColumnRef> = plan
            .conditions
            .iter()
            .filter_map(|part| match &part.value {
                Condition::Test {
                    of: Scalar::Column { column },
                    test: Test::Missing,
                } => Some(column.clone()),
                _ => None,
            })
            .collect();
        if plan.shape != Shape::Groups {
            return;
        }
        for part in &mut plan.measures {
            if part
                .value
                .column()
                .is_some_and(|column| missing.contains(column))
            {
                part.value = Measure::Count;
            }
        }
    }

    /// Groups of one row each show its value: no aggregate is applied that was not asked for. A row has many values in a table
    /// that is joined to it.
    pub(super) fn keep_single_rows(&self, plan: &mut QueryPlan) {
        let rows = self.schema.tables[self.table].profile.row_count;
        let is_single = plan.groups.iter().any(|group| match &group.value {
            Group::Column { column } => self.schema.find(column).is_some_and(|id| {
                id.table == self.table && self.schema.column(id).profile.distinct == rows
            }),
            _ => false,
        });
        let is_joined = plan
            .measures
            .iter()
            .any(|part| self.reads_other_table(&part.value));
        // A row whose columns are read as rows of their own has several values.
        if !is_single
            || is_joined
            || plan.unpivot.is_some()
            || rows < 2
            || plan.shape != Shape::Groups
            || self.aggregate.is_some()
        {
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
}

/// Returns a number or date that grows with the time of a row.
fn order_of(source: &TimeSource) -> Option<Scalar> {
    // A date written as text does not sort by time.
    if matches!(source, TimeSource::TextDate { .. }) {
        return None;
    }
    let mut parts: Vec<Scalar> = Vec::new();
    crate::sql::walk::time_columns(source, &mut |column| {
        parts.push(Scalar::column(column.clone()))
    });
    // The parts, from the longest on, make one growing number: 202403 for March 2024.
    parts.into_iter().reduce(|number, part| Scalar::Arithmetic {
        operator: Arithmetic::Add,
        left: Box::new(Scalar::Arithmetic {
            operator: Arithmetic::Multiply,
            left: Box::new(number),
            right: Box::new(Scalar::Number { number: 100.0 }),
        }),
        right: Box::new(part),
    })
}
