//! Finds the drawing bundle and the fonts that `npm run build:web` made.

use std::{env, error::Error, fs, path};

const FILES: [&str; 10] = [
    "draw.js",
    "Inter-Regular.ttf",
    "Inter-SemiBold.ttf",
    "InterTabular-Regular.ttf",
    "NotoSans-arabic.ttf",
    "NotoSans-devanagari.ttf",
    "NotoSans-hebrew.ttf",
    "NotoSans-jp.ttf",
    "NotoSans-kr.ttf",
    "NotoSans-sc.ttf",
];

/// Set by `npm run check`, which lints without a bundle: empty files take its place.
const WITHOUT_BUNDLE: &str = "PORTOLAN_WITHOUT_DRAWING";

fn main() -> Result<(), Box<dyn Error>> {
    // From the package's folder, where build scripts run: this one may have been built in another clone.
    let mut folder = path::absolute("../../../web/build/draw")?;
    let missing: Vec<_> = FILES
        .into_iter()
        .filter(|name| !folder.join(name).is_file())
        .collect();
    for name in FILES {
        println!("cargo::rerun-if-changed={}", folder.join(name).display());
    }
    if !missing.is_empty() {
        println!("cargo::rerun-if-env-changed={WITHOUT_BUNDLE}");
        if env::var_os(WITHOUT_BUNDLE).is_some() {
            folder = env::var("OUT_DIR")?.into();
            for name in FILES {
                fs::write(folder.join(name), "")?;
            }
        } else {
            println!(
                "cargo::error=web/build/draw has no {}: run `npm run build:web` first",
                missing.join(", ")
            );
        }
    }
    println!("cargo::rustc-env=PORTOLAN_DRAW_BUILD={}", folder.display());
    Ok(())
}
