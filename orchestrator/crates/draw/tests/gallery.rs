//! Every case of the client's gallery, drawn by the engine and by Node from the same bundle.

use std::{collections::BTreeMap, fs, path::Path, process::Command, time::Duration};

use portolan_draw::{Drawer, DrawingLimits, paint_png};
use serde_json::{Value, json};

const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../web");

/// A busy machine is no fault of a chart.
fn patient_drawer() -> Drawer {
    Drawer::new(DrawingLimits {
        draw_time: Duration::from_secs(120),
        ..DrawingLimits::default()
    })
    .expect("the engine starts")
}

fn read_gallery(theme: &str) -> BTreeMap<String, String> {
    let folder = Path::new(WEB).join("app/charts/gallery");
    let entries = fs::read_dir(folder).expect("the gallery is a folder");
    let read = |path: &Path| {
        let text = fs::read_to_string(path).expect("a case can be read");
        let mut request: Value = serde_json::from_str(&text).expect("a case is JSON");
        request["theme"] = json!(theme);
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        (name.into_owned(), request.to_string())
    };
    entries
        .filter_map(Result::ok)
        .map(|entry| read(&entry.path()))
        .collect()
}

#[test]
fn engine_output_equals_node_output_byte_for_byte() {
    let node = Command::new("node")
        .arg(Path::new(WEB).join("tasks/draw-gallery.mjs"))
        .arg("light")
        .output()
        .expect("node must be installed");
    assert!(
        node.status.success(),
        "{}",
        String::from_utf8_lossy(&node.stderr)
    );
    let expected: BTreeMap<String, String> = serde_json::from_slice(&node.stdout).unwrap();
    let drawer = patient_drawer();
    let cases = read_gallery("light");
    assert_eq!(cases.len(), expected.len());
    for (name, request) in cases {
        let svg = drawer
            .svg_of_json(request)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            svg == expected[&name],
            "{name} differs from what Node draws"
        );
    }
}

#[test]
fn every_gallery_case_renders_to_png() {
    let drawer = patient_drawer();
    let cases = read_gallery("light").into_iter().zip(read_gallery("dark"));
    for (index, (light, dark)) in cases.enumerate() {
        let (name, request) = if index % 2 == 0 { light } else { dark };
        let svg = drawer
            .svg_of_json(request)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let picture = paint_png(&svg, 1.0).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(picture.starts_with(b"\x89PNG"), "{name} is no PNG");
    }
}
