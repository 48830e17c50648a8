//! Specifications that want more than a picture: each ends within its limit, as a harmless picture
//! or an error, and the engine draws on.

use std::time::Duration;

use portolan_draw::{DrawError, Drawer, DrawingLimits};
use serde_json::{Map, Value, json};

fn request_json(kind: &Value, spec: &Value) -> String {
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
fn malicious_specifications_end_within_time_limit() {
    let drawer = Drawer::new(DrawingLimits {
        draw_time: Duration::from_secs(3),
        memory_bytes: 128 << 20,
        ..DrawingLimits::default()
    })
    .unwrap();
    let cases: Map<String, Value> =
        serde_json::from_str(include_str!("../../charts/fixtures/hostile.json")).unwrap();
    assert!(cases.len() >= 80);
    for (name, case) in &cases {
        match drawer.svg_of_json(request_json(&case["kind"], &case["spec"])) {
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
        .svg_of_json(request_json(&json!("plot"), &honest))
        .unwrap();
    assert_harmless("an honest one", &svg);
    assert!(svg.contains("&lt;script&gt;"));
}

const ELEMENTS: [&str; 15] = [
    "svg",
    "g",
    "path",
    "rect",
    "line",
    "circle",
    "text",
    "tspan",
    "title",
    "desc",
    "defs",
    "clipPath",
    "linearGradient",
    "radialGradient",
    "stop",
];

/// Words may say anything; markup stands between `<` and `>`, as both are escaped elsewhere. There are
/// only shapes, no handlers, and no pointing elsewhere.
fn assert_harmless(name: &str, svg: &str) {
    for markup in svg.split('<').skip(1) {
        let (tag, _) = markup.split_once('>').expect("a tag ends");
        let element: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(
            ELEMENTS.contains(&element.as_str()),
            "{name}: the picture has <{element}>"
        );
        let outside_quotes: String = tag.split('"').step_by(2).collect();
        assert!(
            !outside_quotes.contains(" on") && !outside_quotes.contains("href"),
            "{name}: the picture has a handler or a link: {tag}"
        );
        for value in tag.split('"').skip(1).step_by(2) {
            let pointers = value.replace(' ', "").to_lowercase();
            assert_eq!(
                pointers.matches("url(").count(),
                pointers.matches("url(#").count(),
                "{name}: the picture points elsewhere: {tag}"
            );
        }
    }
    assert!(
        !svg.contains("faked"),
        "{name}: the picture shows what code made"
    );
}
