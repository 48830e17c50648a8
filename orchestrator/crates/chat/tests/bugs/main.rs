//! Tests the simulator: each patch beside this file puts a mistake into a copy of the machine, and
//! the simulator has to find it by an invariant that the patch names.
//!
//! The copy is a workspace of its own in the build folder, so that only these few small crates are
//! built, and what does not change only once.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

mod patch;

use std::{
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use patch::Patch;

/// Seeds of each fault; every bug shows in the first few dozen.
const SEEDS: &str = "100";

#[test]
fn simulator_detects_every_deliberate_bug() {
    let patches = list_patches();
    // Compiling one small crate keeps only one core busy: another copy is compiled on the second.
    let (first, second) = patches.split_at(patches.len() / 2);
    let (first, second) = thread::scope(|scope| {
        let other = scope.spawn(|| find_bugs("bugs-2", second));
        (find_bugs("bugs", first), other.join().unwrap())
    });
    let mut table = "\ndeliberate bugs: found by\n".to_owned();
    let mut missed = Vec::new();
    for (patch, found) in first.into_iter().chain(second) {
        // Writing to a string does not fail.
        let _ = writeln!(table, "  {:<24} {found}", patch.name);
        if !patch
            .found_by
            .iter()
            .any(|invariant| found.contains(&format!("{invariant}: ")))
        {
            missed.push(format!(
                "{} ({}): {found}",
                patch.name,
                patch.found_by.join(" or ")
            ));
        }
    }
    // Past the harness, which keeps what a passing test prints to itself.
    let _ = std::io::stderr().write_all(table.as_bytes());
    assert!(missed.is_empty(), "the simulator does not find {missed:#?}");
}

/// Returns what the simulator says of each patch, in a copy of this name.
fn find_bugs<'a>(copy: &str, patches: &'a [Patch]) -> Vec<(&'a Patch, String)> {
    let copy = Copy::new(copy);
    let found = patches.iter().map(|patch| {
        copy.restore_source();
        patch.apply_to(&copy.crate_folder());
        (patch, copy.run_simulator())
    });
    found.collect()
}

fn list_patches() -> Vec<Patch> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "patch")
        })
        .collect();
    paths.sort();
    assert!(paths.len() >= 10, "only {} patches are left", paths.len());
    paths.iter().map(|path| Patch::read_patch(path)).collect()
}

/// The machine, its blocks and its simulator, as a workspace in the build folder.
struct Copy {
    folder: PathBuf,
}

/// The path of the crates from the repository root.
const CRATES: &str = "orchestrator/crates";

impl Copy {
    fn new(name: &str) -> Self {
        let copy = Self {
            folder: Path::new(env!("CARGO_TARGET_TMPDIR")).join(name),
        };
        let manifest = fs::read_to_string(repository_root().join("Cargo.toml")).unwrap();
        let manifest: String = manifest
            .lines()
            .filter(|line| !line.starts_with("default-members"))
            .map(|line| match line.starts_with("members") {
                true => {
                    "members = [\"orchestrator/crates/blocks\", \"orchestrator/crates/chat\"]\n"
                        .to_owned()
                }
                false => format!("{line}\n"),
            })
            .collect();
        // Overrides of packages that are not here would only be warned of.
        let manifest = manifest.split("\n[profile").next().unwrap().to_owned();
        write_if_changed(&copy.folder.join("Cargo.toml"), manifest.as_bytes());
        write_if_changed(
            &copy.folder.join("Cargo.lock"),
            &fs::read(repository_root().join("Cargo.lock")).unwrap(),
        );
        copy_folder("blocks/src", &copy.folder);
        copy_file("blocks/Cargo.toml", &copy.folder);
        copy_file("chat/Cargo.toml", &copy.folder);
        copy_folder("chat/tests/simulator", &copy.folder);
        copy
    }

    fn crate_folder(&self) -> PathBuf {
        self.folder.join(CRATES).join("chat")
    }

    /// The machine as it is in the repository.
    fn restore_source(&self) {
        copy_folder("chat/src", &self.folder);
    }

    /// The violation that the simulator names, or what else came of it.
    fn run_simulator(&self) -> String {
        let output = Command::new(env!("CARGO"))
            .args([
                "test",
                "--offline",
                "--quiet",
                "--package",
                "portolan-chat",
                "--test",
                "simulator",
            ])
            .args([
                "--",
                "--exact",
                "invariants_hold_for_every_row_of_fault_table",
            ])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("PORTOLAN_SIMULATOR_SEEDS", SEEDS)
            .env("RUST_BACKTRACE", "0")
            .env_remove("PORTOLAN_SIMULATOR_SEED")
            .output()
            .unwrap();
        let said =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            return "nothing was found".to_owned();
        }
        let violation = said
            .lines()
            .find(|line| line.starts_with("fault ") && line.contains(": I"));
        match violation {
            Some(line) => line.to_owned(),
            None => format!("the patched machine does not build or run:\n{said}"),
        }
    }
}

fn repository_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn copy_folder(name: &str, to: &Path) {
    for entry in fs::read_dir(repository_root().join(CRATES).join(name)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{name}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&name, to);
        } else {
            copy_file(&name, to);
        }
    }
}

fn copy_file(name: &str, to: &Path) {
    let content = fs::read(repository_root().join(CRATES).join(name)).unwrap();
    write_if_changed(&to.join(CRATES).join(name), &content);
}

/// Leaves a file that is the same alone, so that it is not built again.
fn write_if_changed(path: &Path, content: &[u8]) {
    if fs::read(path).is_ok_and(|there| there == content) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}
