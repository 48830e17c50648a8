//! Specifications that want more than a picture: each ends within its limit, as a harmless picture
//! or an error, and the engine draws on.

use std::time::Duration;

use portolan_draw::{DrawError, Drawer, Limits};
use serde_json::{Map, Value, json};

fn request(kind: &Value, spec: &Value) -> String {
    json!({
        "kind": kind,
        "theme": "light",
        "spec": spec,
        "data": {
            "columns": [{"name": "name", "type": "string"}, {"name": "value", "type": "number"}],
            "rows": [["<script>alert(1)</script>", 1], ["\" onload=\"alert(1)", 2], ["c", 3]],
        },
    })
    .to_string()
}

#[test]
fn hostile_specifications_end_harmless_and_in_time() {
    let drawer = Drawer::new(Limits {
        draw_time: Duration::from_secs(3),
        memory_bytes: 128 << 20,
        ..Limits::default()
    })
    .unwrap();
    let cases: Map<String, Value> =
        serde_json::from_str(include_str!("../../charts/fixtures/hostile.json")).unwrap();
    assert!(cases.len() >= 80);
    for (name, case) in &cases {
        match drawer.svg_of_json(request(&case["kind"], &case["spec"])) {
            Ok(svg) => assert_harmless(name, &svg),
            Err(DrawError::Chart(_) | DrawError::TooSlow | DrawError::TooLarge) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    let honest = json!({"mark": "bar", "encoding": {
        "x": {"field": "name", "type": "nominal"},
        "y": {"field": "value", "type": "quantitative"},
    }});
    let svg = drawer
        .svg_of_json(request(&json!("plot"), &honest))
        .unwrap();
    assert_harmless("an honest one", &svg);
    assert!(svg.contains("&lt;script&gt;"));
}

/// Markup stands between `<` and `>`; inside of quotes an attribute's value may say anything but
/// point elsewhere.
fn assert_harmless(name: &str, svg: &str) {
    for forbidden in [
        "<script",
        "<image",
        "<foreignObject",
        "<a ",
        "<use",
        "href=",
        "evil.test",
        "faked",
    ] {
        assert!(
            !svg.contains(forbidden),
            "{name}: the picture has {forbidden}"
        );
    }
    let outside_quotes: String = svg.split('"').step_by(2).collect();
    assert!(
        !outside_quotes.contains(" on"),
        "{name}: the picture has a handler"
    );
}
