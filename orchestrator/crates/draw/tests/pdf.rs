//! Charts as PDF: one page of vectors and text, and nothing that was not in the picture.

use std::{fs, path::Path, time::Duration};

use portolan_draw::{Drawer, DrawingLimits, paint_card, print_pdf};
use resvg::tiny_skia::Pixmap;

const GALLERY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../web/app/charts/gallery"
);

fn draw_case(drawer: &Drawer, case: &str) -> String {
    let path = Path::new(GALLERY).join(format!("{case}.json"));
    let request = fs::read_to_string(path).expect("the gallery has this case");
    let mut request: serde_json::Value = serde_json::from_str(&request).expect("a case is JSON");
    request["theme"] = "light".into();
    drawer
        .svg_of_json(request.to_string())
        .expect("a case is drawn")
}

fn new_drawer() -> Drawer {
    let limits = DrawingLimits {
        draw_time: Duration::from_secs(120),
        ..DrawingLimits::default()
    };
    Drawer::new(limits).expect("the engine starts")
}

fn contains_text(bytes: &[u8], text: &str) -> bool {
    bytes
        .windows(text.len())
        .any(|part| part == text.as_bytes())
}

#[test]
fn every_chart_kind_prints_as_vectors_and_text() {
    let drawer = new_drawer();
    for case in [
        "bar-categories",
        "line-series",
        "heat-map",
        "scatter-5000",
        "pie",
        "map-world",
        "table-cities",
        "metric",
        "mindmap",
        "flow",
        "timeline",
        "foreign-scripts",
        "scripts-right-to-left",
        "no-rows",
    ] {
        let svg = draw_case(&drawer, case);
        let printed = print_pdf(&svg, "A title").unwrap_or_else(|error| panic!("{case}: {error}"));
        assert!(printed.starts_with(b"%PDF-1."), "{case}");
        assert_eq!(
            printed,
            print_pdf(&svg, "A title").unwrap(),
            "{case} prints the same twice"
        );
        for wanted in ["/ToUnicode", "/FlateDecode", "/Count 1"] {
            assert!(contains_text(&printed, wanted), "{case} has no {wanted}");
        }
        for unwanted in [
            "/Subtype /Image",
            "/JavaScript",
            "/URI",
            "/Launch",
            "/EmbeddedFile",
        ] {
            assert!(!contains_text(&printed, unwanted), "{case} has {unwanted}");
        }
        assert!(printed.len() < 600_000, "{case}: {} bytes", printed.len());
    }
}

#[test]
fn invalid_svg_is_not_printed() {
    for text in [
        "",
        "<svg",
        "<html></html>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\"/>",
    ] {
        assert!(print_pdf(text, "T").is_err(), "{text}");
        assert!(paint_card(text, 1200, 630).is_err(), "{text}");
    }
}

#[test]
fn preview_card_has_requested_size() {
    let drawer = new_drawer();
    for case in ["bar-categories", "table-many", "metric"] {
        let picture = paint_card(&draw_case(&drawer, case), 1200, 630).unwrap();
        let pixels = Pixmap::decode_png(&picture).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (1200, 630), "{case}");
        assert!(
            pixels.pixels().iter().any(|pixel| pixel.red() < 100),
            "{case} is empty"
        );
    }
}
