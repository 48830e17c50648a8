//! Stocks: quantities such as balances and populations that add up over places and not over time.

use super::draft::Draft;
use crate::parse::Item;
use crate::plan::{
    Aggregate, Comparison, Condition, Group, Literal, Measure, Part, Provenance, QueryPlan, Scalar,
    Season, Shape, Test, TimeSource, TimeUnit,
};
use crate::schema::ColumnId;

impl Draft<'_, '_> {
    /// Sums a stock at one time: in each finest period, at the end of longer ones, or at the end of the data.
    pub(super) fn stocks(&mut self, plan: &mut QueryPlan) {
        let table = &self.schema.tables[self.table];
        let Some(time) = &table.time else {
            return;
        };
        // "Population by continent" of a list with each country once: there is no second time to leave out.
        let is_named_once = table
            .label
            .is_some_and(|label| table.columns[label].profile.distinct == table.profile.row_count);
        if plan.shape != Shape::Groups || plan.unpivot.is_some() {
            return;
        }
        let said = self.nodes.iter().any(
            |node| matches!(&node.item, Item::Aggregate(aggregate) if *aggregate != Aggregate::Sum),
        );
        let stocks: Vec<usize> = (0..plan.measures.len())
            .filter(|at| self.is_stock_measure(&plan.measures[*at].value))
            .collect();
        // Beside flows, a condition on the time would cut the flows as well.
        if said || stocks.is_empty() || stocks.len() < plan.measures.len() {
            return;
        }
        let unit = plan.groups.iter().find_map(|group| match &group.value {
            Group::Time { unit, .. } => Some(*unit),
            _ => None,
        });
        let season = plan
            .groups
            .iter()
            .any(|group| matches!(group.value, Group::Season { .. }));
        let ranged = self.conditions.iter().any(|said| said.is_time);
        let end = match unit {
            // In the finest period each thing has one row, so the sum is over things alone.
            Some(unit) if unit == time.finest => None,
            // The stock of a year is that of its December.
            Some(TimeUnit::Year) if time.finest == TimeUnit::Month => Some(Condition::Test {
                of: Scalar::Season {
                    of: time.source.clone(),
                    season: Season::MonthOfYear,
                },
                test: Test::In {
                    values: vec![Literal::Number { number: 12.0 }],
                },
            }),
            Some(_) => return,
            // A month of all years together holds the same stock once for each year.
            None if season => return,
            None if ranged => {
                let single = self.nodes.iter().any(|node| {
                    matches!(&node.item, Item::Time(range) if range.single && range.unit == time.finest)
                });
                if !single {
                    return;
                }
                None
            }
            None if is_named_once => None,
            None => self.last_period(&time.source, time),
        };
        if unit.is_none() && !ranged && end.is_none() && !is_named_once {
            return;
        }
        for at in stocks {
            if let Measure::Aggregate { aggregate, .. } = &mut plan.measures[at].value {
                *aggregate = Aggregate::Sum;
            }
        }
        if let Some(condition) = end {
            plan.conditions.push(Part {
                value: condition,
                provenance: Provenance::default_for("amounts like this are not added up over time"),
            });
        }
    }

    /// Tells whether a measure is the sum of a stock.
    pub(super) fn is_stock_sum(&self, measure: &Measure) -> bool {
        let is_sum = matches!(
            measure,
            Measure::Aggregate {
                aggregate: Aggregate::Sum,
                ..
            }
        );
        is_sum && self.is_stock_measure(measure)
    }

    fn is_stock_measure(&self, measure: &Measure) -> bool {
        let Measure::Aggregate {
            aggregate: Aggregate::Sum | Aggregate::Mean,
            of: Scalar::Column { column },
        } = measure
        else {
            return false;
        };
        self.schema.find(column).is_some_and(|id| self.is_stock(id))
    }

    /// Tells whether a column is a stock of things that are seen at several times.
    pub(super) fn is_stock(&self, id: ColumnId) -> bool {
        let table = &self.schema.tables[id.table];
        let Some(time) = &table.time else {
            return false;
        };
        let column = self.schema.column(id);
        let periods = match time.finest {
            TimeUnit::Year => (time.years.1 - time.years.0 + 1).max(1) as u64,
            _ => self
                .time_column(&time.source)
                .map_or(1, |time| self.schema.column(time).profile.distinct.max(1)),
        };
        // Something must be there in several periods, such as the same city in each year.
        let repeated = table.columns.iter().any(|known| {
            known.is_text()
                && known.profile.distinct > 1
                && known.profile.distinct * 2 <= table.profile.row_count
                && known.profile.distinct * periods <= table.profile.row_count * 2
        });
        // The area of a lake is there in each year; what burned or was sown in a year is not the same as the year before.
        let is_extent = column
            .unit
            .is_some_and(|unit| unit.kind == crate::language::units::UnitKind::Area)
            && column.words.first().is_some_and(|word| word.stem == "area")
            && column
                .words
                .iter()
                .all(|word| word.stem == "area" || word.weight < 0.2);
        periods > 1
            && repeated
            && (is_extent
                || column.words.iter().any(|word| {
                    // Occupancy in percent is no number of occupants.
                    let is_part = word.stem == "occup" && column.role == crate::schema::Role::Rate;
                    crate::language::lexicon::is_stock_stem(&word.stem) && !is_part
                }))
            && !column
                .words
                .iter()
                .any(|word| crate::language::lexicon::is_share_word(&word.word))
    }

    fn time_column(&self, source: &TimeSource) -> Option<ColumnId> {
        match source {
            TimeSource::Date { column }
            | TimeSource::TextDate { column, .. }
            | TimeSource::Year { column }
            | TimeSource::YearAndMonth { year: column, .. }
            | TimeSource::YearAndQuarter { year: column, .. }
            | TimeSource::DateParts { day: column, .. } => self.schema.find(column),
        }
    }

    /// The condition of the last period of the data.
    fn last_period(
        &self,
        source: &TimeSource,
        time: &crate::schema::TimeOfRow,
    ) -> Option<Condition> {
        let (column, value) = match source {
            TimeSource::Date { column } => (
                column,
                Literal::Date {
                    date: time.days.as_ref()?.1.clone(),
                },
            ),
            TimeSource::Year { column } => (
                column,
                Literal::Number {
                    number: f64::from(time.years.1),
                },
            ),
            _ => return None,
        };
        Some(Condition::Test {
            of: Scalar::column(column.clone()),
            test: Test::Compare {
                comparison: Comparison::AtLeast,
                value,
            },
        })
    }

    /// Dates that are the last days of periods stay as they are: "balance at every month end".
    pub(super) fn keep_period_ends(&self, plan: &mut QueryPlan) {
        let Some(time) = &self.schema.tables[self.table].time else {
            return;
        };
        let ends = time
            .days
            .as_ref()
            .is_some_and(|(first, last)| !first.ends_with("-01") && !last.ends_with("-01"));
        let plain = plan
            .measures
            .iter()
            .all(|part| matches!(part.value, Measure::Aggregate { .. } | Measure::Count));
        if !ends || !plain || !matches!(time.finest, TimeUnit::Month | TimeUnit::Quarter) {
            return;
        }
        for part in &mut plan.groups {
            if let Group::Time { of, unit } = &mut part.value
                && *unit == time.finest
                && *of == time.source
            {
                // Cut to its month, 31 March would be shown as 1 March.
                *unit = TimeUnit::Day;
            }
        }
    }

    /// Several columns of a wide table are one quantity: "June, July and August" are added up in each row.
    pub(super) fn add_wide_columns(&mut self) {
        let Some(wide) = &self.schema.tables[self.table].wide else {
            return;
        };
        let compared = self.difference_at.is_some()
            || self.versus_at.is_some()
            || self.ratio_at.is_some()
            || self.correlation_at.is_some();
        // Years are never one quantity: "2019 and 2020" are compared.
        if wide.unpivot.kind != crate::plan::UnpivotKind::Months {
            return;
        }
        let seasons = self
            .nodes
            .iter()
            .filter(|node| matches!(node.item, Item::SeasonValue(..)));
        if compared && seasons.count() < 2 {
            return;
        }
        let table = self.table;
        let is_wide = |id: ColumnId| id.table == table && wide.columns.contains(&id.column);
        let mut parts: Vec<(usize, Vec<ColumnId>)> = Vec::new();
        for mention in self.bare.iter().filter(|mention| is_wide(mention.id)) {
            match parts.last_mut() {
                // "summer against winter": each season is a quantity of its own.
                Some((at, months)) if !compared || *at == mention.at => {
                    if !months.contains(&mention.id) {
                        months.push(mention.id);
                    }
                }
                _ => parts.push((mention.at, vec![mention.id])),
            }
        }
        if parts.iter().map(|part| part.1.len()).sum::<usize>() < 2 {
            return;
        }
        self.bare.retain(|mention| !is_wide(mention.id));
        let said = self.aggregate.take().map(|said| said.0);
        let additive = wide.additive;
        for (at, months) in parts {
            self.add_columns(at, &months, additive, said);
        }
        if compared {
            self.versus_at = None;
        }
    }

    /// Measures the sum of columns, or their mean where they don't add up.
    fn add_columns(
        &mut self,
        at: usize,
        months: &[ColumnId],
        additive: bool,
        said: Option<Aggregate>,
    ) {
        let scalars: Vec<Scalar> = months.iter().map(|id| self.scalar(*id)).collect();
        let (aggregate, of) = if additive {
            let sum = scalars
                .into_iter()
                .reduce(|left, right| Scalar::Arithmetic {
                    operator: crate::plan::Arithmetic::Add,
                    left: Box::new(left),
                    right: Box::new(right),
                });
            (Aggregate::Sum, sum)
        } else {
            (Aggregate::Mean, Some(Scalar::RowMean { of: scalars }))
        };
        let aggregate = said.unwrap_or(aggregate);
        if let Some(of) = of {
            let spans = self.spans(at, at + 1);
            self.measures
                .push(Part::said(Measure::Aggregate { aggregate, of }, spans));
            self.measured_at.push(at);
        }
    }
}
