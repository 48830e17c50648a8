use std::{fs, path::Path};

/// A mistake as a unified diff, with a sentence about it and the invariants that it may break.
pub struct Patch {
    pub name: String,
    pub found_by: Vec<String>,
    hunks: Vec<Hunk>,
}

/// Lines of a file, and what takes their place. Line numbers are not looked at.
struct Hunk {
    file: String,
    before: String,
    after: String,
}

impl Patch {
    pub fn read_patch(path: &Path) -> Self {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(path).unwrap();
        let found_by = text
            .lines()
            .find_map(|line| line.strip_prefix("Found by: "))
            .unwrap_or_else(|| panic!("{name}.patch says nowhere `Found by: I1`"))
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let mut file = String::new();
        let mut hunks: Vec<Hunk> = Vec::new();
        for line in text.lines() {
            if let Some(path) = line.strip_prefix("+++ b/") {
                path.clone_into(&mut file);
            } else if line.starts_with("@@") {
                hunks.push(Hunk {
                    file: file.clone(),
                    before: String::new(),
                    after: String::new(),
                });
            } else if let Some(hunk) = hunks.last_mut()
                && !line.starts_with("---")
            {
                hunk.add_line(line);
            }
        }
        Self {
            name,
            found_by,
            hunks,
        }
    }

    /// Changes the files of the crate in `folder`.
    pub fn apply_to(&self, folder: &Path) {
        for hunk in &self.hunks {
            let path = folder.join(&hunk.file);
            let text = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(
                text.matches(&hunk.before).count(),
                1,
                "{}.patch does not apply to {} any more: put the same mistake into today's code, and make the patch anew from the difference",
                self.name,
                hunk.file
            );
            fs::write(&path, text.replace(&hunk.before, &hunk.after)).unwrap();
        }
    }
}

impl Hunk {
    fn add_line(&mut self, line: &str) {
        // An empty line of context may have lost its blank.
        let (sign, rest) = line.split_at_checked(1).unwrap_or((" ", ""));
        for (signs, side) in [(" -", &mut self.before), (" +", &mut self.after)] {
            if signs.contains(sign) {
                side.push_str(rest);
                side.push('\n');
            }
        }
    }
}
