//! The conditions that a plot must meet before it is drawn.

use portolan_blocks::{ChartKind, DataColumn};
use portolan_charts::{ChartRequest, check_chart};
use proptest::prelude::*;
use serde_json::{Value, json};

fn sample_columns() -> Vec<DataColumn> {
    [
        ("origin", "string"),
        ("Horsepower", "number"),
        ("count", "integer"),
        ("built", "date"),
        ("price.usd", "number"),
    ]
    .map(|(name, column_type)| DataColumn {
        name: name.into(),
        column_type: column_type.into(),
    })
    .into()
}

fn plot_request(spec: Value) -> ChartRequest {
    ChartRequest {
        kind: ChartKind::Plot,
        title: "Most cars come from the USA".into(),
        description: "A bar chart.".into(),
        spec,
        encoding_notes: vec![],
        choices: vec![],
    }
}

fn expect_accepted(spec: Value) -> Value {
    match check_chart(&plot_request(spec), &sample_columns()) {
        Ok(chart) => chart.spec,
        Err(errors) => panic!("refused: {errors}"),
    }
}

fn expect_refused(spec: Value) -> String {
    match check_chart(&plot_request(spec.clone()), &sample_columns()) {
        Ok(_) => panic!("accepted: {spec}"),
        Err(errors) => errors.to_string(),
    }
}

fn bar_spec() -> Value {
    json!({
        "mark": "bar",
        "encoding": {
            "y": {"field": "origin", "type": "nominal", "sort": "-x"},
            "x": {"field": "count", "type": "quantitative"},
        },
    })
}

#[test]
fn bar_chart_is_normalized_to_stored_form() {
    let spec = expect_accepted(bar_spec());
    assert_eq!(
        spec["$schema"],
        "https://vega.github.io/schema/vega-lite/v6.json"
    );
    assert_eq!(spec["data"], json!({"name": "rows"}));
    assert_eq!(spec["autosize"]["type"], "fit");
    assert_eq!(spec["mark"], "bar");
    let again = expect_accepted(spec.clone());
    assert_eq!(again, spec, "normalising twice changes nothing");
}

#[test]
fn valid_plots_are_accepted() {
    let x = json!({"field": "built", "type": "temporal"});
    let y = json!({"field": "Horsepower", "type": "quantitative"});
    let encoding = json!({"x": x, "y": y});
    for spec in [
        json!({"mark": {"type": "line", "point": true}, "encoding": encoding}),
        json!({"layer": [{"mark": "line", "encoding": encoding}, {"mark": "rule", "encoding": {"y": {"aggregate": "mean", "field": "Horsepower"}}}]}),
        json!({"mark": "bar", "encoding": {"x": {"bin": true, "field": "Horsepower"}, "y": {"aggregate": "count"}}}),
        json!({"mark": "arc", "encoding": {"theta": {"field": "count"}, "color": {"field": "origin"}}}),
        json!({"mark": "point", "encoding": {"x": y, "y": {"field": "count"}, "color": {"field": "origin"}, "tooltip": [{"field": "origin"}, {"field": "built"}]}}),
        json!({"facet": {"field": "origin"}, "columns": 2, "spec": {"width": 120, "height": 80, "mark": "line", "encoding": encoding}}),
        json!({"mark": "bar", "transform": [{"filter": {"field": "origin", "equal": "USA"}}, {"aggregate": [{"op": "sum", "field": "count", "as": "total"}], "groupby": ["origin"]}], "encoding": {"x": {"field": "total"}, "y": {"field": "origin"}}}),
        json!({"mark": "boxplot", "encoding": {"x": {"field": "origin"}, "y": y}}),
        json!({"mark": "rect", "encoding": {"x": {"field": "built", "timeUnit": "year"}, "y": {"field": "origin"}, "color": {"field": "count"}}}),
        json!({"repeat": {"column": ["Horsepower", "count"]}, "spec": {"mark": "bar", "encoding": {"x": {"field": {"repeat": "column"}, "bin": true}, "y": {"aggregate": "count"}}}}),
    ] {
        expect_accepted(spec);
    }
}

#[test]
fn specification_given_as_json_text_is_accepted() {
    expect_accepted(Value::from(bar_spec().to_string()));
}

#[test]
fn field_names_are_corrected_to_column_names() {
    let spec = expect_accepted(json!({
        "mark": "point",
        "encoding": {"x": {"field": "horsepower"}, "y": {"field": "price.usd"}},
    }));
    assert_eq!(spec["encoding"]["x"]["field"], "Horsepower");
    assert_eq!(spec["encoding"]["x"]["type"], "quantitative");
    assert_eq!(spec["encoding"]["y"]["field"], "price\\.usd");
}

#[test]
fn size_and_theme_are_removed_from_specification() {
    let mut spec = bar_spec();
    spec["width"] = json!(4000);
    spec["height"] = json!({"step": 12});
    spec["config"] = json!({"background": "red"});
    spec["background"] = json!("red");
    spec["usermeta"] = json!({"embedOptions": {"loader": {"target": "_top"}}});
    let spec = expect_accepted(spec);
    for key in ["width", "config", "background", "usermeta"] {
        assert_eq!(spec.get(key), None, "{key}");
    }
    assert_eq!(spec["height"], json!({"step": 12}));
}

#[test]
fn plot_errors_have_pointer_and_advice() {
    let mut spec = bar_spec();
    spec["encoding"]["x"]["field"] = json!("weight");
    let text = expect_refused(spec);
    assert!(text.starts_with("/spec/encoding/x/field: "), "{text}");
    assert!(text.contains("`Horsepower`"), "{text}");

    let mut spec = bar_spec();
    spec["encoding"]["x"]["agregate"] = json!("sum");
    let text = expect_refused(spec);
    assert!(
        text.contains("/spec/encoding/x") && text.contains("`agregate` is not known"),
        "{text}"
    );

    let mut spec = bar_spec();
    spec["mark"] = json!("bars");
    let text = expect_refused(spec);
    assert!(
        text.starts_with("/spec/mark: \"bars\" is not one of"),
        "{text}"
    );

    let text = expect_refused(json!({"encoding": {}}));
    assert!(text.contains("needs `mark`"), "{text}");
    let text = expect_refused(json!([1, 2]));
    assert!(text.contains("must be a Vega-Lite specification"), "{text}");
}

#[test]
fn field_types_must_match_column_types() {
    let cases = [
        (
            json!({"field": "origin", "type": "quantitative"}),
            "use `nominal`",
        ),
        (
            json!({"field": "built", "type": "quantitative"}),
            "use `temporal`",
        ),
        (
            json!({"field": "count", "type": "temporal"}),
            "make it a date",
        ),
        (
            json!({"field": "origin", "aggregate": "mean"}),
            "use `count`",
        ),
        (
            json!({"field": "count", "timeUnit": "year"}),
            "cast it to a date",
        ),
        (
            json!({"field": "origin", "bin": true}),
            "bin a column of numbers",
        ),
    ];
    for (x, advice) in cases {
        let mut spec = bar_spec();
        spec["encoding"]["x"] = x;
        let text = expect_refused(spec);
        assert!(text.contains(advice), "{text}");
    }
}

#[test]
fn plot_without_columns_is_rejected() {
    let text = expect_refused(json!({"mark": "bar", "encoding": {"x": {"value": 3}}}));
    assert!(text.contains("draws no column"), "{text}");
}

#[test]
fn malicious_specifications_are_rejected() {
    let with = |key: &str, value: Value| {
        let mut spec = bar_spec();
        spec[key] = value;
        spec
    };
    let in_x = |key: &str, value: Value| {
        let mut spec = bar_spec();
        spec["encoding"]["x"][key] = value;
        spec
    };
    let mut deep = json!({"mark": "bar"});
    for _ in 0..200 {
        deep = json!({"layer": [deep]});
    }
    let layers: Vec<Value> = (0..500).map(|_| bar_spec()).collect();
    for spec in [
        with("data", json!({"url": "http://169.254.169.254/"})),
        with("data", json!({"values": [{"origin": "made up"}]})),
        with("data", json!({"name": "other"})),
        with("data", json!({"name": "rows", "format": {"type": "csv"}})),
        with("data", json!({"sequence": {"start": 0, "stop": 1e9}})),
        with("datasets", json!({"rows": []})),
        with(
            "mark",
            json!({"type": "image", "url": "http://evil.example/x.png"}),
        ),
        with("mark", json!("image")),
        with(
            "mark",
            json!({"type": "bar", "href": "javascript:alert(1)"}),
        ),
        with("mark", json!({"type": "text", "text": {"expr": "datum.x"}})),
        with("params", json!([{"name": "a", "bind": {"input": "text"}}])),
        with("params", json!([{"name": "a", "expr": "warn('x')"}])),
        with(
            "transform",
            json!([{"calculate": "toString.constructor('alert(1)')()", "as": "z"}]),
        ),
        with("transform", json!([{"filter": "datum.x > 1"}])),
        with(
            "transform",
            json!([{"lookup": "origin", "from": {"data": {"url": "x"}, "key": "k"}}]),
        ),
        in_x("axis", json!({"labelExpr": "datum.label"})),
        in_x("condition", json!({"test": "true", "value": 1})),
        in_x("scale", json!({"domainMax": {"signal": "width"}})),
        with("encoding", json!({"url": {"field": "origin"}})),
        with(
            "encoding",
            json!({"href": {"field": "origin"}, "x": {"field": "count"}}),
        ),
        with("title", Value::from("x".repeat(10_000))),
        json!({"layer": layers}),
        deep,
    ] {
        expect_refused(spec);
    }
}

#[test]
fn table_takes_only_empty_specification() {
    let mut table = plot_request(json!({}));
    table.kind = ChartKind::Table;
    assert_eq!(
        check_chart(&table, &sample_columns()).unwrap().spec,
        json!({})
    );
    table.spec = bar_spec();
    assert!(check_chart(&table, &sample_columns()).is_err());
}

#[test]
fn missing_title_is_reported_with_other_errors() {
    let mut chart = plot_request(json!({"encoding": {}}));
    chart.title = " ".into();
    let text = check_chart(&chart, &sample_columns())
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("/title") && text.contains("needs `mark`"),
        "{text}"
    );
}

#[test]
fn maps_name_their_shapes_by_a_column() {
    let color = json!({"field": "count", "type": "quantitative"});
    let shape = json!({"field": "origin", "type": "geojson"});
    expect_accepted(json!({"mark": "geoshape", "encoding": {"shape": shape, "color": color}}));
    expect_accepted(json!({"mark": "circle", "encoding": {
        "longitude": {"field": "Horsepower"}, "latitude": {"field": "price.usd"}, "size": color,
    }}));
    let text = expect_refused(json!({"mark": "geoshape", "encoding": {"color": color}}));
    assert!(text.contains("needs `shape`"), "{text}");
    let data = json!({"url": "world.json", "format": {"type": "topojson", "feature": "countries"}});
    expect_refused(json!({"mark": "geoshape", "data": data, "encoding": {"shape": shape}}));
}

/// JSON made of words that specifications use, so that some of it gets far.
fn nearly_a_specification() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "bar",
        "origin",
        "count",
        "quantitative",
        "nominal",
        "rows",
        "x",
        "true",
        "mean",
        "built",
    ]);
    let key = prop::sample::select(vec![
        "mark",
        "encoding",
        "x",
        "y",
        "color",
        "field",
        "type",
        "layer",
        "data",
        "transform",
        "sort",
        "aggregate",
        "bin",
        "condition",
        "as",
        "spec",
        "facet",
        "repeat",
        "width",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        word.prop_map(Value::from),
        "[.\\[\\]\\\\a-zü]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|pairs| {
                Value::Object(
                    pairs
                        .into_iter()
                        .map(|(key, value)| (key.into(), value))
                        .collect(),
                )
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_specification_is_checked_without_panic_and_valid_ones_stay_valid(
        mark in nearly_a_specification(),
        x in nearly_a_specification(),
        any in nearly_a_specification(),
    ) {
        let spec = json!({"mark": "bar", "encoding": {"x": x, "y": {"field": "origin"}}});
        for spec in [spec, json!({"mark": mark, "encoding": any.clone()}), any] {
            if let Ok(chart) = check_chart(&plot_request(spec), &sample_columns()) {
                let again = check_chart(&plot_request(chart.spec.clone()), &sample_columns());
                prop_assert_eq!(again.map(|again| again.spec), Ok(chart.spec));
            }
        }
    }
}
