//! The rows with the roles of their columns.

use portolan_query::{QueryResult, TableProfile};
use serde_json::Value;

use crate::plan::{Aggregate, Group, Measure, QueryPlan, TimeSource, TimeUnit};
use crate::sql::{Frame, GroupColumn, GroupKind};

use super::super::flags::{answer_of, flag_words};
use super::super::numbers::{cell_number, date_label, number, value_text};
use super::super::{measure_unit, measure_words};

pub struct Rows<'a> {
    pub plan: &'a QueryPlan,
    pub frame: &'a Frame,
    pub tables: &'a [TableProfile],
    pub result: &'a QueryResult,
    groups: Vec<Option<usize>>,
    measures: Vec<Option<usize>>,
}

impl<'a> Rows<'a> {
    pub fn new(
        plan: &'a QueryPlan,
        frame: &'a Frame,
        tables: &'a [TableProfile],
        result: &'a QueryResult,
    ) -> Self {
        let at = |name: &str| result.columns.iter().position(|column| column.name == name);
        Self {
            plan,
            frame,
            tables,
            result,
            groups: frame.groups.iter().map(|group| at(&group.name)).collect(),
            measures: frame
                .measures
                .iter()
                .map(|measure| at(&measure.name))
                .collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.result.rows.len()
    }

    pub fn value(&self, row: usize, measure: usize) -> Option<f64> {
        let at = (*self.measures.get(measure)?)?;
        cell_number(self.result.rows.get(row)?.get(at)?)
    }

    fn cell(&self, row: usize, group: usize) -> Option<&'a Value> {
        let at = (*self.groups.get(group)?)?;
        self.result.rows.get(row)?.get(at)
    }

    /// Returns whether a group has the two values 0 and 1 and no others.
    fn is_flag(&self, group: usize) -> bool {
        let is_answer = |row: usize| match self.cell(row, group) {
            Some(Value::Number(number)) => matches!(number.as_i64(), Some(0 | 1)),
            Some(Value::Null) | None => true,
            _ => false,
        };
        let has_two = self
            .frame
            .groups
            .get(group)
            .is_some_and(|column| column.distinct == 2);
        has_two && (0..self.len()).all(is_answer)
    }

    /// Returns a row's group as a reader would say it; None where it is missing.
    pub fn label(&self, row: usize, group: usize) -> Option<String> {
        let column: &GroupColumn = self.frame.groups.get(group)?;
        match (self.cell(row, group)?, &column.kind) {
            (Value::Null, _) => None,
            (Value::String(text), GroupKind::Period(unit)) => Some(date_label(text, Some(*unit))),
            // "Yes" alone says little, and "true" is no word of a reader.
            (Value::String(text), _) if let Some(yes) = answer_of(text) => {
                Some(flag_words(&column.name, yes))
            }
            (Value::String(text), _) => Some(text.clone()),
            (Value::Bool(yes), _) => Some(flag_words(&column.name, *yes)),
            (Value::Number(value), GroupKind::Years(TimeUnit::Decade)) => {
                Some(format!("the {value}s"))
            }
            (Value::Number(value), GroupKind::Interval { width, .. }) => {
                let low = value.as_f64()?;
                Some(format!("{} to {}", number(low), number(low + width)))
            }
            (Value::Number(value), GroupKind::Discrete) if self.is_flag(group) => {
                Some(flag_words(&column.name, value.as_i64() == Some(1)))
            }
            // "4" alone says little: "cylinders 4".
            (Value::Number(value), GroupKind::Discrete) => {
                let name = column.name.to_lowercase();
                Some(format!("{name} {value}"))
            }
            (other, _) => Some(other.to_string()),
        }
    }

    /// Returns a measured value with its unit.
    pub fn shown(&self, value: f64, measure: usize) -> String {
        let column = self.frame.measures.get(measure);
        let percent = column.is_some_and(|column| column.percent);
        let index = column.and_then(|column| column.measure);
        let unit = match index.and_then(|at| self.plan.measures.get(at)) {
            Some(part) => measure_unit(&part.value),
            // Measures below each other are one column, which has a unit only if they share it.
            None => shared_unit(self.plan),
        };
        let measured = index.and_then(|at| self.plan.measures.get(at));
        if measured.is_some_and(|part| is_year(&part.value)) && value.fract() == 0.0 {
            return format!("{value:.0}");
        }
        value_text(value, percent, unit.as_deref())
    }

    pub fn bold(&self, value: f64, measure: usize) -> String {
        format!("**{}**", self.shown(value, measure))
    }

    /// Returns the measure in words; of measures below each other, what they have in common.
    pub fn measure_words(&self, measure: usize) -> String {
        let index = self
            .frame
            .measures
            .get(measure)
            .and_then(|column| column.measure);
        match index.and_then(|at| self.plan.measures.get(at)) {
            Some(part) => measure_words(&part.value, self.plan),
            None => self
                .frame
                .measures
                .get(measure)
                .map_or_else(|| "value".to_owned(), |column| column.name.to_lowercase()),
        }
    }

    pub fn counts(&self) -> bool {
        matches!(
            self.plan.measures.first().map(|part| &part.value),
            Some(Measure::Count | Measure::CountOf { .. })
        )
    }

    /// Returns the labels and values of the first measure, for rows that have both.
    pub fn pairs(&self, group: usize) -> Vec<(String, f64)> {
        (0..self.len())
            .filter_map(|row| Some((self.label(row, group)?, self.value(row, 0)?)))
            .filter(|(label, _)| self.frame.rest_after.is_none() || label != crate::sql::REST)
            .collect()
    }

    /// Tells which of the first and last periods are not covered by the data to their ends.
    pub fn partial_ends(&self) -> (bool, bool) {
        let group = self.frame.groups.first().and_then(|column| column.group);
        let Some(Group::Time {
            of: TimeSource::Date { column },
            unit,
        }) = group
            .and_then(|at| self.plan.groups.get(at))
            .map(|part| &part.value)
        else {
            return (false, false);
        };
        let profile = self
            .tables
            .iter()
            .find(|table| table.name == column.table)
            .and_then(|table| {
                table
                    .columns
                    .iter()
                    .find(|known| known.name == column.column)
            });
        let Some(profile) = profile else {
            return (false, false);
        };
        let edge = |value: &Option<Value>| Some(value.as_ref()?.as_str()?.get(..10)?.to_owned());
        let (Some(first), Some(last)) = (edge(&profile.min), edge(&profile.max)) else {
            return (false, false);
        };
        // Data of whole months say nothing of the days.
        let monthly = profile.values.iter().all(|known| {
            known
                .value
                .as_str()
                .is_some_and(|text| text.get(8..10) == Some("01"))
        });
        (
            starts_late(&first, *unit, monthly),
            ends_early(&last, *unit, monthly),
        )
    }
}

fn day_and_month(date: &str) -> (u32, u32) {
    let part = |from: usize, to: usize| {
        date.get(from..to)
            .and_then(|part| part.parse().ok())
            .unwrap_or(1)
    };
    (part(5, 7), part(8, 10))
}

/// A tenth of a period may be missing at its end: shops close and weekends come.
fn ends_early(last: &str, unit: TimeUnit, monthly: bool) -> bool {
    let (month, day) = day_and_month(last);
    match unit {
        // From 26 November on, 35 of 365 days may be missing.
        TimeUnit::Year => month < 12 && !(month == 11 && day > 25) && !(monthly && month == 12),
        TimeUnit::HalfYear => month % 6 != 0,
        // From the 22nd of its last month on, 9 of about 91 days may be missing.
        TimeUnit::Quarter => month % 3 != 0 || (!monthly && day < 22),
        TimeUnit::Month => !monthly && day < 26,
        _ => false,
    }
}

fn starts_late(first: &str, unit: TimeUnit, monthly: bool) -> bool {
    let (month, day) = day_and_month(first);
    match unit {
        // As at the end, about a tenth of a year or quarter may be missing.
        TimeUnit::Year => month > 2 || (month == 2 && day > 5),
        TimeUnit::HalfYear => month % 6 != 1,
        TimeUnit::Quarter => month % 3 != 1 || (!monthly && day > 8),
        TimeUnit::Month => !monthly && day > 5,
        _ => false,
    }
}

fn shared_unit(plan: &QueryPlan) -> Option<String> {
    let mut units = plan.measures.iter().map(|part| measure_unit(&part.value));
    // A single measure without a unit leaves the common column without one.
    let first = units.next()??;
    units
        .all(|unit| unit.as_ref() == Some(&first))
        .then_some(first)
}

/// Tells whether a measure is a year, which has no thousands to set apart.
fn is_year(measure: &Measure) -> bool {
    let is_single = match measure {
        Measure::Raw { .. } => true,
        Measure::Aggregate { aggregate, .. } => {
            matches!(
                aggregate,
                Aggregate::Minimum | Aggregate::Maximum | Aggregate::Median
            )
        }
        _ => false,
    };
    is_single
        && measure.column().is_some_and(|column| {
            let words = crate::language::name_words(&column.column);
            words.last().is_some_and(|word| word == "year")
        })
}
