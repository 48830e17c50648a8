//! Periods and ranges of time: which are conditions, which are groups, and which stand in where nothing says one.

use crate::compose::draft::Draft;
use crate::parse::Item;
use crate::plan::{
    Against, ChangeAs, Condition, Group, Literal, Mark, Measure, Part, Test, TimeUnit,
};
use crate::schema::{ColumnId, Role};

impl Draft<'_, '_> {
    /// The periods that are said in so many words stand for every other mention of a time.
    pub(super) fn settle_bins(&mut self) {
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

    /// Divides the quantity that listed intervals are about: the one grouped by, the one named before, an age or a year.
    pub(super) fn settle_edges(&mut self) {
        let Some((edges, at)) = self.bin_edges.take() else {
            return;
        };
        let schema = self.schema;
        let is_numeric = |group: &Group| match group {
            Group::Column { column }
            | Group::Bin {
                of: crate::plan::Scalar::Column { column },
                ..
            } => schema
                .find(column)
                .filter(|id| schema.column(*id).is_numeric()),
            Group::Time {
                of: crate::plan::TimeSource::Year { column },
                ..
            } => schema.find(column),
            _ => None,
        };
        let grouped = self
            .groups
            .iter()
            .enumerate()
            .find_map(|(index, group)| Some((index, is_numeric(&group.value)?)));
        let named = self
            .bare
            .iter()
            .rposition(|mention| schema.column(mention.id).is_numeric() && mention.at < at);
        // Edges such as 1950 and 1980 are about years, and others about ages.
        let are_years = edges.iter().all(|edge| (1_800.0..=2_100.0).contains(edge));
        let implied = if are_years {
            &["birth", "born", "founded", "built", "construct", "year"][..]
        } else {
            &["age"][..]
        };
        let id = match (grouped, named) {
            (Some((index, id)), _) => {
                self.groups.remove(index);
                Some(id)
            }
            (None, Some(index)) => Some(self.bare.remove(index).id),
            (None, None) => self.by_stems(implied),
        };
        let Some(id) = id else {
            self.unknown.push(at);
            return;
        };
        let measured = !self.measures.is_empty()
            || self
                .bare
                .iter()
                .any(|mention| schema.column(mention.id).is_quantity());
        // Intervals of age without a quantity ask how many there are in each.
        if !measured {
            self.count_at.get_or_insert(at);
        }
        let group = Group::Bin {
            of: self.scalar(id),
            by: crate::plan::BinBy::Edges { edges },
        };
        self.push_group(group, at, at + 1);
    }

    /// Numbers before nouns, words that only mean a trend, months that fell.
    pub(super) fn settle_marks(&mut self) {
        if let Some((n, at)) = self.pending.take() {
            match &mut self.extreme {
                Some(extreme) if extreme.n.is_none() && extreme.percent.is_none() => {
                    extreme.n = Some(n)
                }
                Some(_) => {}
                None => {
                    // "The four seasons" counts the values that there are.
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
        // "how did the value develop from 2022 to 2023 in percent".
        if self.over_time
            && self.percent_at.is_some()
            && between
            && self.change.is_none()
            && self.groups.is_empty()
        {
            self.change = self
                .percent_at
                .take()
                .map(|at| (Some(ChangeAs::Percent), at));
            self.over_time = false;
        }
        // "how did the fee change in percent".
        if self.percent_at.is_some()
            && let Some((kind @ None, _)) = &mut self.change
        {
            *kind = Some(ChangeAs::Percent);
        }
        // A change needs two times.
        if let (Some((_, at)), [(range, _)]) = (&self.change, self.time_ranges.as_slice())
            && range.single
            && self.against.is_none()
        {
            self.unknown.push(*at);
        }
        // "How has it changed over the years": the course itself is asked for.
        if let Some((None, at)) = self.change
            && self.over_time
            && self.against.is_none()
            // "By how many" asks for the differences themselves.
            && !self.tokens[self.nodes[at].start].is("by")
        {
            self.change = None;
        }
        // "in how many months did it fall": the column of changes tells.
        let counts_periods = self.count_at.is_some_and(|count| {
            !self
                .next(count + 1)
                .is_some_and(|noun| match &self.nodes[noun].item {
                    Item::Entity(_) => true,
                    Item::Column { id, .. } => self.schema.column(*id).role != Role::Time,
                    _ => false,
                })
        });
        if let (Some(at), true) = (self.direction, counts_periods) {
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
                    self.conditions.push(crate::compose::draft::Said {
                        condition: Condition::Test {
                            of: self.scalar(id),
                            test,
                        },
                        at,
                        column: Some(id),
                        is_time: false,
                    });
                    // The column of changes is tested, so the quantity itself is not measured.
                    self.bare
                        .retain(|mention| !self.schema.column(mention.id).is_quantity());
                    self.groups
                        .retain(|group| !matches!(group.value, Group::Bin { .. }));
                }
                None => self.penalty += 3.0,
            }
        }
    }

    /// "where did it fall the most from 2014 to 2023", "which grew fastest": the change from the first to the last period is
    /// ranked.
    pub(super) fn rank_changes(&mut self) {
        // A change between two ends keeps the place of the verb that it was said with.
        let verb = self
            .direction
            .or(self.change.as_ref().map(|change| change.1));
        let falls = verb
            .and_then(|at| self.item(at))
            .is_some_and(|item| matches!(item, Item::Decrease));
        let ranged = self
            .time_ranges
            .iter()
            .any(|(range, _)| range.from.is_some() && range.to.is_some() && !range.single);
        let moves = self.direction.is_some() || self.change.is_some();
        if !moves || !(ranged || self.ranks_whole_change()) || self.against.is_some() {
            return;
        }
        if let Some(extreme) = &mut self.extreme {
            let word = &self.tokens[self.nodes[extreme.at].end - 1];
            let paced = word.is("fastest slowest quickest strongest steepest");
            if !paced && !extreme.adjective.stems.is_empty() {
                return;
            }
            // The steepest fall is the lowest change.
            extreme.adjective.high = word.is("least slowest") == falls;
            extreme.adjective.stems = &[];
            // "Fastest" is about the pace, hence percent; "the most" is about the amount.
            let kind = paced.then_some(ChangeAs::Percent);
            let known = self.change.take().map_or((None, extreme.at), |known| known);
            self.change = Some((kind.or(known.0), known.1));
            self.against = Some(Against::FirstToLast);
        } else if self.change.is_none() {
            return;
        }
        self.direction = None;
    }

    /// "Which country has reduced coal the most": things are ranked by their change over the whole
    /// time, unless the question names a period to look at, or asks for one.
    fn ranks_whole_change(&self) -> bool {
        let is_time = |group: &Group| matches!(group, Group::Time { .. } | Group::Season { .. });
        let asks_moment = (self.groups.iter()).any(|group| is_time(&group.value))
            || (self.bare.iter()).any(|mention| self.schema.column(mention.id).is_date());
        let names_things = !self.groups.is_empty()
            || (self.bare.iter()).any(|mention| self.schema.column(mention.id).is_text());
        self.extreme.is_some()
            && self.schema.tables[self.table].time.is_some()
            && self.time_ranges.iter().all(|(range, _)| range.to.is_none())
            && names_things
            && !asks_moment
    }

    /// "In which months, all years together": a month of the year is one group, whatever the year.
    fn merge_years(&mut self) {
        let is_said = |node: &crate::parse::Node| matches!(node.item, Item::AcrossYears);
        if !self.nodes.iter().any(is_said) {
            return;
        }
        for group in &mut self.groups {
            let Group::Time { of, unit } = &group.value else {
                continue;
            };
            let season = match unit {
                TimeUnit::Quarter => crate::plan::Season::QuarterOfYear,
                TimeUnit::Month => crate::plan::Season::MonthOfYear,
                TimeUnit::Week => crate::plan::Season::WeekOfYear,
                _ => continue,
            };
            group.value = Group::Season {
                of: of.clone(),
                season,
            };
        }
    }

    /// Of two periods the coarser one is grouped by: "average monthly change for each year".
    pub(super) fn settle_periods(&mut self) {
        self.merge_years();
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
            let finer =
                if crate::compose::draft::coarsest(unit(*first), unit(*second)) == unit(*first) {
                    *second
                } else {
                    *first
                };
            self.groups.remove(finer);
        }
    }

    /// One range is a condition; several single periods are compared.
    /// Tells whether a year is in the name of a quantity that the question names: "visits in 2024" of a column `visits_2024`.
    /// The rows have no such time of their own.
    fn is_year_of_column(&self, range: &crate::parse::TimeRange) -> bool {
        let year = range.from.as_deref().and_then(|from| from.get(..4));
        range.single
            && range.unit == TimeUnit::Year
            && self.bare.iter().any(|mention| {
                let column = self.schema.column(mention.id);
                column.is_quantity()
                    && column
                        .words
                        .iter()
                        .any(|word| Some(word.word.as_str()) == year)
            })
    }

    pub(super) fn time_conditions(&mut self) {
        let mut ranges = std::mem::take(&mut self.time_ranges);
        ranges.retain(|(range, _)| !self.is_year_of_column(range));
        let mut conditions = Vec::new();
        for (range, at) in &ranges {
            let mut range = range.clone();
            // "indexed to 100 in 2015": the year is the first of those that are shown.
            if self.index_at.is_some() && range.single && ranges.len() == 1 {
                range.to = None;
                range.single = false;
            }
            match self.time_condition(&range) {
                Some(condition) => conditions.push((condition, *at)),
                None => {
                    self.unknown.push(*at);
                    self.penalty += 1.0;
                }
            }
        }
        let singles = ranges.len() > 1 && ranges.iter().all(|(range, _)| range.single);
        let apart = ranges.len() > 1 && are_apart(&ranges);
        // No row is in two of the periods, so those in any of them are kept.
        if (singles || apart) && conditions.len() == ranges.len() {
            let at = ranges[0].1;
            let unit = if singles {
                ranges[0].0.unit
            } else {
                TimeUnit::Year
            };
            let any: Vec<Condition> = conditions.into_iter().map(|c| c.0).collect();
            self.conditions.push(crate::compose::draft::Said {
                condition: Condition::Or { any },
                at,
                column: None,
                is_time: true,
            });
            // A change or difference is computed from the periods; otherwise each of them is shown.
            if self.change.is_none()
                && self.difference_at.is_none()
                && let Some(group) = self.time_group(unit)
            {
                self.push_group(group, at, at + 1);
            }
            return;
        }
        for (condition, at) in conditions {
            self.conditions.push(crate::compose::draft::Said {
                condition,
                at,
                column: None,
                is_time: true,
            });
        }
    }

    /// Changes, running totals and "over time" need a time.
    pub(super) fn default_time_group(&mut self) {
        let timed = self
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Time { .. }));
        // "Rents since 2015": a quantity and a range alone ask for the course.
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
                        && match self.nodes.get(*at).map(|node| &node.item) {
                            Some(Item::Column { .. }) => true,
                            // "total population since 2010": the total of each year, as people are not added up over years.
                            Some(Item::Aggregate(crate::plan::Aggregate::Sum)) => {
                                self.is_stock_sum(&part.value)
                            }
                            _ => false,
                        }
                })
            && self
                .nodes
                .iter()
                .any(|node| matches!(&node.item, Item::Time(range) if !range.single));
        // "unemployment in Spain" where each year is a column: the years are what there is to see.
        let spread = self.groups.is_empty()
            && self.extreme.is_none()
            && self.conditions.iter().all(|said| !said.is_time)
            && self.schema.tables[self.table]
                .wide
                .as_ref()
                .is_some_and(|wide| {
                    wide.unpivot.kind == crate::plan::UnpivotKind::Years
                        && self.measures.iter().any(|part| {
                            matches!(&part.value, Measure::Aggregate { of: crate::plan::Scalar::Column { column }, .. }
                                if column.column == self.quantity_name(wide))
                        })
                });
        let needs = ranged
            || spread
            || self.asks_course()
            || self.compares_since()
            || self.over_time
            || self
                .against
                .as_ref()
                .is_some_and(|against| *against != Against::FirstToLast)
            || self.window.is_some()
            || self.index_at.is_some()
            || (self.change.is_some()
                && self.against != Some(Against::FirstToLast)
                && self.conditions.iter().all(|said| !said.is_time))
            // A line needs a time, unless two groups give it an axis and a colour.
            || (self.has_wish(Mark::Line) && self.groups.len() <= 1 && self.extreme.is_none())
            || self.direction.is_some();
        if timed || !needs {
            return;
        }
        let unit = self
            .unit_of_window()
            .or_else(|| self.unit_of_change())
            .unwrap_or_else(|| self.natural_unit(self.table));
        if let Some(group) = self.time_group(unit) {
            self.groups
                .insert(0, Part::default_for(group, "the chart is over time"));
        } else {
            self.penalty += 1.5;
            // Without a time there is no course, and a single figure would pass for one.
            let asked = self
                .nodes
                .iter()
                .position(|node| matches!(node.item, Item::OverTime));
            self.unknown.extend(asked);
        }
    }

    /// "engineering and biology" of a table with a row for each year: a single average of all years says little.
    fn asks_course(&self) -> bool {
        // "Pieces of rolls, cakes and coffees in total" and "which of them" ask for one number of each.
        let is_summed = self.which_at.is_some()
            || (self.nodes.iter()).any(|node| matches!(node.item, Item::Aggregate(_)));
        let is_plain = self.groups.is_empty()
            && !is_summed
            && self.extreme.is_none()
            && self.share_at.is_none()
            && self.change.is_none()
            && self.difference_at.is_none()
            && self.edge_period.is_none()
            && self.correlation_at.is_none()
            && self.versus_at.is_none()
            && self.conditions.is_empty()
            && self.having.is_empty();
        // A single amount may be wanted as the total of all years.
        let is_pair = self.measures.len() >= 2;
        let is_bare = |(part, at): (&Part<Measure>, &usize)| {
            let aggregate = match &part.value {
                Measure::Aggregate {
                    aggregate,
                    of: crate::plan::Scalar::Column { .. },
                } => *aggregate,
                _ => return false,
            };
            let is_open = aggregate == crate::plan::Aggregate::Mean
                || is_pair && aggregate == crate::plan::Aggregate::Sum;
            is_open
                && matches!(
                    self.nodes.get(*at).map(|node| &node.item),
                    Some(Item::Column { .. })
                )
        };
        is_plain
            && !self.measures.is_empty()
            && self.measures.iter().zip(&self.measured_at).all(is_bare)
            && self.is_series(self.table)
    }

    /// "emissions of Germany and France since 1990": what is compared over a time is shown over it.
    fn compares_since(&self) -> bool {
        let [group] = self.groups.as_slice() else {
            return false;
        };
        let Group::Column { column } = &group.value else {
            return false;
        };
        let is_listed = |said: &crate::compose::draft::Said| {
            said.column
                .is_some_and(|id| self.schema.find(column) == Some(id))
                && matches!(
                    &said.condition,
                    Condition::Test { test: Test::In { values }, .. } if (2..=8).contains(&values.len())
                )
        };
        let is_ranged =
            |node: &crate::parse::Node| matches!(&node.item, Item::Time(range) if !range.single);
        let is_bare = |at: &usize| {
            matches!(
                self.nodes.get(*at).map(|node| &node.item),
                Some(Item::Column { .. })
            )
        };
        self.extreme.is_none()
            && self.share_at.is_none()
            && self.change.is_none()
            && !self.measures.is_empty()
            && self.measured_at.iter().all(is_bare)
            && self.conditions.iter().any(is_listed)
            && self.nodes.iter().any(is_ranged)
    }

    /// "by how much did it fall between 2018 and 2023": the years are compared, however fine the data are.
    fn unit_of_change(&self) -> Option<TimeUnit> {
        self.change.as_ref()?;
        // "from one month to the next in 2026": the months are compared.
        let finer = self.tokens.iter().find_map(|token| {
            crate::language::lexicon::time_unit(&token.word).filter(|unit| *unit != TimeUnit::Year)
        });
        if self.against == Some(Against::Previous) && finer.is_some() {
            return finer;
        }
        let mut ranges = self.nodes.iter().filter_map(|node| match &node.item {
            Item::Time(range) if range.from.is_some() && range.to.is_some() => Some(range),
            _ => None,
        });
        let range = ranges.next()?;
        (range.unit == TimeUnit::Year).then_some(TimeUnit::Year)
    }

    /// The unit that a window or a comparison with the year before speaks of: "7 day moving average", "from year to year".
    pub(super) fn unit_of_window(&mut self) -> Option<TimeUnit> {
        if let Some((_, at)) = &self.window {
            let node = &self.nodes[*at];
            return self.tokens[node.start..node.end]
                .iter()
                .find_map(|token| crate::language::lexicon::time_unit(&token.word));
        }
        let finer = self.tokens.iter().any(|token| {
            token.is("month months monthly quarter quarters quarterly week weekly day daily days")
        });
        // "how has the rent developed from year to year": a development is shown and no change.
        let is_course = self.over_time
            && self.change.is_none()
            && self.difference_at.is_none()
            && self.tokens.windows(3).any(|words| {
                words[0].is("year") && words[1].is("to after by") && words[2].is("year")
            });
        if is_course && self.against == Some(Against::YearBefore) {
            self.against = None;
            return Some(TimeUnit::Year);
        }
        // Unless something finer is named, the year before is the previous period.
        if self.against == Some(Against::YearBefore) && !finer {
            self.against = Some(Against::Previous);
            return Some(TimeUnit::Year);
        }
        None
    }
}

/// Tells whether ranges of time lie in years of their own, so that no row is in two of them: "January to June 2024 compared with
/// January to June 2025".
fn are_apart(ranges: &[(crate::parse::TimeRange, usize)]) -> bool {
    let years: Option<Vec<i32>> = ranges
        .iter()
        .map(|(range, _)| {
            let (from, to) = (range.from.as_deref()?, range.to.as_deref()?);
            let year: i32 = from.get(..4)?.parse().ok()?;
            let next = format!("{}-01-01", year + 1);
            // The end is the day after the range.
            (*to <= *next).then_some(year)
        })
        .collect();
    years.is_some_and(|mut years| {
        let all = years.len();
        years.sort();
        years.dedup();
        years.len() == all
    })
}
