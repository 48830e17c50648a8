//! The chart that answers a question, in one line: `bar x=genre y=mean(score) sort=-y where=year>2000`.
//!
//! `|` stands between words that are as good as each other; a blank in a name or a value is `_`.

use portolan_questions::plan::{
    Aggregate, Channel, Comparison, Dimension, Filter, Mark, Measure, OrderBy, Plan, Test, TimeUnit,
};
use serde_json::Value;

/// Whether the plan is the chart that the line tells of.
pub fn matches(plan: &Plan, gold: &str, rows: u64) -> bool {
    let mut words = gold.split(' ');
    let marks = words.next().unwrap_or("any");
    let mut told = Told::default();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "x" => told.x = Some(value),
            "y" => told.y = Some(value),
            "color" => told.color = Some(value),
            "sort" => told.sort = Some(value),
            "limit" => told.limit = value.parse().ok(),
            "where" => told.conditions = value.split('&').map(str::to_owned).collect(),
            "having" => told.having = Some(value),
            "top" => told.top = Some(value),
            "join" => told.join = Some(value),
            other => panic!("{other} is no part of a chart: {gold}"),
        }
    }
    let open = marks == "any";
    (open || marks.split('|').any(|mark| mark == word_of(plan.mark)))
        && told.drawn(plan, rows, open)
        && told.restricted(plan)
        && told.sorted(plan)
        && told.join.is_none_or(|table| reads(plan, table))
}

#[derive(Default)]
struct Told<'a> {
    x: Option<&'a str>,
    y: Option<&'a str>,
    color: Option<&'a str>,
    sort: Option<&'a str>,
    limit: Option<u64>,
    conditions: Vec<String>,
    having: Option<&'a str>,
    top: Option<&'a str>,
    join: Option<&'a str>,
}

impl Told<'_> {
    fn drawn(&self, plan: &Plan, rows: u64, open: bool) -> bool {
        if plan.mark == Mark::Point && plan.measures.len() == 2 {
            let [first, second] = [&plan.measures[0], &plan.measures[1]];
            let (Some(x), Some(y)) = (self.x, self.y) else {
                return open;
            };
            let straight = measures(first, x, false) && measures(second, y, false);
            let crossed = measures(first, y, false) && measures(second, x, false);
            let colored = match (self.color, plan.dimensions.as_slice()) {
                (None, []) => true,
                (Some(color), [only]) => divides(only, color),
                _ => false,
            };
            return (straight || crossed) && colored;
        }
        if let (Mark::Point, [dimension], [measure], Some(x), Some(y), None) = (
            plan.mark,
            plan.dimensions.as_slice(),
            plan.measures.as_slice(),
            self.x,
            self.y,
            self.color,
        ) {
            return (divides(dimension, x) && measures(measure, y, false))
                || (divides(dimension, y) && measures(measure, x, false));
        }
        let (along, others): (Vec<&Dimension>, Vec<&Dimension>) = plan
            .dimensions
            .iter()
            .partition(|d| d.channel == Channel::X);
        let x = match (self.x, along.as_slice()) {
            (Some(x), [only]) => divides(only, x),
            (None, rest) => open || rest.is_empty() || plan.mark != Mark::Text,
            _ => false,
        };
        let color = match (self.color, others.as_slice()) {
            (Some(color), [only]) => divides(only, color),
            (None, []) => true,
            (None, _) => open,
            _ => false,
        };
        let single = plan.dimensions.len() == 1
            && plan.dimensions[0].distinct >= rows
            && plan.dimensions[0].bin.is_none();
        let y = match (self.y, plan.measures.first()) {
            (Some(y), Some(measure)) => measures(measure, y, single),
            (None, _) => true,
            _ => false,
        };
        x && color && y
    }

    fn restricted(&self, plan: &Plan) -> bool {
        let mut wanted: Vec<String> = self.conditions.iter().map(|c| canonical(c)).collect();
        let mut found: Vec<String> = plan.filters.iter().map(condition).collect();
        wanted.sort();
        found.sort();
        let groups: Vec<String> = plan
            .having
            .iter()
            .map(|test| {
                format!(
                    "{}{}{}",
                    measure_word(&test.measure),
                    test.comparison.sql(),
                    test.value
                )
            })
            .collect();
        let having: Vec<String> = self.having.iter().map(|h| h.to_lowercase()).collect();
        let top = plan
            .top
            .as_ref()
            .map(|top| format!("{}/{}", top.count, name(&top.of.column)));
        wanted == found
            && having == groups
            && top == self.top.map(str::to_lowercase)
            && self.limit == plan.limit
    }

    fn sorted(&self, plan: &Plan) -> bool {
        let Some(sort) = self.sort else { return true };
        let Some(order) = &plan.order else {
            let natural = plan
                .dimensions
                .first()
                .is_some_and(|d| d.is_temporal() || d.bin.is_some());
            return sort == "x" && natural;
        };
        let axis = match order.by {
            OrderBy::Measure => "y",
            OrderBy::Dimension => "x",
            OrderBy::Column(_) => return false,
        };
        sort.trim_start_matches('-') == axis && sort.starts_with('-') == order.descending
    }
}

fn reads(plan: &Plan, table: &str) -> bool {
    plan.table == table || plan.joins.iter().any(|join| join.right.table == table)
}

fn word_of(mark: Mark) -> &'static str {
    match mark {
        Mark::Bar => "bar",
        Mark::Line | Mark::Area => "line",
        Mark::Point => "point",
        Mark::Arc => "arc",
        Mark::Heatmap => "heatmap",
        Mark::Boxplot => "boxplot",
        Mark::Text => "text",
    }
}

fn name(column: &str) -> String {
    column.to_lowercase().replace(' ', "_")
}

fn canonical(text: &str) -> String {
    let text = text.to_lowercase();
    let Some((column, values)) = text.split_once('=') else {
        return text;
    };
    let mut values: Vec<&str> = values.split(',').collect();
    values.sort_unstable();
    format!("{column}={}", values.join(","))
}

/// `function(column)`, or the column alone; alternatives on either side.
fn parts(told: &str) -> (Vec<String>, Vec<String>) {
    let split = |text: &str| text.to_lowercase().split('|').map(str::to_owned).collect();
    match told.split_once('(') {
        Some((function, column)) => (split(function), split(column.trim_end_matches(')'))),
        None => (Vec::new(), split(told)),
    }
}

fn divides(dimension: &Dimension, told: &str) -> bool {
    let (units, columns) = parts(told);
    let unit = match dimension.unit {
        None if dimension.bin.is_some() => "bin",
        None if dimension.years => "year",
        None => "date",
        Some(TimeUnit::Year) => "year",
        Some(TimeUnit::Quarter) => "quarter",
        Some(TimeUnit::Month) => "month",
        Some(TimeUnit::YearMonth) => "yearmonth",
        Some(TimeUnit::Week) => "week",
        Some(TimeUnit::Weekday) => "weekday",
        Some(TimeUnit::Day) => "day",
        Some(TimeUnit::Hour) => "hour",
    };
    let plain = dimension.bin.is_none() && (dimension.unit.is_none() || dimension.years);
    columns.contains(&name(&dimension.column.column))
        && (units.iter().any(|wanted| wanted == unit) || (units.is_empty() && plain))
}

fn measure_word(measure: &Measure) -> String {
    let column = measure
        .column
        .as_ref()
        .map_or_else(String::new, |column| name(&column.column));
    match measure.aggregate {
        None => column,
        Some(Aggregate::Count) => "count".to_owned(),
        Some(Aggregate::Distinct) => format!("distinct({column})"),
        Some(Aggregate::Sum) => format!("sum({column})"),
        Some(Aggregate::Mean) => format!("mean({column})"),
        Some(Aggregate::Median) => format!("median({column})"),
        Some(Aggregate::Minimum) => format!("min({column})"),
        Some(Aggregate::Maximum) => format!("max({column})"),
    }
}

/// `single`: each group is one row, so that its sum, its mean and the value itself are the same.
fn measures(measure: &Measure, told: &str, single: bool) -> bool {
    if told == "count" {
        return measure.aggregate == Some(Aggregate::Count);
    }
    let (functions, columns) = parts(told);
    let word = measure_word(measure);
    let (aggregate, column) = word
        .split_once('(')
        .map_or(("raw", word.as_str()), |(a, c)| {
            (a, c.trim_end_matches(')'))
        });
    columns.iter().any(|wanted| wanted == column)
        && (functions.iter().any(|wanted| wanted == aggregate)
            || (functions.is_empty() && aggregate == "raw")
            || (single && aggregate != "distinct" && aggregate != "count"))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => name(text),
        Value::Number(number) => number
            .as_f64()
            .filter(|n| n.fract() == 0.0)
            .map_or_else(|| number.to_string(), |n| format!("{n:.0}")),
        other => other.to_string(),
    }
}

/// A condition as the one-line charts write it.
fn condition(filter: &Filter) -> String {
    let column = name(&filter.column.column);
    let list = |values: &[Value]| {
        let mut values: Vec<String> = values.iter().map(text).collect();
        values.sort();
        values.join(",")
    };
    match (&filter.test, filter.unit) {
        (Test::OneOf(values), Some(TimeUnit::Quarter)) => format!("{column}=q{}", list(values)),
        (Test::OneOf(values), Some(TimeUnit::Month)) => {
            let months = match list(values).as_str() {
                "6,7,8" => "summer".to_owned(),
                "1,12,2" => "winter".to_owned(),
                "3,4,5" => "spring".to_owned(),
                "10,11,9" => "autumn".to_owned(),
                other => other.to_owned(),
            };
            format!("{column}={months}")
        }
        (Test::Compare(Comparison::Equal, value), _) => format!("{column}={}", text(value)),
        (Test::Compare(comparison, value), _) => {
            format!("{column}{}{}", comparison.sql(), text(value))
        }
        (Test::CompareAverage(comparison), _) => format!("{column}{}avg", comparison.sql()),
        (Test::Between(low, high), _) => format!("{column}:{}..{}", text(low), text(high)),
        (Test::OneOf(values), _) => format!("{column}={}", list(values)),
        (Test::NoneOf(values), _) => format!("{column}!={}", list(values)),
        (Test::Like { parts, negated, .. }, _) => {
            format!(
                "{column}{}~{}",
                if *negated { "!" } else { "" },
                parts.join(",").to_lowercase()
            )
        }
        (Test::AllOf { values, .. }, _) => format!("{column}=all:{}", list(values)),
        (Test::HasRows { of, negated }, _) => {
            format!("{}{}", if *negated { "!" } else { "" }, of.table)
        }
        (Test::Known, _) => format!("{column}!?"),
        (Test::Missing, _) => format!("{column}?"),
    }
}
