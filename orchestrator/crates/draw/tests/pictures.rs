//! Every case of the gallery, drawn by the server in both themes, looks as its stored picture does.
//!
//! A change that is meant: run this test with `UPDATE_PICTURES=1`, look at what changed in
//! `tests/pictures`, and commit it.

use std::{collections::BTreeSet, env, fs, path::Path, time::Duration};

use portolan_draw::{Drawer, DrawingLimits, paint_png};
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};

const GALLERY: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../../web/app/charts/gallery"
);
const PICTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pictures");

/// Small enough to be stored, large enough to see a label move.
const SCALE: f32 = 0.4;
/// A channel that differs by less is the same to the eye.
const TOLERANCE: u8 = 40;
/// The share of pixels that may differ.
const DIFFERING: f64 = 0.001;

#[test]
fn every_gallery_case_matches_stored_picture() {
    let drawer = Drawer::new(DrawingLimits {
        draw_time: Duration::from_secs(120),
        ..DrawingLimits::default()
    })
    .expect("the engine starts");
    let is_update = env::var_os("UPDATE_PICTURES").is_some();
    let mut names = BTreeSet::new();
    let mut changed = Vec::new();
    for entry in fs::read_dir(GALLERY).expect("the gallery is a folder") {
        let path = entry.unwrap().path();
        let case: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        for theme in ["light", "dark"] {
            let name = format!(
                "{}.{theme}.png",
                path.file_stem().unwrap().to_string_lossy()
            );
            let mut request = case.clone();
            request["theme"] = json!(theme);
            let svg = drawer
                .svg_of_json(request.to_string())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let picture = paint_png(&svg, SCALE).unwrap();
            let stored = Path::new(PICTURES).join(&name);
            match fs::read(&stored) {
                Ok(before) if !is_different(&before, &picture) => {}
                _ if is_update => fs::write(&stored, picture).unwrap(),
                _ => {
                    let drawn = env::temp_dir().join(&name);
                    fs::write(&drawn, picture).unwrap();
                    changed.push(format!("{name}, now {}", drawn.display()));
                }
            }
            names.insert(name);
        }
    }
    assert!(names.len() >= 240, "the gallery has at least 120 cases");
    for entry in fs::read_dir(PICTURES).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        if !names.contains(&name) {
            changed.push(format!("{name} has no case: delete it"));
        }
    }
    assert!(
        changed.is_empty(),
        "these differ from tests/pictures; look at them, and run this test with UPDATE_PICTURES=1 where that is meant:\n{}",
        changed.join("\n")
    );
}

fn is_different(stored: &[u8], drawn: &[u8]) -> bool {
    let (Ok(stored), Ok(drawn)) = (Pixmap::decode_png(stored), Pixmap::decode_png(drawn)) else {
        return true;
    };
    if (stored.width(), stored.height()) != (drawn.width(), drawn.height()) {
        return true;
    }
    let pairs = stored.data().chunks(4).zip(drawn.data().chunks(4));
    let total = stored.data().len() / 4;
    let differing = pairs
        .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > TOLERANCE))
        .count();
    differing as f64 > total as f64 * DIFFERING
}
