//! The rows as the chart shows them: labels, numbers, and what they are called.

use portolan_query::{ColumnType, QueryResult};
use serde_json::Value;

use crate::dates::MONTHS;
use crate::plan::{Aggregate, OrderBy, Plan, TimeUnit};
use crate::{Reading, wording};

/// A result with the roles of its columns.
pub struct Shape<'a> {
    pub result: &'a QueryResult,
    /// The kind of chart in words.
    pub kind: &'static str,
    /// Columns that divide, the one along the axis first.
    pub groups: Vec<usize>,
    /// Columns that measure.
    pub measures: Vec<usize>,
    pub group_names: Vec<String>,
    pub measure_names: Vec<String>,
    /// Runs along time.
    pub timeline: bool,
    pub binned: Option<f64>,
    /// The parts add up to a whole.
    pub additive: bool,
    pub unit: Option<TimeUnit>,
    /// The rows are only the first of more: how many, and whether the highest.
    pub limit: Option<(u64, bool)>,
    /// The row that adds up the groups that are not shown.
    pub rest: Option<usize>,
    /// Groups were left out, so that what is drawn adds up to no whole.
    pub partial: bool,
}

impl<'a> Shape<'a> {
    pub fn of(reading: &Reading, result: &'a QueryResult) -> Self {
        let plan = reading.plan.as_ref();
        let field = |channel: &str| {
            reading.spec["encoding"][channel]["field"]
                .as_str()
                .and_then(|name| result.columns.iter().position(|column| column.name == name))
        };
        let mark = reading.spec["mark"]["type"]
            .as_str()
            .or_else(|| reading.spec["mark"].as_str())
            .unwrap_or("bar");
        let numeric = |at: usize| {
            matches!(
                result.columns[at].column_type,
                ColumnType::Integer | ColumnType::Number
            )
        };
        let quantitative =
            |channel: &str| reading.spec["encoding"][channel]["type"] == "quantitative";
        let channels = [
            "x", "y", "theta", "color", "facet", "column", "row", "xOffset", "text", "size",
        ];
        let binned_channel = |channel: &str| reading.spec["encoding"][channel]["bin"].is_object();
        let mut groups = Vec::new();
        let mut measures = Vec::new();
        let along_numbers =
            matches!(mark, "line" | "area") && quantitative("x") && quantitative("y");
        for channel in channels {
            let Some(at) = field(channel) else { continue };
            if groups.contains(&at) || measures.contains(&at) {
                continue;
            }
            if quantitative(channel)
                && numeric(at)
                && !binned_channel(channel)
                && !(along_numbers && channel == "x")
            {
                measures.push(at)
            } else {
                groups.push(at)
            }
        }
        let name = |at: &usize| wording::plain(&result.columns[*at].name);
        let group_names = groups
            .iter()
            .enumerate()
            .map(|(order, at)| {
                plan.and_then(|p| planned_dimension(p, order))
                    .unwrap_or_else(|| name(at))
            })
            .collect();
        let measure_names = measures
            .iter()
            .enumerate()
            .map(|(order, at)| {
                plan.and_then(|p| p.measures.get(order))
                    .map_or_else(|| name(at), wording::measure_words)
            })
            .collect();
        let first = plan.and_then(|p| p.dimensions.first());
        let cyclic = first.and_then(|d| d.unit).is_some_and(TimeUnit::is_cyclic);
        let dated = groups.first().is_some_and(|at| {
            matches!(
                result.columns[*at].column_type,
                ColumnType::Date | ColumnType::Datetime
            )
        });
        let timeline = !cyclic
            && (first.is_some_and(|d| d.is_temporal())
                || dated
                || (along_numbers && mark == "line"));
        let aggregate = plan.and_then(|p| p.measures.first()).map(|m| m.aggregate);
        let counts = aggregate == Some(Some(Aggregate::Count));
        let rest = plan.and_then(|p| p.rest_after).and_then(|shown| {
            let last = result.rows.len().checked_sub(1)?;
            (last as u64 == shown).then_some(last)
        });
        Self {
            result,
            kind: kind(mark),
            groups,
            measures,
            group_names,
            measure_names,
            timeline,
            binned: first.and_then(|d| d.bin),
            additive: counts || aggregate == Some(Some(Aggregate::Sum)) || mark == "arc",
            unit: first.and_then(|d| d.unit),
            limit: plan.and_then(|p| {
                if let Some(shown) = p.rest_after.filter(|_| rest.is_some()) {
                    return Some((shown, true));
                }
                let by_measure = p.order.as_ref().filter(|o| o.by == OrderBy::Measure)?;
                p.limit.map(|limit| (limit, by_measure.descending))
            }),
            rest,
            partial: result.truncated
                || rest.is_some()
                || plan
                    .is_some_and(|p| p.limit.is_some() || p.top.is_some() || !p.having.is_empty()),
        }
    }

    /// "In July 2025", "for North": where a row stands.
    pub fn place(&self, row: usize, group: usize) -> String {
        let label = self.label(row, group);
        let dated = self.groups.get(group).is_some_and(|at| {
            matches!(
                self.result.columns[*at].column_type,
                ColumnType::Date | ColumnType::Datetime
            )
        });
        if (group == 0 && self.timeline) || dated {
            return format!("in {label}");
        }
        let plain = label.chars().next().is_some_and(char::is_alphabetic);
        match self.group_names.get(group).filter(|_| !plain) {
            Some(name) => format!("for {name} {label}"),
            None => format!("for {label}"),
        }
    }

    pub fn is_scatter(&self) -> bool {
        self.kind == "scatter plot" && self.measures.len() >= 2
    }

    pub fn number(&self, row: usize, measure: usize) -> Option<f64> {
        let value = self
            .result
            .rows
            .get(row)?
            .get(*self.measures.get(measure)?)?;
        match value {
            Value::String(text) => text.parse().ok(),
            other => other.as_f64(),
        }
    }

    /// A row's label along one of the dividing columns.
    pub fn label(&self, row: usize, group: usize) -> String {
        let value = self
            .groups
            .get(group)
            .and_then(|at| self.result.rows.get(row)?.get(*at));
        match value {
            None | Some(Value::Null) => "unknown".to_owned(),
            Some(Value::String(text)) => {
                let dated = self.groups.get(group).is_some_and(|at| {
                    matches!(
                        self.result.columns[*at].column_type,
                        ColumnType::Date | ColumnType::Datetime
                    )
                });
                if dated {
                    moment(text, if group == 0 { self.unit } else { None })
                } else {
                    text.clone()
                }
            }
            Some(Value::Number(number)) => {
                match (self.binned.filter(|_| group == 0), number.as_f64()) {
                    (Some(width), Some(low)) => format!(
                        "{} to {}",
                        super::numbers::number(low),
                        super::numbers::number(low + width)
                    ),
                    _ => number.to_string(),
                }
            }
            Some(other) => other.to_string(),
        }
    }

    /// The measures summed over all rows with the same label along the axis, in the rows' order.
    pub fn totals(&self) -> Vec<(String, f64)> {
        let mut totals: Vec<(String, f64)> = Vec::new();
        for row in (0..self.result.rows.len()).filter(|row| Some(*row) != self.rest) {
            let Some(number) = self.number(row, 0) else {
                continue;
            };
            let label = self.label(row, 0);
            match totals.iter_mut().find(|(known, _)| *known == label) {
                Some((_, sum)) if self.groups.len() > 1 => *sum += number,
                _ => totals.push((label, number)),
            }
        }
        totals
    }
}

fn planned_dimension(plan: &Plan, order: usize) -> Option<String> {
    plan.dimensions.get(order).map(wording::dimension_words)
}

fn kind(mark: &str) -> &'static str {
    match mark {
        "line" => "line chart",
        "area" => "area chart",
        "arc" => "pie chart",
        "point" | "circle" | "square" => "scatter plot",
        "rect" => "heat map",
        "boxplot" => "box plot",
        "text" => "number",
        _ => "bar chart",
    }
}

/// A date as short as its unit allows.
fn moment(text: &str, unit: Option<TimeUnit>) -> String {
    let year = text.get(0..4).unwrap_or(text);
    let month = text
        .get(5..7)
        .and_then(|m| m.parse::<usize>().ok())
        .and_then(|m| MONTHS.get(m.checked_sub(1)?));
    let day = text.get(8..10).map(|d| d.trim_start_matches('0'));
    match (unit, month, day) {
        (Some(TimeUnit::Year), ..) => year.to_owned(),
        (Some(TimeUnit::Quarter), Some(_), _) => {
            let month = text.get(5..7).and_then(|m| m.parse::<u32>().ok());
            format!(
                "Q{} {year}",
                month.map_or(1, |m| m.saturating_sub(1) / 3 + 1)
            )
        }
        (Some(TimeUnit::YearMonth), Some(month), _) => {
            format!("{month} {year}")
        }
        (_, Some(month), Some(day)) => format!("{day} {month} {year}"),
        _ => text.to_owned(),
    }
}
