//! Measures as SQL: plain aggregates of a group's rows, and quantities made of finished groups.
//!
//! A compiled measure is an expression with the level it belongs to. An expression of level 0 reads the source's
//! columns; one of a higher level reads the aliases of the levels below. Windows always sit one level above their
//! measure, because a window over an aggregate sees finished groups.

use portolan_query::ColumnType;

use crate::plan::{
    Against, Aggregate, Arithmetic, ChangeAs, Group, Measure, Scalar, ShareOf, TimeUnit, WindowKind,
};

use super::Unsupported;
use super::levels::{Levels, Value};
use super::scalar::arithmetic;
use super::text::{number, quote};

/// A condition on the rows of a plain aggregate, as SQL.
type Filter<'f> = Option<&'f str>;

impl Levels<'_> {
    /// Compiles a measure.
    ///
    /// # Errors
    ///
    /// Returns the reason where the measure cannot be combined with the others.
    pub fn measure(&mut self, measure: &Measure) -> Result<Value, Unsupported> {
        self.filtered(measure, None)
    }

    fn filtered(&mut self, measure: &Measure, filter: Filter<'_>) -> Result<Value, Unsupported> {
        if let Some(known) = self.finer_result(measure) {
            return Ok(known);
        }
        match measure {
            Measure::Number { number: value } => Ok(Value::constant(number(*value))),
            Measure::Filtered { of, condition } => {
                let own = self.source.condition(condition);
                let both = match filter {
                    Some(outer) => format!("{outer} AND {own}"),
                    None => own,
                };
                self.filtered(of, Some(&both))
            }
            Measure::Arithmetic {
                operator,
                left,
                right,
                ..
            } => {
                let left = self.filtered(left, filter)?;
                let right = self.filtered(right, filter)?;
                // Both sides are read at the higher level: a value minus its share needs finished groups.
                let level = left.level.max(right.level);
                let (left, right) = (self.at(left, level), self.at(right, level));
                Ok(Value::new(arithmetic(*operator, &left, &right), level))
            }
            Measure::Share { of, whole } => self.share(of, whole, filter),
            Measure::Change {
                of,
                against,
                shown_as,
            } => self.change(of, against, *shown_as, filter),
            Measure::Window { of, window } => self.window(of, window, filter),
            Measure::Nested { .. } => Err(Unsupported::because(
                "a measure over finer groups stands beside plain ones",
            )),
            leaf => self.leaf(leaf, filter),
        }
    }

    fn leaf(&mut self, measure: &Measure, filter: Filter<'_>) -> Result<Value, Unsupported> {
        if self.is_regrouped() {
            return Err(Unsupported::because(
                "a plain measure stands beside one over finer groups",
            ));
        }
        let clause = filter.map_or_else(String::new, |filter| format!(" FILTER (WHERE {filter})"));
        let source = self.source;
        let sql = match measure {
            Measure::Count => format!("COUNT(*){clause}"),
            Measure::CountOf { table } => format!("{}{clause}", self.count_of(table)),
            Measure::Raw { of } if self.is_aggregated() => {
                // A group shows one value: the mean of its numbers, or one of its texts, which have no mean.
                let function = if self.is_number(of) { "AVG" } else { "MAX" };
                format!("{function}({}){clause}", source.scalar(of))
            }
            Measure::Raw { of } => match filter {
                // FILTER applies to aggregates only, so a single row that fails the condition shows a gap.
                Some(filter) => format!("CASE WHEN {filter} THEN {} END", source.scalar(of)),
                None => source.scalar(of),
            },
            Measure::Aggregate {
                aggregate: aggregate @ (Aggregate::First | Aggregate::Last),
                of,
            } => self.edge_value(*aggregate == Aggregate::Last, of, filter)?,
            Measure::Aggregate { aggregate, of } if computes(*aggregate) && !self.is_number(of) => {
                return Err(Unsupported::because("arithmetic over texts"));
            }
            Measure::Aggregate { aggregate, of } => {
                aggregate_sql(*aggregate, &source.scalar(of), filter)
                    .ok_or_else(|| Unsupported::because("the most frequent value of a group"))?
            }
            Measure::WeightedMean { of, weight } => {
                let (of, weight) = (source.scalar(of), source.scalar(weight));
                // A weight whose value is missing must not count in the divisor.
                format!(
                    "(CAST(SUM({of} * {weight}){clause} AS DOUBLE) / NULLIF(SUM(CASE WHEN {of} IS NOT NULL THEN {weight} END){clause}, 0))"
                )
            }
            Measure::Correlation { left, right } => format!(
                "CORR(CAST({} AS DOUBLE), CAST({} AS DOUBLE)){clause}",
                source.scalar(left),
                source.scalar(right)
            ),
            _ => return Err(Unsupported::because("not a plain measure")),
        };
        Ok(Value::new(sql, 0))
    }

    fn is_number(&self, of: &Scalar) -> bool {
        match of {
            Scalar::Column { column } => matches!(
                self.source.column_type(column),
                ColumnType::Integer | ColumnType::Number
            ),
            _ => true,
        }
    }

    /// Returns the number of rows of a joined table: of its key, because joins repeat rows and outer ones leave gaps.
    fn count_of(&self, table: &str) -> String {
        if table == self.source.plan.table && self.source.plan.joins.is_empty() {
            return "COUNT(*)".to_owned();
        }
        // A column without gaps and with a different value in each row tells the rows apart.
        let key = self.source.table(table).and_then(|known| {
            known
                .columns
                .iter()
                .find(|column| column.nulls == 0 && column.distinct == known.row_count)
        });
        if let Some(key) = key {
            return format!("COUNT(DISTINCT {}.{})", quote(table), quote(&key.name));
        }
        let joined = self
            .source
            .plan
            .joins
            .iter()
            .find(|join| join.table == table);
        // The joined column is missing where an outer join found no partner, and COUNT skips that row.
        match joined {
            Some(join) => format!("COUNT({}.{})", quote(table), quote(&join.right.column)),
            None => "COUNT(*)".to_owned(),
        }
    }

    /// Returns the value at the latest or the earliest time of a group.
    fn edge_value(
        &self,
        last: bool,
        of: &Scalar,
        filter: Filter<'_>,
    ) -> Result<String, Unsupported> {
        let time = self
            .time_column()
            .ok_or_else(|| Unsupported::because("there is no time to order the rows by"))?;
        let value = self.source.scalar(of);
        let function = if last { "LAST_VALUE" } else { "FIRST_VALUE" };
        // The latest price is the latest one that is known.
        let known = match filter {
            Some(filter) => format!("{filter} AND {value} IS NOT NULL"),
            None => format!("{value} IS NOT NULL"),
        };
        Ok(format!(
            "{function}({value} ORDER BY {time}) FILTER (WHERE {known})"
        ))
    }

    fn share(
        &mut self,
        of: &Measure,
        whole: &ShareOf,
        filter: Filter<'_>,
    ) -> Result<Value, Unsupported> {
        let part = self.filtered(of, filter)?;
        if let ShareOf::Measures = whole {
            return self.share_of_measures(part);
        }
        let level = part.level;
        let part = self.alias(part);
        // Without keys the window is the whole result.
        let keys = match whole {
            ShareOf::Group { groups } => self.keys(groups),
            _ => Vec::new(),
        };
        let over = format!("SUM({part}) OVER ({})", partition(&keys, None));
        Ok(Value::new(
            arithmetic(Arithmetic::Divide, &part, &over),
            level + 1,
        ))
    }

    /// Divides by the sum of what all measures of the plan are a share of.
    fn share_of_measures(&mut self, part: Value) -> Result<Value, Unsupported> {
        let plan = self.source.plan;
        let mut parts = Vec::new();
        for measure in &plan.measures {
            if let Measure::Share { of, .. } = &measure.value {
                parts.push(self.filtered(of, None)?);
            }
        }
        let level = parts
            .iter()
            .map(|each| each.level)
            .max()
            .unwrap_or(0)
            .max(part.level);
        let part = self.at(part, level);
        let whole: Vec<String> = parts
            .into_iter()
            // NULL plus a number is NULL, so a missing part would make the whole missing.
            .map(|each| format!("COALESCE({}, 0)", self.at(each, level)))
            .collect();
        let whole = format!("({})", whole.join(" + "));
        Ok(Value::new(
            arithmetic(Arithmetic::Divide, &part, &whole),
            level,
        ))
    }

    fn change(
        &mut self,
        of: &Measure,
        against: &Against,
        shown_as: ChangeAs,
        filter: Filter<'_>,
    ) -> Result<Value, Unsupported> {
        let now = self.filtered(of, filter)?;
        // It drops the time from the groups, so measures of single periods have no place beside it.
        if let Against::FirstToLast = against {
            return Err(Unsupported::because(
                "first and last period beside other measures",
            ));
        }
        let level = now.level;
        let now = self.alias(now);
        let before = self.earlier(&now, against)?;
        let level = level + 1;
        let before = self.alias(Value::new(before, level));
        Ok(Value::new(changed(&now, &before, shown_as), level + 1))
    }

    /// Returns the value of `alias` at the earlier time that a change is measured against.
    pub fn earlier(&self, alias: &str, against: &Against) -> Result<String, Unsupported> {
        let (time, others) = self.time_and_others()?;
        let window = partition(&others, Some(&format!("{time} ASC")));
        let periods = match against {
            Against::Previous => 1,
            Against::Before { n } => (*n).max(1),
            Against::First | Against::FirstToLast => {
                return Ok(format!("FIRST_VALUE({alias}) OVER ({window})"));
            }
            Against::YearBefore => return self.year_before(alias, &time, &window),
        };
        Ok(format!("LAG({alias}, {periods}) OVER ({window})"))
    }

    /// A missing period must not shift a year: the earlier row counts only where it is a year older.
    fn year_before(&self, alias: &str, time: &str, window: &str) -> Result<String, Unsupported> {
        // Years are whole numbers and other periods dates, so each subtracts in its own type.
        let (periods, year) = match self.time_unit() {
            Some(TimeUnit::Year) => (1, "1"),
            Some(TimeUnit::HalfYear) => (2, "INTERVAL '1 year'"),
            Some(TimeUnit::Quarter) => (4, "INTERVAL '1 year'"),
            Some(TimeUnit::Month) => (12, "INTERVAL '1 year'"),
            // Weeks are dates of Mondays, and 52 whole weeks before a Monday is one again.
            Some(TimeUnit::Week) => (52, "INTERVAL '364 days'"),
            Some(TimeUnit::Day) => (365, "INTERVAL '365 days'"),
            _ => {
                return Err(Unsupported::because(
                    "the groups do not follow each other by year",
                ));
            }
        };
        Ok(format!(
            "CASE WHEN LAG({time}, {periods}) OVER ({window}) = {time} - {year} THEN LAG({alias}, {periods}) OVER ({window}) END"
        ))
    }

    fn window(
        &mut self,
        of: &Measure,
        window: &WindowKind,
        filter: Filter<'_>,
    ) -> Result<Value, Unsupported> {
        let value = self.filtered(of, filter)?;
        let level = value.level;
        let alias = self.alias(value);
        let sql = match window {
            WindowKind::Rank { descending } => {
                // Groups without a value rank behind all others in both directions.
                let direction = if *descending {
                    "DESC NULLS LAST"
                } else {
                    "ASC NULLS LAST"
                };
                format!("RANK() OVER (ORDER BY {alias} {direction})")
            }
            WindowKind::Cumulative => {
                let (time, others) = self.time_and_others()?;
                // Means do not add up; a running mean is the mean of the values so far.
                let function = if is_mean(of) { "AVG" } else { "SUM" };
                format!(
                    "{function}({alias}) OVER ({} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)",
                    partition(&others, Some(&format!("{time} ASC")))
                )
            }
            WindowKind::Moving { periods } => {
                let (time, others) = self.time_and_others()?;
                // The current period is one of those that are averaged.
                format!(
                    "AVG({alias}) OVER ({} ROWS BETWEEN {} PRECEDING AND CURRENT ROW)",
                    partition(&others, Some(&format!("{time} ASC"))),
                    periods.saturating_sub(1)
                )
            }
        };
        Ok(Value::new(sql, level + 1))
    }

    /// Returns the key of the first group in time or order, and those of the others.
    fn time_and_others(&self) -> Result<(String, Vec<String>), Unsupported> {
        let time = self
            .first_key()
            .ok_or_else(|| Unsupported::because("nothing gives the groups an order"))?;
        let others = (1..self.group_count())
            .map(|at| self.key_alias(at))
            .collect();
        Ok((time, others))
    }

    fn time_unit(&self) -> Option<TimeUnit> {
        match &self.source.plan.groups.first()?.value {
            Group::Time { unit, .. } => Some(*unit),
            _ => None,
        }
    }
}

/// Tells whether an aggregate computes with its values, which texts and dates do not allow.
fn computes(aggregate: Aggregate) -> bool {
    matches!(
        aggregate,
        Aggregate::Sum
            | Aggregate::Mean
            | Aggregate::Median
            | Aggregate::Percentile { .. }
            | Aggregate::StandardDeviation
            | Aggregate::Variance
    )
}

/// Returns the change from `before` to `now`.
pub fn changed(now: &str, before: &str, shown_as: ChangeAs) -> String {
    match shown_as {
        ChangeAs::Difference => format!("({now} - {before})"),
        ChangeAs::Percent => {
            // The sign holds for negative values too: from -10 to -5 is a rise of 50 %.
            format!("(CAST({now} - {before} AS DOUBLE) / NULLIF(abs({before}), 0))")
        }
        ChangeAs::Index => format!("(100.0 * {now} / NULLIF({before}, 0))"),
        ChangeAs::SideBySide => before.to_owned(),
    }
}

fn partition(keys: &[String], order: Option<&str>) -> String {
    let mut window = String::new();
    if !keys.is_empty() {
        window.push_str(&format!("PARTITION BY {}", keys.join(", ")));
    }
    if let Some(order) = order {
        if !window.is_empty() {
            window.push(' ');
        }
        window.push_str(&format!("ORDER BY {order}"));
    }
    window
}

fn is_mean(measure: &Measure) -> bool {
    match measure {
        Measure::Aggregate { aggregate, .. } => !matches!(
            aggregate,
            Aggregate::Sum | Aggregate::CountDistinct | Aggregate::CountPresent
        ),
        Measure::WeightedMean { .. } | Measure::Correlation { .. } => true,
        Measure::Filtered { of, .. } => is_mean(of),
        // A ratio such as the price per unit adds up as little as a mean.
        Measure::Arithmetic { operator, .. } => *operator == Arithmetic::Divide,
        _ => false,
    }
}

/// Returns an aggregate of one expression; None for those that need an order or a count of values.
pub fn aggregate_sql(aggregate: Aggregate, of: &str, filter: Filter<'_>) -> Option<String> {
    let clause = filter.map_or_else(String::new, |filter| format!(" FILTER (WHERE {filter})"));
    let call = |function: &str| format!("{function}({of}){clause}");
    // The engine's median of whole numbers would be a whole number.
    let exact = |function: &str| format!("{function}(CAST({of} AS DOUBLE)){clause}");
    Some(match aggregate {
        Aggregate::Sum => call("SUM"),
        Aggregate::Mean => call("AVG"),
        Aggregate::Median => exact("MEDIAN"),
        Aggregate::Minimum => call("MIN"),
        Aggregate::Maximum => call("MAX"),
        Aggregate::Percentile { percentile } => format!(
            "percentile_cont({}) WITHIN GROUP (ORDER BY CAST({of} AS DOUBLE)){clause}",
            number((percentile / 100.0).clamp(0.0, 1.0))
        ),
        Aggregate::StandardDeviation => exact("STDDEV"),
        Aggregate::Variance => exact("VAR"),
        Aggregate::Range => format!("(MAX({of}){clause} - MIN({of}){clause})"),
        Aggregate::CountDistinct => format!("COUNT(DISTINCT {of}){clause}"),
        Aggregate::CountPresent => call("COUNT"),
        Aggregate::Last | Aggregate::First | Aggregate::Mode => return None,
    })
}
