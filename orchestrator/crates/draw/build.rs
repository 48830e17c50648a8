//! Finds the drawing bundle and the font that `npm run build:web` made.

use std::{io, path};

const FILES: [&str; 7] = [
    "draw.js",
    "Inter-Regular.ttf",
    "Inter-SemiBold.ttf",
    "InterTabular-Regular.ttf",
    "NotoSans-arabic.ttf",
    "NotoSans-devanagari.ttf",
    "NotoSans-hebrew.ttf",
];

fn main() -> io::Result<()> {
    // From the package's folder, where build scripts run: this one may have been built in another clone.
    let folder = path::absolute("../../../web/build/draw")?;
    for name in FILES {
        let file = folder.join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        if !file.is_file() {
            println!(
                "cargo::error=web/build/draw/{name} is missing: run `npm run build:web` first"
            );
        }
    }
    println!("cargo::rustc-env=PORTOLAN_DRAW_BUILD={}", folder.display());
    Ok(())
}
