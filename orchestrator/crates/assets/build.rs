//! Builds anew when the client was built anew; a server without a client still builds.

use std::{fs, path::Path};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/build/client");
    if let Err(error) = fs::create_dir_all(&folder) {
        println!("cargo::error=cannot create {}: {error}", folder.display());
    }
    println!("cargo::rerun-if-changed={}", folder.display());
}
