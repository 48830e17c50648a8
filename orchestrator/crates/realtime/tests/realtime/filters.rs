use portolan_realtime::{ChangeFilter, is_like};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn sample_row() -> Map<String, Value> {
    let row = json!({
        "id": "a", "title": "Sales, (all)", "revision": 3, "model": null, "open": true,
        "created_at": "2026-11-20T12:00:00+00:00",
    });
    row.as_object().unwrap().clone()
}

fn filter_holds(filter: &str) -> bool {
    ChangeFilter::parse(filter).unwrap().holds(&sample_row())
}

#[test]
fn filter_conditions_follow_sql_semantics() {
    for filter in [
        "",
        "id=eq.a",
        "id=neq.b",
        "revision=eq.3",
        "revision=gt.2",
        "revision=gte.3",
        "revision=lt.10",
        "revision=lte.3",
        "revision=gt.2.5",
        "created_at=gt.2026-01-01",
        "id=in.(a,b)",
        "title=eq.\"Sales, (all)\"",
        "title=in.(x,\"Sales, (all)\")",
        "title=like.Sales%",
        "title=ilike.sales*",
        "title=not.like.Costs%",
        "model=is.null",
        "open=is.true",
        "open=eq.true",
        "open=not.is.null",
        "model=isdistinct.x",
        "id=eq.a,revision=gt.2",
        "id=not.in.(b,c)",
    ] {
        assert!(filter_holds(filter), "{filter}");
    }
    for filter in [
        "id=eq.b",
        "id=neq.a",
        "revision=lt.3",
        "revision=gt.ten",
        "model=eq.x",
        // Null is unknown, whichever way it is asked.
        "model=neq.x",
        "model=not.in.(x)",
        "model=gte.x",
        "missing=eq.1",
        "id=eq.a,revision=gt.3",
        "open=is.null",
        "id=isdistinct.a",
    ] {
        assert!(!filter_holds(filter), "{filter}");
    }
}

#[test]
fn malformed_filters_are_rejected() {
    for filter in [
        "id",
        "id=a",
        "=eq.a",
        "id=between.1",
        "id=in.a",
        "id=is.maybe",
        "id=eq.a,,",
    ] {
        assert!(ChangeFilter::parse(filter).is_err(), "{filter}");
    }
    let filter = ChangeFilter::parse("id=eq.a,title=is.null").unwrap();
    assert_eq!(filter.columns().collect::<Vec<_>>(), ["id", "title"]);
}

#[test]
fn like_pattern_matches_whole_text() {
    for (text, pattern) in [
        ("abc", "abc"),
        ("abc", "a%"),
        ("abc", "%c"),
        ("abc", "%b%"),
        ("abc", "a_c"),
        ("aXbXc", "a%b%c"),
        ("100%", "100\\%"),
        ("", "%"),
    ] {
        assert!(is_like(text, pattern, false), "{text} like {pattern}");
    }
    for (text, pattern) in [("abc", "ab"), ("abc", "_"), ("1000", "100\\%"), ("A", "a")] {
        assert!(!is_like(text, pattern, false), "{text} like {pattern}");
    }
    assert!(is_like("ÄA", "äa", true));
}

proptest! {
    #[test]
    fn quoted_filter_accepts_any_value(value in "\\PC{0,20}") {
        let quoted = format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""));
        let mut row = Map::new();
        row.insert("title".into(), json!(value));
        for filter in [format!("title=eq.{quoted}"), format!("title=in.({quoted},x)")] {
            prop_assert!(ChangeFilter::parse(&filter).unwrap().holds(&row));
        }
    }

    #[test]
    fn filter_parser_never_panics(text in "\\PC{0,60}") {
        if let Ok(filter) = ChangeFilter::parse(&text) {
            filter.holds(&sample_row());
        }
    }

    #[test]
    fn like_matches_escaped_text_and_text_between_wildcards(text in "[a-z%_\\\\]{0,12}", begin in "[a-z]{0,4}", end in "[a-z]{0,4}") {
        let literal = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        prop_assert!(is_like(&text, &literal, false));
        let whole = format!("{begin}{text}{end}");
        let pattern = format!("%{literal}%");
        prop_assert!(is_like(&whole, &pattern, false));
        let ends = format!("{begin}%{end}");
        prop_assert!(is_like(&whole, &ends, false));
    }
}
