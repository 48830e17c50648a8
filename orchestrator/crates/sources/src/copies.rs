use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tempfile::{Builder, NamedTempFile};
use tokio::time::Instant;

/// A copy that was asked for so recently may be about to be opened: it is not evicted.
const IN_USE: Duration = Duration::from_secs(120);
/// Prefix of files that are being written.
const PARTIAL: &str = ".partial-";

/// Local copies of remote objects, of which those that were used last stay.
///
/// A copy is written under a name of its own and renamed when it is whole. Copies together take at
/// most `most_bytes`, except for those that are in use. Clones share the folder.
#[derive(Clone, Debug)]
pub struct LocalCopies {
    folder: PathBuf,
    most_bytes: u64,
    in_use: Duration,
    known: Arc<Mutex<HashMap<String, LocalCopy>>>,
}

#[derive(Clone, Copy, Debug)]
struct LocalCopy {
    bytes: u64,
    /// None if no one has asked for it since the start.
    used: Option<Instant>,
}

impl LocalCopies {
    /// Opens the folder with the copies of earlier runs; removes what was not finished.
    pub fn open(folder: &Path, most_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut known = HashMap::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(PARTIAL) {
                fs::remove_file(entry.path())?;
                continue;
            }
            let bytes = entry.metadata()?.len();
            known.insert(name, LocalCopy { bytes, used: None });
        }
        Ok(Self {
            folder: folder.to_owned(),
            most_bytes,
            in_use: IN_USE,
            known: Arc::new(Mutex::new(known)),
        })
    }

    /// Returns the path of the object's copy, if there is one, and keeps it for a while.
    pub fn find(&self, key: &str) -> Option<PathBuf> {
        let name = file_name(key);
        let mut known = self.known();
        let copy = known.get_mut(&name)?;
        let path = self.folder.join(&name);
        if !path.exists() {
            known.remove(&name);
            return None;
        }
        copy.used = Some(Instant::now());
        Some(path)
    }

    /// Creates a file for a copy that is being written.
    pub fn begin(&self) -> io::Result<NamedTempFile> {
        Builder::new().prefix(PARTIAL).tempfile_in(&self.folder)
    }

    /// Makes a whole file the object's copy, and evicts others if there are too many.
    pub fn finish(&self, key: &str, file: NamedTempFile) -> io::Result<PathBuf> {
        let name = file_name(key);
        let path = self.folder.join(&name);
        file.as_file().sync_all()?;
        let bytes = file.as_file().metadata()?.len();
        let mut known = self.known();
        file.persist(&path).map_err(|error| error.error)?;
        let used = Some(Instant::now());
        known.insert(name, LocalCopy { bytes, used });
        self.evict(&mut known)?;
        Ok(path)
    }

    /// Removes the object's copy, if there is one.
    pub fn remove(&self, key: &str) -> io::Result<()> {
        let name = file_name(key);
        let mut known = self.known();
        known.remove(&name);
        remove_file(&self.folder.join(name))
    }

    fn evict(&self, known: &mut HashMap<String, LocalCopy>) -> io::Result<()> {
        let mut total: u64 = known.values().map(|copy| copy.bytes).sum();
        let mut unused: Vec<(Option<Instant>, String)> = known
            .iter()
            .filter(|(_, copy)| copy.used.is_none_or(|used| used.elapsed() >= self.in_use))
            .map(|(name, copy)| (copy.used, name.clone()))
            .collect();
        unused.sort();
        for (_, name) in unused {
            if total <= self.most_bytes {
                break;
            }
            remove_file(&self.folder.join(&name))?;
            total -= known.remove(&name).map_or(0, |copy| copy.bytes);
        }
        Ok(())
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, LocalCopy>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn file_name(key: &str) -> String {
    key.replace('/', "-")
}

fn remove_file(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn copy(copies: &LocalCopies, key: &str, bytes: &[u8]) -> PathBuf {
        let mut file = copies.begin().unwrap();
        file.write_all(bytes).unwrap();
        copies.finish(key, file).unwrap()
    }

    #[test]
    fn least_recently_used_copies_are_evicted_beyond_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let mut copies = LocalCopies::open(folder.path(), 10).unwrap();
        for key in ["a", "b", "c", "d"] {
            copy(&copies, key, b"1234");
        }
        assert!(copies.find("a").is_some(), "all are in use");
        assert!(copies.find("b").is_some());
        copies.in_use = Duration::ZERO;
        copy(&copies, "e", b"1234");
        let kept: Vec<bool> = ["a", "b", "c", "d", "e"]
            .into_iter()
            .map(|key| copies.find(key).is_some())
            .collect();
        assert_eq!(kept, [false, true, false, false, true]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[tokio::test]
    async fn reopening_keeps_whole_copies_and_removes_unfinished_ones() {
        let folder = tempfile::tempdir().unwrap();
        let copies = LocalCopies::open(folder.path(), 10).unwrap();
        copy(&copies, "user/table.parquet", b"1234");
        copies.begin().unwrap().keep().unwrap();
        let reopened = LocalCopies::open(folder.path(), 10).unwrap();
        assert!(reopened.find("user/table.parquet").is_some());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        reopened.remove("user/table.parquet").unwrap();
        assert!(copies.find("user/table.parquet").is_none());
    }
}
