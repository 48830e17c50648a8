//! The plan's one SELECT, as DataFusion and PostgreSQL read it.

use portolan_query::ColumnType;
use serde_json::Value;

use crate::plan::{
    Aggregate, ColumnRef, Dimension, Filter, GroupTest, Mark, Measure, Order, OrderBy, Plan, Test,
    TimeUnit, Top,
};
use crate::rest;

/// The names of the result's columns, in the order of the SELECT.
pub struct Names {
    pub dimensions: Vec<String>,
    /// The upper ends of binned dimensions.
    pub ends: Vec<Option<String>>,
    pub measures: Vec<String>,
}

pub fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn text(value: &str) -> String {
    format!("'{}'", value.replace('\'', "''"))
}

/// A name that Vega-Lite reads as one field.
fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if matches!(c, '.' | '[' | ']' | '"' | '\'' | '\\') || c.is_control() {
                ' '
            } else {
                c
            }
        })
        .collect();
    let plain = plain.trim();
    if plain.is_empty() {
        "value".to_owned()
    } else {
        plain.to_owned()
    }
}

pub fn names(plan: &Plan) -> Names {
    let mut taken: Vec<String> = Vec::new();
    let mut fresh = |wanted: String| {
        let mut name = wanted.clone();
        let mut number = 2;
        while taken.iter().any(|known| known.eq_ignore_ascii_case(&name)) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        taken.push(name.clone());
        name
    };
    let dimensions: Vec<String> = plan
        .dimensions
        .iter()
        .map(|d| fresh(plain(&d.column.column)))
        .collect();
    let ends = plan
        .dimensions
        .iter()
        .map(|d| {
            d.bin
                .map(|_| fresh(format!("{}_to", plain(&d.column.column))))
        })
        .collect();
    let measures = plan
        .measures
        .iter()
        .map(|m| fresh(measure_name(m)))
        .collect();
    Names {
        dimensions,
        ends,
        measures,
    }
}

fn measure_name(measure: &Measure) -> String {
    let column = measure.column.as_ref().map(|column| plain(&column.column));
    match (measure.aggregate, column) {
        (None, Some(column)) => column,
        (Some(Aggregate::Sum), Some(column)) => format!("total_{column}"),
        (Some(Aggregate::Mean), Some(column)) => format!("average_{column}"),
        (Some(Aggregate::Median), Some(column)) => format!("median_{column}"),
        (Some(Aggregate::Minimum), Some(column)) => format!("lowest_{column}"),
        (Some(Aggregate::Maximum), Some(column)) => format!("highest_{column}"),
        (Some(Aggregate::Distinct), Some(column)) => format!("different_{column}"),
        (Some(Aggregate::Count), Some(_)) | (_, None) => "count".to_owned(),
    }
}

pub fn select(plan: &Plan) -> String {
    let names = names(plan);
    let found = grouped(plan, &names);
    if let Some(top) = &plan.top
        && let Some(ranked) = first_of_each(plan, &names, top, &found)
    {
        return ranked;
    }
    if let Some(shown) = plan.rest_after
        && let Some(folded) = rest::folded(&names, shown, &found)
    {
        return folded;
    }
    let mut sql = found;
    if let Some(order) = order_sql(plan, &names) {
        sql.push_str(&format!("\nORDER BY {order}"));
    }
    if let Some(limit) = plan.limit {
        sql.push_str(&format!("\nLIMIT {limit}"));
    }
    sql
}

/// The first rows of each group: numbered within it, then those with the low numbers.
fn first_of_each(plan: &Plan, names: &Names, top: &Top, found: &str) -> Option<String> {
    let at = plan.dimensions.iter().position(|d| d.column == top.of)?;
    let group = quote(&names.dimensions[at]);
    let measure = quote(names.measures.first()?);
    let ends = names.ends.iter().flatten();
    let columns: Vec<String> = names
        .dimensions
        .iter()
        .chain(ends)
        .chain(&names.measures)
        .map(|name| quote(name))
        .collect();
    let columns = columns.join(", ");
    let direction = if top.descending { "DESC" } else { "ASC" };
    Some(format!(
        "SELECT {columns}\nFROM (\nSELECT {columns}, ROW_NUMBER() OVER (PARTITION BY {group} ORDER BY {measure} {direction}) AS \"place\"\nFROM (\n{found}\n) AS \"found\"\nWHERE {measure} IS NOT NULL\n) AS \"ranked\"\nWHERE \"place\" <= {}\nORDER BY {group}, {measure} {direction}",
        top.count
    ))
}

/// The SELECT without its order and limit.
fn grouped(plan: &Plan, names: &Names) -> String {
    let joined = !plan.joins.is_empty();
    let mut items = Vec::new();
    let mut groups = Vec::new();
    for ((dimension, name), end) in plan
        .dimensions
        .iter()
        .zip(&names.dimensions)
        .zip(&names.ends)
    {
        let expression = dimension_sql(dimension, plan.mark, joined);
        items.push(format!("{expression} AS {}", quote(name)));
        if let (Some(end), Some(bin)) = (end, dimension.bin) {
            items.push(format!("{expression} + {} AS {}", number(bin), quote(end)));
        }
        groups.push(expression);
    }
    for (measure, name) in plan.measures.iter().zip(&names.measures) {
        items.push(format!(
            "{} AS {}",
            measure_sql(measure, joined),
            quote(name)
        ));
    }
    let mut sql = format!("SELECT {}\nFROM {}", items.join(", "), quote(&plan.table));
    for join in &plan.joins {
        sql.push_str(&format!(
            "\nJOIN {} ON {} = {}",
            quote(&join.right.table),
            column_sql(&join.left, true),
            column_sql(&join.right, true)
        ));
    }
    if let Some(conditions) = where_sql(plan, joined) {
        sql.push_str(&format!("\nWHERE {conditions}"));
    }
    if plan.is_aggregated() && !groups.is_empty() {
        sql.push_str(&format!("\nGROUP BY {}", groups.join(", ")));
    }
    let tests: Vec<String> = plan.having.iter().map(|t| group_sql(t, joined)).collect();
    if !tests.is_empty() {
        sql.push_str(&format!("\nHAVING {}", tests.join(" AND ")));
    }
    sql
}

fn group_sql(test: &GroupTest, joined: bool) -> String {
    format!(
        "{} {} {}",
        measure_sql(&test.measure, joined),
        test.comparison.sql(),
        literal(&test.value)
    )
}

fn where_sql(plan: &Plan, joined: bool) -> Option<String> {
    let mut sql = String::new();
    for filter in &plan.filters {
        if !sql.is_empty() {
            sql.push_str(if filter.or { " OR " } else { " AND " });
        }
        sql.push_str(&filter_sql(filter, joined));
    }
    if let Some(known) = binned(plan, joined) {
        let several = plan.filters.iter().any(|filter| filter.or);
        sql = match (sql.is_empty(), several) {
            (true, _) => known,
            (false, true) => format!("({sql}) AND {known}"),
            (false, false) => format!("{sql} AND {known}"),
        };
    }
    (!sql.is_empty()).then_some(sql)
}

fn binned(plan: &Plan, joined: bool) -> Option<String> {
    let dimension = plan.dimensions.iter().find(|d| d.bin.is_some() && d.gaps)?;
    Some(format!(
        "{} IS NOT NULL",
        column_sql(&dimension.column, joined)
    ))
}

pub fn column_sql(column: &ColumnRef, joined: bool) -> String {
    if joined {
        format!("{}.{}", quote(&column.table), quote(&column.column))
    } else {
        quote(&column.column)
    }
}

fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("{value:.0}")
    } else {
        format!("{value}")
    }
}

pub fn dimension_sql(dimension: &Dimension, mark: Mark, joined: bool) -> String {
    let column = column_sql(&dimension.column, joined);
    if let Some(bin) = dimension.bin {
        let divisor = if bin.fract() == 0.0 {
            format!("{bin:.1}")
        } else {
            number(bin)
        };
        return format!("FLOOR({column} / {divisor}) * {}", number(bin));
    }
    let Some(unit) = dimension.unit else {
        return column;
    };
    let moment = moment(&column, dimension.years, dimension.text_dates);
    let line = matches!(mark, Mark::Line | Mark::Area);
    match unit {
        TimeUnit::Year if line => format!("date_trunc('year', {moment})"),
        TimeUnit::Year => format!("date_part('year', {moment})"),
        TimeUnit::Quarter => format!("date_trunc('quarter', {moment})"),
        TimeUnit::YearMonth => format!("date_trunc('month', {moment})"),
        TimeUnit::Week => format!("date_trunc('week', {moment})"),
        TimeUnit::Day => format!("date_trunc('day', {moment})"),
        TimeUnit::Month => format!("to_char({moment}, '%B')"),
        TimeUnit::Weekday => format!("to_char({moment}, '%A')"),
        TimeUnit::Hour => format!("date_part('hour', {moment})"),
    }
}

fn moment(column: &str, years: bool, text_dates: bool) -> String {
    if years {
        format!("make_date(CAST({column} AS INT), 1, 1)")
    } else if text_dates {
        format!("CAST({column} AS TIMESTAMP)")
    } else {
        column.to_owned()
    }
}

pub fn measure_sql(measure: &Measure, joined: bool) -> String {
    let Some(column) = measure
        .column
        .as_ref()
        .map(|column| column_sql(column, joined))
    else {
        return "COUNT(*)".to_owned();
    };
    match measure.aggregate {
        None => column,
        Some(Aggregate::Count) => format!("COUNT({column})"),
        Some(Aggregate::Distinct) => format!("COUNT(DISTINCT {column})"),
        Some(Aggregate::Sum) => format!("SUM({column})"),
        Some(Aggregate::Mean) => format!("AVG({column})"),
        Some(Aggregate::Median) => format!("MEDIAN({column})"),
        Some(Aggregate::Minimum) => format!("MIN({column})"),
        Some(Aggregate::Maximum) => format!("MAX({column})"),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::String(inner) => text(inner),
        Value::Bool(inner) => inner.to_string().to_uppercase(),
        Value::Number(inner) => inner.to_string(),
        _ => "NULL".to_owned(),
    }
}

/// A date is compared as a date, whatever its literal looks like.
fn compares_days(filter: &Filter) -> bool {
    let dates =
        filter.text_dates || matches!(filter.column_type, ColumnType::Date | ColumnType::Datetime);
    dates
        && match &filter.test {
            Test::Compare(_, value) | Test::Between(value, _) => value.is_string(),
            _ => false,
        }
}

fn filter_sql(filter: &Filter, joined: bool) -> String {
    let plain = column_sql(&filter.column, joined);
    let column = match filter.unit {
        _ if compares_days(filter) => format!("CAST({plain} AS DATE)"),
        Some(unit @ (TimeUnit::Year | TimeUnit::Month | TimeUnit::Quarter)) => format!(
            "date_part('{}', {})",
            unit.word(),
            moment(&plain, false, filter.text_dates)
        ),
        _ => plain.clone(),
    };
    let value = |value: &Value| match (filter.column_type, value) {
        (_, Value::String(day)) if compares_days(filter) => format!("DATE {}", text(day)),
        _ => literal(value),
    };
    let list = |values: &[Value]| values.iter().map(&value).collect::<Vec<_>>().join(", ");
    match &filter.test {
        Test::Compare(comparison, against) => {
            format!("{column} {} {}", comparison.sql(), value(against))
        }
        Test::CompareAverage(comparison) => format!(
            "{column} {} (SELECT AVG({}) FROM {})",
            comparison.sql(),
            quote(&filter.column.column),
            quote(&filter.column.table)
        ),
        Test::Between(low, high) => format!("{column} BETWEEN {} AND {}", value(low), value(high)),
        Test::OneOf(values) if values.len() == 1 => format!("{column} = {}", value(&values[0])),
        Test::OneOf(values) => format!("{column} IN ({})", list(values)),
        Test::NoneOf(values) if values.len() == 1 => format!("{column} != {}", value(&values[0])),
        Test::NoneOf(values) => format!("{column} NOT IN ({})", list(values)),
        Test::Like {
            parts,
            negated,
            start,
        } => {
            let not = if *negated { "NOT " } else { "" };
            let open = if *start { "" } else { "%" };
            let tests: Vec<String> = parts
                .iter()
                .map(|part| {
                    let part = part.to_lowercase().replace(['%', '_'], "");
                    format!(
                        "LOWER({column}) {not}LIKE {}",
                        text(&format!("{open}{part}%"))
                    )
                })
                .collect();
            let joined = tests.join(if *negated { " AND " } else { " OR " });
            if tests.len() > 1 && !negated {
                format!("({joined})")
            } else {
                joined
            }
        }
        Test::AllOf { key, outer, values } => values
            .iter()
            .map(|wanted| {
                format!(
                    "{} IN (SELECT {} FROM {} WHERE {} = {})",
                    column_sql(outer, joined),
                    quote(&key.column),
                    quote(&key.table),
                    quote(&filter.column.column),
                    value(wanted)
                )
            })
            .collect::<Vec<_>>()
            .join(" AND "),
        Test::HasRows { of, negated } => format!(
            "{column} {}IN (SELECT {} FROM {} WHERE {} IS NOT NULL)",
            if *negated { "NOT " } else { "" },
            quote(&of.column),
            quote(&of.table),
            quote(&of.column)
        ),
        Test::Known => format!("{column} IS NOT NULL"),
        Test::Missing => format!("{column} IS NULL"),
    }
}

/// Columns are named with their table: a result column of the same name would hide them.
fn order_sql(plan: &Plan, names: &Names) -> Option<String> {
    let direction = |descending: bool| if descending { "DESC" } else { "ASC" };
    match &plan.order {
        Some(Order {
            by: OrderBy::Measure,
            descending,
        }) => names.measures.first().map(|name| {
            // What has no value is not among the largest.
            let counts = plan.measures[0].column.is_none();
            let last = if plan.limit.is_some() && *descending && !counts {
                " NULLS LAST"
            } else {
                ""
            };
            format!("{} {}{last}", quote(name), direction(*descending))
        }),
        Some(Order {
            by: OrderBy::Dimension,
            descending,
        }) => names.dimensions.first().map(|name| {
            let cyclic = plan.dimensions[0].unit.is_some_and(TimeUnit::is_cyclic);
            let by = if cyclic {
                cyclic_key(plan).unwrap_or_else(|| quote(name))
            } else {
                quote(name)
            };
            format!("{by} {}", direction(*descending))
        }),
        Some(Order {
            by: OrderBy::Column(column),
            descending,
        }) => {
            let plain = column_sql(column, true);
            let by = match (plan.is_aggregated(), descending) {
                (false, _) => plain,
                (true, true) => format!("MAX({plain})"),
                (true, false) => format!("MIN({plain})"),
            };
            Some(format!("{by} {}", direction(*descending)))
        }
        None => {
            let first = plan.dimensions.first()?;
            let name = names.dimensions.first()?;
            if first.unit.is_some_and(TimeUnit::is_cyclic) {
                return cyclic_key(plan);
            }
            (plan.is_aggregated() || first.is_temporal())
                .then(|| {
                    names
                        .dimensions
                        .iter()
                        .map(|name| quote(name))
                        .collect::<Vec<_>>()
                        .join(", ")
                })
                .or_else(|| first.is_temporal().then(|| quote(name)))
        }
    }
}

/// Sorts weekdays and months as the calendar does.
fn cyclic_key(plan: &Plan) -> Option<String> {
    let dimension = plan.dimensions.first()?;
    let moment = moment(
        &column_sql(&dimension.column, true),
        dimension.years,
        dimension.text_dates,
    );
    let part = match dimension.unit? {
        TimeUnit::Month => "month",
        TimeUnit::Weekday => "dow",
        _ => "hour",
    };
    let key = format!("date_part('{part}', {moment})");
    Some(if plan.is_aggregated() {
        format!("MIN({key})")
    } else {
        key
    })
}
