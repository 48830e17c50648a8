//! The registry, and what the kinds with a specification of their own must be.

use portolan_blocks::{Alternative, ChartKind, Choice, DataColumn};
use portolan_charts::{ChartRequest, KINDS, Kind, check_chart};
use serde_json::{Map, Value, json};

fn sample_columns() -> Vec<DataColumn> {
    [("name", "string"), ("value", "number"), ("day", "date")]
        .map(|(name, column_type)| DataColumn {
            name: name.into(),
            column_type: column_type.into(),
        })
        .into()
}

fn check_spec(kind: ChartKind, spec: Value) -> Result<Value, String> {
    let request = ChartRequest {
        kind,
        title: "A finding".into(),
        description: String::new(),
        spec,
        encoding_notes: vec![],
        choices: vec![],
    };
    check_chart(&request, &sample_columns())
        .map(|chart| chart.spec)
        .map_err(|errors| errors.to_string())
}

#[test]
fn registry_lists_every_chart_kind_once() {
    let every = [
        ChartKind::Plot,
        ChartKind::Mindmap,
        ChartKind::Flow,
        ChartKind::Timeline,
        ChartKind::Table,
        ChartKind::Metric,
    ];
    assert_eq!(KINDS.len(), every.len());
    for kind in every {
        let entry = Kind::of(kind).expect("each kind is in the registry");
        assert_eq!(json!(kind), json!(entry.name));
        assert!(!entry.spec.is_empty() && !entry.purpose.is_empty() && !entry.title.is_empty());
    }
}

#[test]
fn chart_choices_must_quote_a_note_and_offer_alternatives() {
    let request = |note: &str, alternatives: usize| ChartRequest {
        kind: ChartKind::Table,
        title: "A finding".into(),
        description: String::new(),
        spec: json!({}),
        encoding_notes: vec!["Sorted by value.".into()],
        choices: vec![Choice {
            note: note.into(),
            alternatives: vec![
                Alternative {
                    label: "by name".into(),
                    prompt: "sort by name".into(),
                };
                alternatives
            ],
        }],
    };
    let fits = check_chart(&request("Sorted by value.", 1), &sample_columns()).unwrap();
    assert_eq!(fits.choices.len(), 1);
    for (request, advice) in [
        (request("Sorted.", 1), "word for word"),
        (request("Sorted by value.", 0), "give 1 to 6 alternatives"),
        (request("Sorted by value.", 7), "give 1 to 6 alternatives"),
    ] {
        let errors = check_chart(&request, &sample_columns())
            .unwrap_err()
            .to_string();
        assert!(errors.contains(advice), "{errors}");
        assert!(errors.contains("/choices/0"), "{errors}");
    }
}

#[test]
fn mind_map_accepts_only_valid_outlines() {
    let outline = "# Sea\n## Coast\n- Harbours\n  - Ostia\n- Shoals\n";
    let spec = check_spec(
        ChartKind::Mindmap,
        json!({"outline": outline, "layout": "radial"}),
    )
    .unwrap();
    assert_eq!(spec, json!({"outline": outline.trim()}));
    assert_eq!(check_spec(ChartKind::Mindmap, json!(outline)), Ok(spec));
    for (spec, advice) in [
        (json!({}), "/spec/outline: is missing"),
        (json!({"outline": " \n"}), "/spec/outline: is missing"),
        (json!({"outline": 3.5e300 }), ""),
        (json!({"outline": "- x\n".repeat(300)}), "keep the 200"),
        (
            json!({"outline": format!("- {}", "x".repeat(300))}),
            "shorten item 1",
        ),
        (json!([]), "must be an object"),
    ] {
        let result = check_spec(ChartKind::Mindmap, spec);
        if !advice.is_empty() {
            let text = result.unwrap_err();
            assert!(text.contains(advice), "{text}");
        }
    }
    let deep: String = (0..12)
        .map(|depth| format!("{}- x\n", " ".repeat(depth)))
        .collect();
    let text = check_spec(ChartKind::Mindmap, json!({"outline": deep})).unwrap_err();
    assert!(text.contains("nested deeper than 8"), "{text}");
}

#[test]
fn flow_edges_must_connect_known_nodes() {
    let spec = check_spec(
        ChartKind::Flow,
        json!({
            "nodes": [{"id": 1, "label": "Ask", "color": "red"}, {"id": "b"}],
            "edges": [{"source": 1, "target": "b", "label": "then"}, {"source": "b", "target": "1"}],
        }),
    );
    assert_eq!(
        spec.unwrap(),
        json!({
            "nodes": [{"id": "1", "label": "Ask"}, {"id": "b", "label": "b"}],
            "edges": [{"source": "1", "target": "b", "label": "then"}, {"source": "b", "target": "1"}],
        })
    );
    let a = json!({"id": "a", "label": "A"});
    for (spec, advice) in [
        (json!({"nodes": []}), "/spec/nodes: give at least one node"),
        (json!({"edges": []}), "/spec/nodes: is missing"),
        (
            json!({"nodes": [a, a]}),
            "/spec/nodes/1/id: `a` is there twice",
        ),
        (
            json!({"nodes": [a], "edges": [{"source": "a", "target": "z"}]}),
            "/spec/edges/0/target: `z` is the id of no node",
        ),
        (
            json!({"nodes": [a], "edges": [{"source": "a"}]}),
            "/spec/edges/0/target: is missing",
        ),
        (json!({"nodes": vec![a.clone(); 200]}), "keep the 80"),
        (
            json!({"nodes": [{"id": "a", "label": "x".repeat(400)}]}),
            "shorten this to 160",
        ),
    ] {
        let text = check_spec(ChartKind::Flow, spec).unwrap_err();
        assert!(text.contains(advice), "{text}");
    }
}

#[test]
fn timeline_accepts_only_valid_dates() {
    let event = |date: &str| json!({"date": date, "label": "x"});
    for date in [
        "2024",
        "2024-02-29",
        "1290-05",
        "-0300",
        "2024-03-01T09:30",
        "2024-03-01 09:30:15",
        "12024",
    ] {
        let spec = json!({"events": [event(date)]});
        assert_eq!(
            check_spec(ChartKind::Timeline, spec.clone()),
            Ok(spec),
            "{date}"
        );
    }
    for date in [
        "yesterday",
        "2023-02-29",
        "2024-13",
        "2024-1-1",
        "24",
        "2024-03-01T25:00",
        "2024-03T10:00",
        "2024-03-01T9",
    ] {
        let text = check_spec(ChartKind::Timeline, json!({"events": [event(date)]})).unwrap_err();
        assert!(
            text.contains("/spec/events/0/date: is no date"),
            "{date}: {text}"
        );
    }
    let spans = json!({"events": [{"date": "2024-05", "endDate": "2024-01", "label": "x"}]});
    let text = check_spec(ChartKind::Timeline, spans).unwrap_err();
    assert!(text.contains("lies before `date`"), "{text}");
    let text = check_spec(ChartKind::Timeline, json!({"events": [{"date": 2024}]})).unwrap_err();
    assert!(text.contains("/spec/events/0/label: is missing"), "{text}");
    let text = check_spec(ChartKind::Timeline, json!({"events": []})).unwrap_err();
    assert!(text.contains("at least one event"), "{text}");
}

#[test]
fn metric_requires_columns_of_matching_type() {
    let spec = json!({"value": "Value", "time": "day", "unit": "€", "better": "higher"});
    let spec = check_spec(ChartKind::Metric, spec).unwrap();
    assert_eq!(spec["value"], "value");
    for (spec, advice) in [
        (json!({}), "/spec/value: is missing: name one of `value`"),
        (json!({"value": "name"}), "holds the type string"),
        (json!({"value": "price"}), "no column `price`"),
        (json!({"value": "value", "time": "name"}), "/spec/time"),
        (
            json!({"value": "value", "better": "more"}),
            "use one of: higher, lower",
        ),
        (
            json!({"value": "value", "unit": "x".repeat(40)}),
            "shorten this to 16",
        ),
    ] {
        let text = check_spec(ChartKind::Metric, spec).unwrap_err();
        assert!(text.contains(advice), "{text}");
    }
}

#[test]
fn malicious_specifications_are_rejected_or_harmless() {
    let cases: Map<String, Value> =
        serde_json::from_str(include_str!("../fixtures/hostile.json")).unwrap();
    assert!(cases.len() >= 80);
    let mut refused = 0;
    for (name, case) in &cases {
        let kind: ChartKind = serde_json::from_value(case["kind"].clone()).unwrap();
        let Ok(spec) = check_spec(kind, case["spec"].clone()) else {
            refused += 1;
            continue;
        };
        assert_harmless(name, &spec);
        assert_eq!(
            check_spec(kind, spec.clone()),
            Ok(spec),
            "{name}: checking twice changes nothing"
        );
    }
    assert!(refused >= 50, "only {refused} are refused");
}

/// Texts may say anything; no key may reach outside or be run.
fn assert_harmless(name: &str, value: &Value) {
    match value {
        Value::Object(object) => {
            for (key, inner) in object {
                let forbidden = [
                    "url", "href", "bind", "expr", "signal", "datasets", "usermeta", "config",
                ];
                assert!(
                    !forbidden.contains(&key.as_str()),
                    "{name}: `{key}` was kept"
                );
                assert_harmless(name, inner);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| assert_harmless(name, item)),
        _ => {}
    }
}
