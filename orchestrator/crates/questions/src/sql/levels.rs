//! The levels of a statement, and the statement that they make.

use portolan_query::{ColumnType, TableProfile};

use crate::plan::{Against, Aggregate, ChangeAs, Group, GroupTest, Measure, QueryPlan, Shape};
use crate::words;

use super::condition::plain_test;
use super::frame::{Frame, GroupColumn, GroupKind, MeasureColumn, Names};
use super::group::{self, GroupSql};
use super::keep::{self, Keep};
use super::measure::changed;
use super::source::Source;
use super::text::{quote, text};
use super::{Statement, Unsupported};

/// An expression with the level that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub sql: String,
    pub level: usize,
    is_constant: bool,
}

impl Value {
    pub fn new(sql: String, level: usize) -> Self {
        Self {
            sql,
            level,
            is_constant: false,
        }
    }

    pub fn constant(sql: String) -> Self {
        Self {
            sql,
            level: 0,
            is_constant: true,
        }
    }
}

/// One SELECT over the level below, or over the source.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Expressions with their aliases.
    columns: Vec<(String, String)>,
    /// Tests of the rows of the level below.
    tests: Vec<String>,
    /// Groups the rows of the level below anew, by these keys.
    regroup: Option<Vec<usize>>,
}

/// A measure that is shown.
pub struct Output {
    pub column: MeasureColumn,
    pub value: Value,
    /// Groups without a value are left out: there is no earlier period.
    pub skips_missing: bool,
}

/// A statement under construction.
pub struct Levels<'a> {
    pub source: Source<'a>,
    pub groups: Vec<GroupSql>,
    pub outputs: Vec<Output>,
    levels: Vec<Level>,
    names: Names,
    is_aggregated: bool,
    /// Measures over finer groups, after these were brought together.
    finer: Vec<(Measure, Value)>,
}

/// Returns the statement of a plan.
///
/// # Errors
///
/// Returns the reason where parts of the plan cannot be combined.
pub fn statement(plan: &QueryPlan, tables: &[TableProfile]) -> Result<Statement, Unsupported> {
    let mut levels = Levels::new(plan, tables)?;
    levels.regroup_finer()?;
    levels.compile_outputs()?;
    let keep = keep::keep(&mut levels)?;
    levels.finish(keep)
}

impl<'a> Levels<'a> {
    pub fn new(plan: &'a QueryPlan, tables: &'a [TableProfile]) -> Result<Self, Unsupported> {
        let source = Source { plan, tables };
        let mut names = Names::default();
        let mut groups = Vec::new();
        for (at, part) in plan.groups.iter().enumerate() {
            if part.value != Group::MeasureNames {
                groups.push(group::build(&source, &part.value, Some(at), &mut names)?);
            }
        }
        Ok(Self {
            source,
            groups,
            outputs: Vec::new(),
            levels: vec![Level::default()],
            names,
            is_aggregated: plan.shape == Shape::Groups && is_aggregated(plan),
            finer: Vec::new(),
        })
    }

    pub fn is_aggregated(&self) -> bool {
        self.is_aggregated
    }

    pub fn is_regrouped(&self) -> bool {
        !self.finer.is_empty()
    }

    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    pub fn key_alias(&self, at: usize) -> String {
        quote(&format!("g{at}"))
    }

    pub fn first_key(&self) -> Option<String> {
        (!self.groups.is_empty()).then(|| self.key_alias(0))
    }

    /// Returns the keys of groups that are given by their indexes in the plan.
    pub fn keys(&self, indexes: &[usize]) -> Vec<String> {
        self.groups
            .iter()
            .enumerate()
            .filter(|(_, group)| {
                group
                    .column
                    .group
                    .is_some_and(|index| indexes.contains(&index))
            })
            .map(|(at, _)| self.key_alias(at))
            .collect()
    }

    /// Returns the value as it is named in a level above its own.
    pub fn alias(&mut self, value: Value) -> String {
        if value.is_constant {
            return value.sql;
        }
        while self.levels.len() <= value.level {
            self.levels.push(Level::default());
        }
        let number: usize = self.levels.iter().map(|level| level.columns.len()).sum();
        let columns = &mut self.levels[value.level].columns;
        if let Some((_, known)) = columns.iter().find(|(sql, _)| *sql == value.sql) {
            return quote(known);
        }
        let name = format!("v{number}");
        columns.push((value.sql, name.clone()));
        quote(&name)
    }

    /// Returns the value as an expression of a level at or above its own.
    pub fn at(&mut self, value: Value, level: usize) -> String {
        if value.is_constant || value.level == level {
            value.sql
        } else {
            self.alias(value)
        }
    }

    /// Adds a test of the rows that reach a level.
    pub fn test_rows(&mut self, level: usize, test: String) {
        while self.levels.len() <= level {
            self.levels.push(Level::default());
        }
        self.levels[level].tests.push(test);
    }

    /// Returns the highest level so far.
    pub fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// Returns the column that tells when a row happened.
    pub fn time_column(&self) -> Option<String> {
        let planned = self
            .source
            .plan
            .groups
            .iter()
            .find_map(|part| match &part.value {
                Group::Time { of, .. } | Group::Season { of, .. } => Some(self.source.moment(of)),
                _ => None,
            });
        planned.or_else(|| {
            let table = self.source.table(&self.source.plan.table)?;
            let dated = table.columns.iter().find(|column| {
                matches!(column.column_type, ColumnType::Date | ColumnType::Datetime)
            });
            let column = dated.or_else(|| {
                table.columns.iter().find(|column| {
                    column.name.to_lowercase() == "year"
                        && column.column_type == ColumnType::Integer
                })
            })?;
            Some(self.source.column(&crate::plan::ColumnRef {
                table: table.name.clone(),
                column: column.name.clone(),
            }))
        })
    }

    pub fn finer_result(&self, measure: &Measure) -> Option<Value> {
        self.finer
            .iter()
            .find(|(known, _)| known == measure)
            .map(|(_, value)| value.clone())
    }

    /// Computes measures over finer groups and brings these together into the plan's own.
    fn regroup_finer(&mut self) -> Result<(), Unsupported> {
        let plan = self.source.plan;
        let mut nested = Vec::new();
        for part in &plan.measures {
            collect_nested(&part.value, &mut nested);
        }
        let Some(Measure::Nested { over, .. }) = nested.first().copied() else {
            return Ok(());
        };
        let own = self.groups.len();
        for group in over {
            let mut hidden = Names::default();
            let built = group::build(&self.source, group, None, &mut hidden)?;
            self.groups.push(built);
        }
        let mut inner = Vec::new();
        for measure in &nested {
            let Measure::Nested {
                aggregate,
                of,
                over: theirs,
                test,
            } = measure
            else {
                continue;
            };
            if theirs != over {
                return Err(Unsupported::because("measures over different finer groups"));
            }
            let value = self.measure(of)?;
            let alias = self.alias(value);
            let kept = match test {
                Some(test) => format!("CASE WHEN {} THEN {alias} END", plain_test(&alias, test)),
                None => alias,
            };
            inner.push(((*measure).clone(), *aggregate, kept));
        }
        let level = self.top() + 1;
        self.levels.push(Level {
            regroup: Some((0..own).collect()),
            ..Level::default()
        });
        for (measure, aggregate, alias) in inner {
            let sql = super::measure::aggregate_sql(aggregate, &alias, None)
                .ok_or_else(|| Unsupported::because("an aggregate of finer groups"))?;
            self.finer.push((measure, Value::new(sql, level)));
        }
        Ok(())
    }

    fn compile_outputs(&mut self) -> Result<(), Unsupported> {
        let plan = self.source.plan;
        if plan
            .measures
            .iter()
            .any(|part| is_first_to_last(&part.value))
        {
            return self.compile_first_to_last();
        }
        for (index, part) in plan.measures.iter().enumerate() {
            let value = self.measure(&part.value)?;
            let skips_missing = matches!(&part.value, Measure::Change { .. });
            if let Measure::Change {
                of,
                shown_as: ChangeAs::SideBySide,
                ..
            } = &part.value
            {
                let now = self.measure(of)?;
                let title = words::measure_title(of, plan, self.source.tables);
                self.push_output(Some(index), &title, false, now, false);
            }
            let title = words::measure_title(&part.value, plan, self.source.tables);
            let percent = words::is_percent(&part.value);
            self.push_output(Some(index), &title, percent, value, skips_missing);
        }
        Ok(())
    }

    fn push_output(
        &mut self,
        measure: Option<usize>,
        title: &str,
        percent: bool,
        value: Value,
        skips_missing: bool,
    ) {
        let name = self.names.fresh(title);
        self.outputs.push(Output {
            column: MeasureColumn {
                measure,
                name,
                percent,
            },
            value,
            skips_missing,
        });
    }

    /// The last period against the first one: the time is no group of the result any more.
    fn compile_first_to_last(&mut self) -> Result<(), Unsupported> {
        let plan = self.source.plan;
        let mut pairs = Vec::new();
        for (index, part) in plan.measures.iter().enumerate() {
            let Measure::Change {
                of,
                against: Against::FirstToLast,
                shown_as,
            } = &part.value
            else {
                return Err(Unsupported::because(
                    "first and last period beside other measures",
                ));
            };
            let value = self.measure(of)?;
            pairs.push((index, *shown_as, of, self.alias(value)));
        }
        let time = self
            .first_key()
            .ok_or_else(|| Unsupported::because("there is no time to compare"))?;
        let level = self.top() + 1;
        let first = self.alias(Value::new(format!("MIN({time}) OVER ()"), level));
        let last = self.alias(Value::new(format!("MAX({time}) OVER ()"), level));
        self.levels.push(Level {
            regroup: Some((1..self.groups.len()).collect()),
            ..Level::default()
        });
        let level = level + 1;
        for (index, shown_as, of, alias) in pairs {
            let at = |end: &str| format!("MAX(CASE WHEN {time} = {end} THEN {alias} END)");
            let (before, now) = (at(&first), at(&last));
            if shown_as == ChangeAs::SideBySide {
                let title = words::measure_title(of, plan, self.source.tables);
                self.push_output(
                    Some(index),
                    &format!("{title}, last period"),
                    false,
                    Value::new(now, level),
                    true,
                );
                self.push_output(
                    Some(index),
                    &format!("{title}, first period"),
                    false,
                    Value::new(before, level),
                    true,
                );
                continue;
            }
            let title = words::measure_title(&plan.measures[index].value, plan, self.source.tables);
            let percent = shown_as == ChangeAs::Percent;
            let value = Value::new(changed(&now, &before, shown_as), level);
            self.push_output(Some(index), &title, percent, value, true);
        }
        Ok(())
    }

    /// Returns the test of a group with the level at which it can be made.
    pub fn group_test(&mut self, test: &GroupTest) -> Result<(String, usize), Unsupported> {
        let value = self.measure(&test.measure)?;
        let level = value.level;
        if let crate::plan::Test::AgainstAggregate {
            comparison,
            aggregate,
            within,
        } = &test.test
        {
            let alias = self.alias(value);
            let keys = match within {
                crate::plan::Within::All => String::new(),
                crate::plan::Within::Group { columns } => self.partition_by(columns),
            };
            let over = match self.weight_of_mean(&test.measure, *aggregate)? {
                Some(weight) => format!(
                    "SUM({alias} * {weight}) OVER ({keys}) / NULLIF(SUM({weight}) OVER ({keys}), 0)"
                ),
                None => {
                    let over = super::measure::aggregate_sql(*aggregate, &alias, None)
                        .ok_or_else(|| Unsupported::because("an aggregate of all groups"))?;
                    format!("{over} OVER ({keys})")
                }
            };
            let overall = self.alias(Value::new(over, level + 1));
            let sign = super::condition::comparison_sql(*comparison);
            return Ok((format!("{alias} {sign} {overall}"), level + 2));
        }
        Ok((plain_test(&value.sql, &test.test), level))
    }

    /// Returns the number of values behind each group's mean: the mean of all rows weighs each group by its size.
    fn weight_of_mean(
        &mut self,
        measure: &Measure,
        aggregate: Aggregate,
    ) -> Result<Option<String>, Unsupported> {
        let Measure::Aggregate {
            aggregate: Aggregate::Mean,
            of,
        } = measure
        else {
            return Ok(None);
        };
        if aggregate != Aggregate::Mean {
            return Ok(None);
        }
        let count = self.measure(&Measure::Aggregate {
            aggregate: Aggregate::CountPresent,
            of: of.clone(),
        })?;
        Ok(Some(self.alias(count)))
    }

    fn partition_by(&self, columns: &[crate::plan::ColumnRef]) -> String {
        let keys: Vec<String> = self
            .groups
            .iter()
            .enumerate()
            .filter(|(_, group)| {
                columns
                    .iter()
                    .any(|column| self.source.column(column) == group.key)
            })
            .map(|(at, _)| self.key_alias(at))
            .collect();
        if keys.is_empty() {
            String::new()
        } else {
            format!("PARTITION BY {}", keys.join(", "))
        }
    }
}

/// Whether the rows of a plan are brought together: some measure is more than a row's own value.
fn is_aggregated(plan: &QueryPlan) -> bool {
    let measures = plan.measures.iter().map(|part| &part.value);
    let tested = plan.having.iter().map(|part| &part.value.measure);
    measures.chain(tested).chain(&plan.hidden).any(aggregates)
}

fn aggregates(measure: &Measure) -> bool {
    match measure {
        Measure::Raw { .. } | Measure::Number { .. } => false,
        Measure::Filtered { of, .. }
        | Measure::Share { of, .. }
        | Measure::Change { of, .. }
        | Measure::Window { of, .. } => aggregates(of),
        Measure::Arithmetic { left, right, .. } => aggregates(left) || aggregates(right),
        _ => true,
    }
}

fn is_first_to_last(measure: &Measure) -> bool {
    matches!(
        measure,
        Measure::Change {
            against: Against::FirstToLast,
            ..
        }
    )
}

fn collect_nested<'m>(measure: &'m Measure, found: &mut Vec<&'m Measure>) {
    match measure {
        Measure::Nested { .. } => found.push(measure),
        Measure::Filtered { of, .. }
        | Measure::Share { of, .. }
        | Measure::Change { of, .. }
        | Measure::Window { of, .. } => collect_nested(of, found),
        Measure::Arithmetic { left, right, .. } => {
            collect_nested(left, found);
            collect_nested(right, found);
        }
        _ => {}
    }
}

impl Levels<'_> {
    /// Tells which groups still are columns of the last level.
    fn living(&self) -> Vec<usize> {
        self.levels
            .iter()
            .rev()
            .find_map(|level| level.regroup.clone())
            .unwrap_or_else(|| (0..self.groups.len()).collect())
    }

    /// Whether several measures are put below each other, named by a column of their own.
    pub fn is_long(&self) -> bool {
        let plan = self.source.plan;
        plan.shape == Shape::Groups
            && self.outputs.len() > 1
            && crate::chart::puts_measures_below_each_other(plan)
    }

    fn frame(&mut self, keep: &Keep) -> Frame {
        let living = self.living();
        let mut groups: Vec<GroupColumn> = living
            .iter()
            .filter(|at| self.groups[**at].column.group.is_some())
            .map(|at| self.groups[*at].column.clone())
            .collect();
        let mut measures: Vec<MeasureColumn> = self
            .outputs
            .iter()
            .map(|output| output.column.clone())
            .collect();
        if self.is_long() {
            let plan = self.source.plan;
            let labels: Vec<String> = measures.iter().map(|each| each.name.clone()).collect();
            let index = plan
                .groups
                .iter()
                .position(|part| part.value == Group::MeasureNames);
            let place = index.map_or(groups.len(), |index| index.min(groups.len()));
            groups.insert(
                place,
                GroupColumn {
                    group: index,
                    name: self.names.fresh("Measure"),
                    kind: GroupKind::Measures,
                    distinct: labels.len() as u64,
                    longest: labels
                        .iter()
                        .map(|each| each.chars().count())
                        .max()
                        .unwrap_or(0),
                    labels,
                },
            );
            let percent = measures.iter().all(|each| each.percent);
            measures = vec![MeasureColumn {
                measure: None,
                name: self
                    .names
                    .fresh(&words::shared_title(plan, self.source.tables)),
                percent,
            }];
        }
        Frame {
            groups,
            measures,
            place: self.place_names(),
            kept: keep.shown,
            rest_after: keep.rest_after,
            sampled: keep.sampled,
            series_kept: keep.series_kept,
        }
    }

    fn place_names(&self) -> Option<(String, String)> {
        let present = &self.source.plan.present;
        let is_map = self.source.plan.shape == Shape::Map;
        let (latitude, longitude) = (present.latitude.as_ref()?, present.longitude.as_ref()?);
        is_map.then(|| (latitude.column.clone(), longitude.column.clone()))
    }

    fn finish(mut self, keep: Keep) -> Result<Statement, Unsupported> {
        let frame = self.frame(&keep);
        let is_plain = self.levels.len() == 1
            && self.levels[0].columns.is_empty()
            && keep.tests.is_empty()
            && keep.rest_after.is_none()
            && !self.is_long();
        let sql = if is_plain {
            self.plain(&frame, &keep)
        } else {
            self.stacked(&frame, &keep)
        };
        Ok(Statement { sql, frame })
    }

    /// One SELECT.
    fn plain(&self, frame: &Frame, keep: &Keep) -> String {
        let mut items = Vec::new();
        for group in &self.groups {
            self.shown(group, &group.key, &mut items);
        }
        items.extend(self.place_items());
        for output in &self.outputs {
            items.push(format!(
                "{} AS {}",
                output.value.sql,
                quote(&output.column.name)
            ));
        }
        let mut sql = format!("SELECT {}\nFROM {}", items.join(", "), self.source.from());
        self.push_where(&mut sql, &keep.source_tests);
        self.push_group_by(&mut sql);
        if !keep.having.is_empty() {
            sql.push_str(&format!("\nHAVING {}", keep.having.join(" AND ")));
        }
        let order = keep.order_sql(&|at| self.groups[at].key.clone(), frame);
        push_order(&mut sql, &order, keep.limit);
        sql
    }

    /// Adds a group's label, and the end of an interval.
    fn shown(&self, group: &GroupSql, key: &str, items: &mut Vec<String>) {
        items.push(format!(
            "{} AS {}",
            group.shown(key),
            quote(&group.column.name)
        ));
        if let Some((end, name)) = group.end(key) {
            items.push(format!("{end} AS {}", quote(name)));
        }
    }

    fn place_items(&self) -> Vec<String> {
        let present = &self.source.plan.present;
        let (Some(latitude), Some(longitude)) = (&present.latitude, &present.longitude) else {
            return Vec::new();
        };
        if self.place_names().is_none() {
            return Vec::new();
        }
        [latitude, longitude]
            .map(|column| {
                format!(
                    "{} AS {}",
                    self.source.column(column),
                    quote(&column.column)
                )
            })
            .to_vec()
    }

    fn push_where(&self, sql: &mut String, extra: &[String]) {
        let plan = self.source.plan;
        let mut tests: Vec<String> = Vec::new();
        for part in plan.conditions.iter().chain(&plan.without_totals) {
            tests.push(self.source.condition(&part.value));
        }
        for group in &self.groups {
            if group.skips_missing {
                tests.push(format!("{} IS NOT NULL", group.key));
            }
        }
        tests.extend(extra.iter().cloned());
        tests.dedup();
        if !tests.is_empty() {
            sql.push_str(&format!("\nWHERE {}", tests.join(" AND ")));
        }
    }

    fn push_group_by(&self, sql: &mut String) {
        if self.is_aggregated && !self.groups.is_empty() {
            let keys: Vec<&str> = self.groups.iter().map(|group| group.key.as_str()).collect();
            sql.push_str(&format!("\nGROUP BY {}", keys.join(", ")));
        }
    }

    /// A common table expression for each level.
    fn stacked(&mut self, frame: &Frame, keep: &Keep) -> String {
        let outputs: Vec<(Value, String)> = self
            .outputs
            .iter()
            .map(|output| (output.value.clone(), output.column.name.clone()))
            .collect();
        let outputs: Vec<(String, String)> = outputs
            .into_iter()
            .map(|(value, name)| (self.alias(value), name))
            .collect();
        let mut parts = vec![format!("\"level 0\" AS (\n{}\n)", self.first_level(keep))];
        let mut known: Vec<String> = (0..self.groups.len())
            .map(|at| self.key_alias(at))
            .collect();
        known.extend(self.levels[0].columns.iter().map(|(_, alias)| quote(alias)));
        let places: Vec<String> = frame
            .place
            .iter()
            .flat_map(|(latitude, longitude)| [quote(latitude), quote(longitude)])
            .collect();
        known.extend(places.iter().cloned());
        for (at, level) in self.levels.iter().enumerate().skip(1) {
            parts.push(self.level_sql(at, level, &mut known));
        }
        let last = quote(&format!("level {}", self.levels.len() - 1));
        let select = if let Some(shown) = keep.rest_after {
            self.folded(&outputs, shown, &last)
        } else {
            self.last_select(frame, keep, &outputs, &places, &last)
        };
        format!("WITH {}\n{select}", parts.join(",\n"))
    }

    fn first_level(&self, keep: &Keep) -> String {
        let mut items: Vec<String> = self
            .groups
            .iter()
            .enumerate()
            .map(|(at, group)| format!("{} AS {}", group.key, self.key_alias(at)))
            .collect();
        items.extend(self.place_items());
        items.extend(
            self.levels[0]
                .columns
                .iter()
                .map(|(sql, alias)| format!("{sql} AS {}", quote(alias))),
        );
        if items.is_empty() {
            items.push("1 AS \"one\"".to_owned());
        }
        let mut sql = format!("SELECT {}\nFROM {}", items.join(", "), self.source.from());
        self.push_where(&mut sql, &keep.source_tests);
        self.push_group_by(&mut sql);
        if !keep.having.is_empty() {
            sql.push_str(&format!("\nHAVING {}", keep.having.join(" AND ")));
        }
        sql
    }

    fn level_sql(&self, at: usize, level: &Level, known: &mut Vec<String>) -> String {
        let own = level
            .columns
            .iter()
            .map(|(sql, alias)| format!("{sql} AS {}", quote(alias)));
        let mut group_by = String::new();
        if let Some(keys) = &level.regroup {
            *known = keys.iter().map(|at| self.key_alias(*at)).collect();
            if !known.is_empty() {
                group_by = format!("\nGROUP BY {}", known.join(", "));
            }
        }
        let items: Vec<String> = known.iter().cloned().chain(own).collect();
        known.extend(level.columns.iter().map(|(_, alias)| quote(alias)));
        let tests = if level.tests.is_empty() {
            String::new()
        } else {
            format!("\nWHERE {}", level.tests.join(" AND "))
        };
        format!(
            "\"level {at}\" AS (\nSELECT {}\nFROM \"level {}\"{tests}{group_by}\n)",
            items.join(", "),
            at - 1
        )
    }

    fn last_select(
        &self,
        frame: &Frame,
        keep: &Keep,
        outputs: &[(String, String)],
        places: &[String],
        last: &str,
    ) -> String {
        let is_long = self.is_long();
        let mut items = Vec::new();
        let mut living = self.living().into_iter();
        for group in &frame.groups {
            if group.kind == GroupKind::Measures {
                items.push(format!("\"names\".\"label\" AS {}", quote(&group.name)));
            } else if let Some(at) = living.next() {
                self.shown(&self.groups[at], &self.key_alias(at), &mut items);
            }
        }
        items.extend(places.iter().cloned());
        let mut from = last.to_owned();
        if is_long {
            let cases: Vec<String> = outputs
                .iter()
                .enumerate()
                .map(|(at, (alias, _))| format!("WHEN {at} THEN {alias}"))
                .collect();
            let labels: Vec<String> = outputs
                .iter()
                .enumerate()
                .map(|(at, (_, name))| format!("({at}, {})", text(name)))
                .collect();
            let name = frame
                .measures
                .first()
                .map_or("Value", |each| each.name.as_str());
            items.push(format!(
                "CASE \"names\".\"at\" {} END AS {}",
                cases.join(" "),
                quote(name)
            ));
            from = format!(
                "{last} CROSS JOIN (VALUES {}) AS \"names\" (\"at\", \"label\")",
                labels.join(", ")
            );
        } else {
            items.extend(
                outputs
                    .iter()
                    .map(|(alias, name)| format!("{alias} AS {}", quote(name))),
            );
        }
        let mut sql = format!("SELECT {}\nFROM {from}", items.join(", "));
        let mut tests = keep.tests.clone();
        for (output, (alias, _)) in self.outputs.iter().zip(outputs) {
            if output.skips_missing && !is_long {
                tests.push(format!("{alias} IS NOT NULL"));
            }
        }
        if !tests.is_empty() {
            sql.push_str(&format!("\nWHERE {}", tests.join(" AND ")));
        }
        let mut order = keep.order_sql(&|at| self.key_alias(at), frame);
        if is_long {
            order.push("\"names\".\"at\"".to_owned());
        }
        push_order(&mut sql, &order, keep.limit);
        sql
    }

    /// Adds up the groups beyond the largest; the sum over all rows stays the same.
    fn folded(&self, outputs: &[(String, String)], shown: u32, last: &str) -> String {
        let (value, name) = outputs.first().map_or(("NULL", "value"), |(alias, name)| {
            (alias.as_str(), name.as_str())
        });
        let key = self.key_alias(0);
        let group = quote(&self.groups[0].column.name);
        let rest = text(super::REST);
        let place = format!("least(\"place\", {})", shown + 1);
        let label = format!("CASE WHEN \"place\" <= {shown} THEN {key} ELSE {rest} END");
        format!(
            "SELECT {label} AS {group}, SUM({value}) AS {}\nFROM (SELECT {key}, {value}, ROW_NUMBER() OVER (ORDER BY {value} DESC NULLS LAST, {key}) AS \"place\" FROM {last}) AS \"ranked\"\nGROUP BY {label}, {place}\nORDER BY {place}",
            quote(name)
        )
    }
}

fn push_order(sql: &mut String, order: &[String], limit: Option<u32>) {
    if !order.is_empty() {
        sql.push_str(&format!("\nORDER BY {}", order.join(", ")));
    }
    if let Some(limit) = limit {
        sql.push_str(&format!("\nLIMIT {limit}"));
    }
}
