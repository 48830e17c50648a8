//! Builds anew when the client was built anew; a server without a client still builds.

use std::{fs, path::Path};

fn main() {
    // From the package's folder, where build scripts run: this one may have been built in another clone.
    let folder = Path::new("../../../web/build/client");
    if let Err(error) = fs::create_dir_all(folder) {
        println!("cargo::error=cannot create {}: {error}", folder.display());
    }
    println!("cargo::rerun-if-changed={}", folder.display());
}
