//! The rows of a result that are kept, and their order.

use crate::plan::{Aggregate, Group, Measure, OrderBy, QueryPlan, Scalar, Select, Shape};

use super::Unsupported;
use super::frame::{Frame, GroupKind};
use super::levels::{Levels, Value};
use super::text::quote;

/// Bars of names that can still be told apart, and how many are shown where there are more.
const MOST_BARS: u64 = 40;
const SHOWN_BARS: u32 = 20;
/// The same for values that do not add up, of which the highest are shown.
const MOST_RANKED_BARS: u64 = 60;
const SHOWN_RANKED_BARS: u32 = 40;
/// Colours that can be told apart, and how many series are shown where there are more.
const MOST_SERIES: u64 = 20;
const SHOWN_SERIES: u32 = 12;
/// Points that a chart of single rows can hold.
pub const MOST_POINTS: u64 = 4_000;

/// Tests, order and limit of the last level.
#[derive(Debug, Default)]
pub struct Keep {
    pub source_tests: Vec<String>,
    pub having: Vec<String>,
    pub tests: Vec<String>,
    order: Vec<Sort>,
    pub limit: Option<u32>,
    pub shown: Option<(u32, bool)>,
    pub rest_after: Option<u32>,
    pub sampled: Option<u64>,
    pub series_kept: Option<(u32, u64)>,
}

#[derive(Debug)]
struct Sort {
    by: SortBy,
    descending: bool,
}

#[derive(Debug, PartialEq)]
enum SortBy {
    /// The position of a group among those of the levels.
    Key(usize),
    /// The position of an output.
    Output(usize),
    Sql(String),
}

impl Keep {
    /// Returns the parts of ORDER BY; `key` gives a group's key at the last level.
    pub fn order_sql(&self, key: &dyn Fn(usize) -> String, frame: &Frame) -> Vec<String> {
        self.order
            .iter()
            .filter_map(|sort| {
                let sql = match &sort.by {
                    SortBy::Key(at) => key(*at),
                    // The measures that are below each other have one column.
                    SortBy::Output(at) => {
                        quote(&frame.measures.get(*at).or(frame.measures.first())?.name)
                    }
                    SortBy::Sql(sql) => sql.clone(),
                };
                let direction = match (&sort.by, sort.descending) {
                    (SortBy::Key(_), false) => "",
                    (SortBy::Key(_), true) => " DESC",
                    // In descending order the engine would put missing values first, above the highest.
                    (_, true) => " DESC NULLS LAST",
                    (_, false) => " ASC NULLS LAST",
                };
                Some(format!("{sql}{direction}"))
            })
            .collect()
    }
}

/// Decides what is kept, and adds the levels that this takes.
///
/// # Errors
///
/// Returns the reason where a test or a ranking cannot be combined with the measures.
pub fn keep(levels: &mut Levels<'_>) -> Result<Keep, Unsupported> {
    let mut keep = Keep::default();
    keep_present(levels, &mut keep);
    // Tests come before selections, because only groups that pass are ranked.
    keep_tested(levels, &mut keep)?;
    match levels.source.plan.select.as_ref().map(|part| &part.value) {
        Some(select) => keep_selected(levels, select, &mut keep)?,
        None => keep_readable(levels, &mut keep)?,
    }
    order(levels, &mut keep)?;
    Ok(keep)
}

/// Points and boxes need their values.
fn keep_present(levels: &mut Levels<'_>, keep: &mut Keep) {
    let plan = levels.source.plan;
    if matches!(plan.shape, Shape::Distribution | Shape::Relation) {
        for output in &levels.outputs {
            // Values of higher levels do not exist before the grouping and cannot be tested in WHERE.
            if output.value.level == 0 {
                keep.source_tests
                    .push(format!("{} IS NOT NULL", output.value.sql));
            }
        }
    }
    if plan.shape == Shape::Map {
        for column in [&plan.present.latitude, &plan.present.longitude]
            .into_iter()
            .flatten()
        {
            keep.source_tests
                .push(format!("{} IS NOT NULL", levels.source.column(column)));
        }
    }
}

fn keep_tested(levels: &mut Levels<'_>, keep: &mut Keep) -> Result<(), Unsupported> {
    for part in &levels.source.plan.having {
        let (test, level) = levels.group_test(&part.value)?;
        if level == 0
            && levels.is_aggregated()
            && !levels.outputs.iter().any(|each| each.value.level > 0)
        {
            keep.having.push(test);
        } else if level == 0 {
            // Shares are taken before groups are left out.
            let value = levels.measure(&part.value.measure)?;
            let alias = levels.alias(value);
            keep.tests
                .push(super::condition::plain_test(&alias, &part.value.test));
        } else {
            keep.tests.push(test);
        }
    }
    Ok(())
}

fn keep_selected(
    levels: &mut Levels<'_>,
    select: &Select,
    keep: &mut Keep,
) -> Result<(), Unsupported> {
    match select {
        Select::Top {
            n,
            by,
            descending,
            ties,
            within,
        } => {
            keep.shown = Some((*n, *descending));
            let several = levels.group_count() > 1 && levels.source.plan.shape == Shape::Groups;
            // "Top 5 countries by year" means five countries with all of their years, not five rows.
            if within.is_empty() && several && levels.is_aggregated() {
                keep_first_groups(levels, *n, *by, *descending, keep)
            } else if within.is_empty() && !ties && !levels.is_long() && keep.tests.is_empty() {
                // LIMIT knows neither ties nor groups within which to rank, and cuts before the tests of a level above.
                keep_first_rows(levels, *n, *by, *descending, keep)
            } else {
                // With RANK, both of two second places are among the top 2.
                let function = if *ties { "RANK" } else { "ROW_NUMBER" };
                rank(levels, function, *by, *descending, within, keep, &|place| {
                    format!("{place} <= {n}")
                })
            }
        }
        Select::TopPercent {
            percent,
            by,
            descending,
            within,
        } => {
            let value = output(levels, *by)?;
            let level = value.level + 1;
            let keys = levels.keys(within);
            let over = if keys.is_empty() {
                String::new()
            } else {
                format!("PARTITION BY {}", keys.join(", "))
            };
            let value = levels.alias(value);
            // Groups without a value have no place in the ranking and do not count in the percentage.
            let all = levels.alias(Value::new(format!("COUNT({value}) OVER ({over})"), level));
            let share = super::text::number(percent / 100.0);
            rank(levels, "RANK", *by, *descending, within, keep, &|place| {
                // The top 10 % of five groups is one group, not none.
                format!("{place} <= CEIL({all} * {share})")
            })
        }
        // The second highest is the next different value, however many share the first place.
        Select::Nth { n, by, descending } => rank(
            levels,
            "DENSE_RANK",
            *by,
            *descending,
            &[],
            keep,
            &|place| format!("{place} = {n}"),
        ),
        Select::Edge {
            n,
            by,
            last,
            within,
        } => keep_edge(levels, *n, by, *last, within, keep),
    }
}

/// Returns the measure that rows are ranked by, which may be one that is not shown.
fn output(levels: &mut Levels<'_>, by: usize) -> Result<Value, Unsupported> {
    if let Some(output) = levels
        .outputs
        .iter()
        .find(|each| each.column.measure == Some(by))
    {
        return Ok(output.value.clone());
    }
    let plan = levels.source.plan;
    // Indexes beyond the shown measures count the hidden ones.
    let hidden = by
        .checked_sub(plan.measures.len())
        .and_then(|at| plan.hidden.get(at));
    match hidden {
        Some(measure) => levels.measure(measure),
        None => Err(Unsupported::because("there is no such measure to rank by")),
    }
}

/// Returns the order by a measure, which may be one that is not shown.
fn sort_by(levels: &mut Levels<'_>, by: usize) -> Result<SortBy, Unsupported> {
    if by < levels.source.plan.measures.len() {
        return Ok(SortBy::Output(by));
    }
    let value = output(levels, by)?;
    Ok(SortBy::Sql(levels.alias(value)))
}

/// Sorts and cuts: the plain case.
fn keep_first_rows(
    levels: &mut Levels<'_>,
    n: u32,
    by: usize,
    descending: bool,
    keep: &mut Keep,
) -> Result<(), Unsupported> {
    let value = output(levels, by)?;
    // Groups without a name are no answer to who is first.
    for group in &levels.groups {
        if matches!(group.column.kind, GroupKind::Nominal) {
            keep.source_tests.push(format!("{} IS NOT NULL", group.key));
        }
    }
    // WHERE can drop a row without the value, but the value of a group is known only after the grouping.
    if !levels.is_aggregated() && value.level == 0 {
        keep.source_tests.push(format!("{} IS NOT NULL", value.sql));
    }
    let by = sort_by(levels, by)?;
    keep.order.push(Sort { by, descending });
    keep.limit = Some(n);
    Ok(())
}

/// Keeps the best values of the first group, whatever else divides the rows.
fn keep_first_groups(
    levels: &mut Levels<'_>,
    n: u32,
    by: usize,
    descending: bool,
    keep: &mut Keep,
) -> Result<(), Unsupported> {
    keep_values(levels, 0, n, by, descending, keep)
}

/// Keeps the `n` best values of the group at `at`, ranked over that group alone.
fn keep_values(
    levels: &mut Levels<'_>,
    at: usize,
    n: u32,
    by: usize,
    descending: bool,
    keep: &mut Keep,
) -> Result<(), Unsupported> {
    let plan = levels.source.plan;
    let index = levels.groups[at].column.group.unwrap_or(at);
    // The ranking is a query over this group alone: the means of its cells do not give its mean.
    let mut alone = QueryPlan::new(&plan.table, plan.shape);
    alone.joins.clone_from(&plan.joins);
    alone.unpivot.clone_from(&plan.unpivot);
    alone.conditions.clone_from(&plan.conditions);
    alone.without_totals.clone_from(&plan.without_totals);
    alone.groups = vec![plan.groups[index].clone()];
    let measure = plan
        .measures
        .get(by)
        .map(|part| &part.value)
        .or_else(|| plan.hidden.get(by.checked_sub(plan.measures.len())?))
        .ok_or_else(|| Unsupported::because("there is no such measure to rank by"))?;
    let measure = crate::plan::Part {
        value: ranked_by(measure).clone(),
        provenance: crate::plan::Provenance::Earlier,
    };
    alone.measures = vec![measure];
    let mut inner = Levels::new(&alone, levels.source.tables)?;
    let value = inner.measure(&alone.measures[0].value)?;
    if value.level > 0 {
        return Err(Unsupported::because(
            "a ranking by a quantity of other groups",
        ));
    }
    let key = inner.groups[0].key.clone();
    let direction = if descending { "DESC" } else { "ASC" };
    let mut tests: Vec<String> = alone
        .conditions
        .iter()
        .chain(&alone.without_totals)
        .map(|part| inner.source.condition(&part.value))
        .collect();
    // A group without a name would take one of the `n` places.
    tests.push(format!("{key} IS NOT NULL"));
    let test = format!(
        "{} IN (SELECT {key} FROM {} WHERE {} GROUP BY {key} ORDER BY {} {direction} NULLS LAST LIMIT {n})",
        levels.key_alias(at),
        inner.source.from(),
        tests.join(" AND "),
        value.sql
    );
    keep.tests.push(test);
    Ok(())
}

/// Shares and changes of a group over time rank by what they are made of.
fn ranked_by(measure: &Measure) -> &Measure {
    match measure {
        Measure::Share { of, .. } | Measure::Change { of, .. } | Measure::Window { of, .. } => {
            ranked_by(of)
        }
        other => other,
    }
}

fn rank(
    levels: &mut Levels<'_>,
    function: &str,
    by: usize,
    descending: bool,
    within: &[usize],
    keep: &mut Keep,
    test: &dyn Fn(&str) -> String,
) -> Result<(), Unsupported> {
    let value = output(levels, by)?;
    let level = value.level.max(levels.top()) + 1;
    let value = levels.alias(value);
    let keys = levels.keys(within);
    let partition = if keys.is_empty() {
        String::new()
    } else {
        format!("PARTITION BY {} ", keys.join(", "))
    };
    // Only the groups that pass their tests are ranked.
    for tested in std::mem::take(&mut keep.tests) {
        levels.test_rows(level, tested);
    }
    levels.test_rows(level, format!("{value} IS NOT NULL"));
    for at in 0..levels.group_count() {
        if levels.groups[at].column.kind == GroupKind::Nominal {
            levels.test_rows(level, format!("{} IS NOT NULL", levels.key_alias(at)));
        }
    }
    let direction = if descending { "DESC" } else { "ASC" };
    // A plain number of rows needs one order among equals.
    let rest: String = if function == "ROW_NUMBER" {
        (0..levels.group_count())
            .map(|at| format!(", {}", levels.key_alias(at)))
            .collect()
    } else {
        String::new()
    };
    let place = levels.alias(Value::new(
        format!("{function}() OVER ({partition}ORDER BY {value} {direction}{rest})"),
        level,
    ));
    keep.tests.push(test(&place));
    if levels.source.plan.order.is_empty() {
        // The groups within which rows are ranked are shown one after the other.
        for at in 0..levels.group_count() {
            if within.contains(&levels.groups[at].column.group.unwrap_or(usize::MAX)) {
                keep.order.push(Sort {
                    by: SortBy::Key(at),
                    descending: false,
                });
            }
        }
        let by = sort_by(levels, by)?;
        keep.order.push(Sort { by, descending });
    }
    Ok(())
}

fn keep_edge(
    levels: &mut Levels<'_>,
    n: u32,
    by: &Scalar,
    last: bool,
    within: &[usize],
    keep: &mut Keep,
) -> Result<(), Unsupported> {
    // A group is as late as its latest row.
    let measure = if levels.is_aggregated() {
        Measure::Aggregate {
            aggregate: if last {
                Aggregate::Maximum
            } else {
                Aggregate::Minimum
            },
            of: by.clone(),
        }
    } else {
        Measure::Raw { of: by.clone() }
    };
    let value = levels.measure(&measure)?;
    let alias = levels.alias(value);
    let keys = levels.keys(within);
    let partition = if keys.is_empty() {
        String::new()
    } else {
        format!("PARTITION BY {} ", keys.join(", "))
    };
    let direction = if last { "DESC" } else { "ASC" };
    let level = levels.top() + 1;
    levels.test_rows(level, format!("{alias} IS NOT NULL"));
    let place = levels.alias(Value::new(
        format!("ROW_NUMBER() OVER ({partition}ORDER BY {alias} {direction})"),
        level,
    ));
    keep.tests.push(format!("{place} <= {n}"));
    keep.order.push(Sort {
        by: SortBy::Sql(alias),
        descending: last,
    });
    Ok(())
}

/// Keeps as many bars, colours and points as can be read, where the question gives no number.
fn keep_readable(levels: &mut Levels<'_>, keep: &mut Keep) -> Result<(), Unsupported> {
    let plan = levels.source.plan;
    if is_drawn_by_row(plan) {
        sample(levels, keep);
        return Ok(());
    }
    if plan.shape != Shape::Groups || !plan.having.is_empty() || levels.is_long() || is_table(plan)
    {
        return Ok(());
    }
    let named: Vec<bool> = levels
        .groups
        .iter()
        .map(|group| group.column.kind == GroupKind::Nominal)
        .collect();
    let is_named = |at: usize| named.get(at).copied().unwrap_or(false);
    // Cutting makes sense only where the largest come first: by name, all names are wanted.
    let by_size = plan.order.iter().all(|part| {
        part.value.descending && matches!(part.value.by, OrderBy::Measure { index: 0 })
    });
    if levels.group_count() == 1 && is_named(0) && by_size && levels.outputs.len() == 1 {
        let distinct = levels.groups[0].column.distinct;
        let additive = plan
            .measures
            .first()
            .is_some_and(|part| adds_up(&part.value));
        // Values that add up leave a last bar for the rest; of means only the highest are shown.
        if additive && distinct > MOST_BARS {
            keep.rest_after = Some(SHOWN_BARS);
        } else if distinct > MOST_RANKED_BARS {
            keep.shown = Some((SHOWN_RANKED_BARS, true));
            return keep_first_rows(levels, SHOWN_RANKED_BARS, 0, true, keep);
        }
    }
    if levels.group_count() == 2 && levels.is_aggregated() && !levels.outputs.is_empty() {
        for at in [0, 1] {
            let distinct = levels.groups[at].column.distinct;
            let most = if at == 0 { MOST_BARS } else { MOST_SERIES };
            if is_named(at) && distinct > most {
                let n = if at == 0 { SHOWN_BARS } else { SHOWN_SERIES };
                keep_values(levels, at, n, 0, true, keep)?;
                keep.series_kept = Some((n, distinct));
            }
        }
    }
    Ok(())
}

fn is_table(plan: &QueryPlan) -> bool {
    plan.present
        .mark
        .as_ref()
        .is_some_and(|part| part.value == crate::plan::Mark::Table)
}

fn is_drawn_by_row(plan: &QueryPlan) -> bool {
    matches!(
        plan.shape,
        Shape::Relation | Shape::Map | Shape::Distribution
    )
}

/// Draws every n-th row of a long table: a fair sample, where the first rows would be an accident of the file.
fn sample(levels: &mut Levels<'_>, keep: &mut Keep) {
    let rows = levels
        .source
        .table(&levels.source.plan.table)
        .map_or(0, |table| table.row_count);
    if rows <= MOST_POINTS {
        return;
    }
    // The query counts its rows itself, since conditions may leave far fewer than the table has.
    let level = levels.top() + 1;
    let place = levels.alias(Value::new("ROW_NUMBER() OVER ()".to_owned(), level));
    let all = levels.alias(Value::new("COUNT(*) OVER ()".to_owned(), level));
    // The divisor is rounded up, so that at most `MOST_POINTS` rows remain.
    keep.tests.push(format!(
        "({all} <= {MOST_POINTS} OR {place} % (({all} + {}) / {MOST_POINTS}) = 0)",
        MOST_POINTS - 1
    ));
    keep.sampled = Some(rows);
}

/// Tells whether the values of groups may be added up: numbers and sums.
pub fn adds_up(measure: &Measure) -> bool {
    match measure {
        Measure::Count | Measure::CountOf { .. } => true,
        Measure::Aggregate { aggregate, .. } => {
            matches!(aggregate, Aggregate::Sum | Aggregate::CountPresent)
        }
        Measure::Filtered { of, .. } => adds_up(of),
        // Shares within each group add up to 100 % in every group, and to no whole over all.
        Measure::Share { of, whole } => {
            adds_up(of) && matches!(whole, crate::plan::ShareOf::Result)
        }
        _ => false,
    }
}

fn order(levels: &mut Levels<'_>, keep: &mut Keep) -> Result<(), Unsupported> {
    let plan = levels.source.plan;
    if keep.rest_after.is_some() {
        return Ok(());
    }
    let mut asked = Vec::new();
    for part in &plan.order {
        let by = match &part.value.by {
            OrderBy::Measure { index } => sort_by(levels, *index)?,
            OrderBy::Group { index } => {
                let at = levels
                    .groups
                    .iter()
                    .position(|group| group.column.group == Some(*index));
                match at {
                    Some(at) => SortBy::Key(at),
                    None => continue,
                }
            }
            OrderBy::Other { measure } => {
                let value = levels.measure(measure)?;
                // One plain SELECT can sort by the expression itself; a level above sees only aliases.
                if levels.top() == 0
                    && value.level == 0
                    && keep.tests.is_empty()
                    && !levels.is_long()
                {
                    SortBy::Sql(value.sql)
                } else {
                    SortBy::Sql(levels.alias(value))
                }
            }
        };
        asked.push(Sort {
            by,
            descending: part.value.descending,
        });
    }
    if !asked.is_empty() {
        // What is cut off by rank comes in the order that was asked for, if it still is cut by the rank.
        if keep.limit.is_none() {
            keep.order = asked;
        } else {
            // Of equal values the limit always keeps the same ones.
            let by_name = (0..levels.groups.len()).map(|at| Sort {
                by: SortBy::Key(at),
                descending: false,
            });
            for sort in asked.into_iter().chain(by_name) {
                if !keep.order.iter().any(|known| known.by == sort.by) {
                    keep.order.push(sort);
                }
            }
        }
        return Ok(());
    }
    if keep.order.is_empty() {
        keep.order = natural(levels);
    }
    Ok(())
}

/// Time and scales in their own order, names by size.
fn natural(levels: &Levels<'_>) -> Vec<Sort> {
    let key = |at| Sort {
        by: SortBy::Key(at),
        descending: false,
    };
    let Some(first) = levels.groups.first() else {
        return Vec::new();
    };
    let plan = levels.source.plan;
    // A time that is compared from first to last is no group any more.
    let living: Vec<usize> = levels
        .groups
        .iter()
        .enumerate()
        .filter(|(at, group)| group.column.group.is_some() && !(*at == 0 && drops_time(plan)))
        .map(|(at, _)| at)
        .collect();
    let by_name = first.column.kind == GroupKind::Nominal || drops_time(plan);
    if plan.shape != Shape::Groups {
        // Points of single rows need an order only where a line joins them in time.
        return if first.column.is_timeline() {
            vec![key(0)]
        } else {
            Vec::new()
        };
    }
    if by_name && living.len() <= 1 && !levels.outputs.is_empty() && !levels.is_long() {
        let mut order = vec![Sort {
            by: SortBy::Output(0),
            descending: true,
        }];
        // Bars of equal length come in the order of their names.
        order.extend(living.into_iter().map(key));
        return order;
    }
    living.into_iter().map(key).collect()
}

fn drops_time(plan: &QueryPlan) -> bool {
    plan.measures.iter().any(|part| {
        matches!(
            part.value,
            Measure::Change {
                against: crate::plan::Against::FirstToLast,
                ..
            }
        )
    }) && plan
        .groups
        .first()
        .is_some_and(|part| part.value != Group::MeasureNames)
}
