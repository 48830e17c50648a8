//! The plan's chart as a Vega-Lite 6 specification over the result's columns.

use portolan_query::ColumnType;
use serde_json::{Map, Value, json};

use crate::dates::MONTHS;
use crate::plan::{Channel, Dimension, Mark, Order, OrderBy, Plan, TimeUnit};
use crate::sql::{self, Names};
use crate::wording;

const WEEKDAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];

pub fn spec(plan: &Plan) -> Value {
    let names = sql::names(plan);
    let mut encoding = Map::new();
    match plan.mark {
        Mark::Text => {
            let field = names.measures.first().cloned().unwrap_or_default();
            encoding.insert(
                "text".into(),
                json!({"field": field, "type": "quantitative", "format": ",.6~g"}),
            );
            return json!({"$schema": SCHEMA, "data": {"name": "rows"}, "mark": {"type": "text", "fontSize": 48}, "encoding": encoding});
        }
        Mark::Arc => arc(plan, &names, &mut encoding),
        Mark::Point if plan.measures.len() >= 2 => points(plan, &names, &mut encoding),
        _ => axes(plan, &names, &mut encoding),
    }
    for (at, dimension) in plan.dimensions.iter().enumerate() {
        let name = &names.dimensions[at];
        match dimension.channel {
            Channel::X => {}
            Channel::Color => {
                let mut channel = json!({"field": name, "type": kind_of_group(dimension), "title": wording::dimension_title(dimension)});
                cyclic_sort(dimension, &mut channel);
                if plan.side_by_side && plan.mark == Mark::Bar {
                    let offset = if is_horizontal(plan) {
                        "yOffset"
                    } else {
                        "xOffset"
                    };
                    encoding.insert(offset.into(), json!({"field": name}));
                }
                encoding.insert("color".into(), channel);
            }
            Channel::Facet => {
                encoding.insert("facet".into(), json!({"field": name, "type": kind_of_group(dimension), "title": wording::dimension_title(dimension), "columns": 3}));
            }
        }
    }
    tooltip(plan, &names, &mut encoding);
    json!({"$schema": SCHEMA, "data": {"name": "rows"}, "mark": mark(plan), "encoding": encoding})
}

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v6.json";

fn mark(plan: &Plan) -> Value {
    match plan.mark {
        Mark::Line => json!({"type": "line", "point": true}),
        Mark::Area => json!({"type": "area", "line": true}),
        Mark::Point => json!({"type": "point", "filled": true, "opacity": 0.7}),
        Mark::Arc => json!({"type": "arc"}),
        Mark::Heatmap => json!({"type": "rect"}),
        Mark::Boxplot => json!({"type": "boxplot"}),
        Mark::Bar | Mark::Text => json!({"type": "bar"}),
    }
}

/// Long names are read better beside bars than below them.
pub fn is_horizontal(plan: &Plan) -> bool {
    let Some(first) = plan.dimension_on(Channel::X) else {
        return false;
    };
    plan.mark == Mark::Bar
        && !plan.upright
        && !first.is_temporal()
        && first.bin.is_none()
        && first.column_type == ColumnType::String
        && (first.longest > 14 || first.distinct > 14)
}

fn axes(plan: &Plan, names: &Names, encoding: &mut Map<String, Value>) {
    let Some(at) = plan.dimensions.iter().position(|d| d.channel == Channel::X) else {
        if let Some(measure) = names.measures.first() {
            encoding.insert("x".into(), json!({"field": measure, "type": "quantitative", "title": wording::measure_title(&plan.measures[0])}));
        }
        return;
    };
    let dimension = &plan.dimensions[at];
    let name = &names.dimensions[at];
    let (along, up) = if is_horizontal(plan) {
        ("y", "x")
    } else {
        ("x", "y")
    };
    let mut x = json!({"field": name, "type": axis_type(dimension, plan), "title": wording::dimension_title(dimension)});
    if let (Some(bin), Some(end)) = (dimension.bin, &names.ends[at]) {
        x["bin"] = json!({"binned": true, "step": bin});
        x["type"] = "quantitative".into();
        encoding.insert(format!("{along}2"), json!({"field": end}));
    } else {
        time_axis(dimension, plan, &mut x);
        sort(plan, names, up, &mut x);
    }
    encoding.insert(along.into(), x);
    let Some(measure) = names.measures.first() else {
        return;
    };
    let mut y = json!({"field": measure, "type": "quantitative", "title": wording::measure_title(&plan.measures[0])});
    match plan.mark {
        Mark::Bar if plan.side_by_side => y["stack"] = Value::Null,
        Mark::Line | Mark::Point => y["scale"] = json!({"zero": false}),
        Mark::Heatmap => {
            // Both axes are categories there; the measure is the shade.
            heatmap(plan, names, encoding, y);
            return;
        }
        _ => {}
    }
    encoding.insert(up.into(), y);
}

fn heatmap(plan: &Plan, names: &Names, encoding: &mut Map<String, Value>, shade: Value) {
    if let Some(at) = plan.dimensions.iter().position(|d| d.channel != Channel::X) {
        encoding.insert("y".into(), json!({"field": names.dimensions[at], "type": kind_of_group(&plan.dimensions[at]), "title": wording::dimension_title(&plan.dimensions[at])}));
    }
    encoding.insert("color".into(), shade);
}

fn points(plan: &Plan, names: &Names, encoding: &mut Map<String, Value>) {
    for (channel, at) in [("x", 0), ("y", 1)] {
        encoding.insert(channel.into(), json!({"field": names.measures[at], "type": "quantitative", "title": wording::measure_title(&plan.measures[at]), "scale": {"zero": false}}));
    }
}

fn arc(plan: &Plan, names: &Names, encoding: &mut Map<String, Value>) {
    if let (Some(measure), Some(title)) = (
        names.measures.first(),
        plan.measures.first().map(wording::measure_title),
    ) {
        encoding.insert(
            "theta".into(),
            json!({"field": measure, "type": "quantitative", "title": title, "stack": true}),
        );
        let order = match &plan.order {
            Some(Order {
                by: OrderBy::Measure,
                descending: false,
            }) => "ascending",
            _ => "descending",
        };
        encoding.insert(
            "order".into(),
            json!({"field": measure, "type": "quantitative", "sort": order}),
        );
    }
    if let (Some(dimension), Some(name)) = (plan.dimensions.first(), names.dimensions.first()) {
        let mut color = json!({"field": name, "type": kind_of_group(dimension), "title": wording::dimension_title(dimension)});
        cyclic_sort(dimension, &mut color);
        sort(plan, names, "theta", &mut color);
        encoding.insert("color".into(), color);
    }
}

/// Along an axis: bars stand on names, lines run over time or numbers.
fn axis_type(dimension: &Dimension, plan: &Plan) -> &'static str {
    let line = matches!(plan.mark, Mark::Line | Mark::Area);
    let numeric = matches!(
        dimension.column_type,
        ColumnType::Integer | ColumnType::Number
    );
    match dimension.unit {
        Some(TimeUnit::Year) if !line => "ordinal",
        Some(unit) if unit.is_cyclic() => "ordinal",
        Some(_) => "temporal",
        None if line && numeric => "quantitative",
        None if plan.mark == Mark::Point && numeric => "quantitative",
        None if matches!(
            dimension.column_type,
            ColumnType::Date | ColumnType::Datetime
        ) && (line || plan.mark == Mark::Point) =>
        {
            "temporal"
        }
        None if numeric || dimension.is_temporal() => "ordinal",
        None => "nominal",
    }
}

fn kind_of_group(dimension: &Dimension) -> &'static str {
    let numeric = matches!(
        dimension.column_type,
        ColumnType::Integer | ColumnType::Number
    );
    if numeric || dimension.is_temporal() {
        "ordinal"
    } else {
        "nominal"
    }
}

fn time_axis(dimension: &Dimension, plan: &Plan, x: &mut Value) {
    let format = match dimension.unit {
        Some(TimeUnit::Year) => "%Y",
        Some(TimeUnit::Quarter) => "Q%q %Y",
        Some(TimeUnit::YearMonth) => "%b %Y",
        Some(TimeUnit::Week | TimeUnit::Day) => "%-d %b %Y",
        _ => "",
    };
    if x["type"] == "temporal" && !format.is_empty() {
        x["axis"] = json!({"format": format});
    }
    if dimension.years && x["type"] == "quantitative" {
        x["axis"] = json!({"format": "d", "tickMinStep": 1});
    }
    if x["type"] == "quantitative" {
        x["scale"] = json!({"zero": false, "nice": false});
    }
    if plan.mark == Mark::Bar && x["type"] == "temporal" {
        x["type"] = "ordinal".into();
        if format.is_empty() {
            return;
        }
        x["axis"] = json!({"format": format, "formatType": "time"});
    }
    cyclic_sort(dimension, x);
}

fn cyclic_sort(dimension: &Dimension, channel: &mut Value) {
    match dimension.unit {
        Some(TimeUnit::Weekday) => channel["sort"] = json!(WEEKDAYS),
        Some(TimeUnit::Month) => channel["sort"] = json!(MONTHS),
        None if !dimension.sequence.is_empty() => channel["sort"] = json!(dimension.sequence),
        _ => {}
    }
}

fn sort(plan: &Plan, names: &Names, up: &str, x: &mut Value) {
    if x["type"] == "quantitative" {
        return;
    }
    let cyclic = plan
        .dimensions
        .first()
        .and_then(|d| d.unit)
        .filter(|unit| matches!(unit, TimeUnit::Weekday | TimeUnit::Month));
    let sequence: &[String] = plan.dimensions.first().map_or(&[], |d| &d.sequence);
    let has_sequence = !sequence.is_empty();
    let by_measure = |descending: bool| {
        let order = if descending {
            "descending"
        } else {
            "ascending"
        };
        if plan.dimensions.len() > 1 || up == "theta" {
            json!({"field": names.measures[0], "op": "sum", "order": order})
        } else {
            let sign = if descending { "-" } else { "" };
            json!(format!("{sign}{up}"))
        }
    };
    match &plan.order {
        Some(Order {
            by: OrderBy::Measure,
            descending,
        }) if !names.measures.is_empty() => x["sort"] = by_measure(*descending),
        Some(Order {
            by: OrderBy::Dimension,
            descending,
        }) => {
            x["sort"] = match (cyclic, descending) {
                (Some(TimeUnit::Weekday), true) => json!(WEEKDAYS.iter().rev().collect::<Vec<_>>()),
                (Some(TimeUnit::Month), true) => json!(MONTHS.iter().rev().collect::<Vec<_>>()),
                (Some(_), false) => return,
                (None, false) if has_sequence => return,
                (None, true) if has_sequence => json!(sequence.iter().rev().collect::<Vec<_>>()),
                (_, true) => json!("descending"),
                (_, false) => json!("ascending"),
            };
        }
        Some(Order {
            by: OrderBy::Column(_),
            ..
        }) => x["sort"] = Value::Null,
        _ => {
            if plan.has_named_bars() && x["type"] == "nominal" {
                x["sort"] = by_measure(true);
            }
        }
    }
}

fn tooltip(plan: &Plan, names: &Names, encoding: &mut Map<String, Value>) {
    let mut shown = Vec::new();
    for (dimension, name) in plan.dimensions.iter().zip(&names.dimensions) {
        let mut item = json!({"field": name, "title": wording::dimension_title(dimension)});
        item["type"] = match axis_type(dimension, plan) {
            "temporal" => "temporal".into(),
            _ if dimension.bin.is_some() => "quantitative".into(),
            _ => "nominal".into(),
        };
        if item["type"] == "temporal" {
            item["format"] = match dimension.unit {
                Some(TimeUnit::Year) => "%Y".into(),
                Some(TimeUnit::Quarter) => "Q%q %Y".into(),
                Some(TimeUnit::YearMonth) => "%B %Y".into(),
                _ => "%-d %B %Y".into(),
            };
        }
        shown.push(item);
    }
    for (measure, name) in plan.measures.iter().zip(&names.measures) {
        shown.push(json!({"field": name, "type": "quantitative", "title": wording::measure_title(measure), "format": ",.6~g"}));
    }
    encoding.insert("tooltip".into(), Value::Array(shown));
}
