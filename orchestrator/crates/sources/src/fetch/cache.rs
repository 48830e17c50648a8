use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::Fetched;

/// How long what was fetched is good for, and how much of it is kept.
const KEPT: Duration = Duration::from_secs(600);
const MOST_BYTES: u64 = 256 << 20;

/// The cache of recently fetched pages by address; one file per content, named by its hash.
#[derive(Clone)]
pub struct Cache {
    folder: PathBuf,
    entries: Arc<Mutex<HashMap<String, (Instant, Fetched)>>>,
}

impl Cache {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            entries: Arc::default(),
        }
    }

    pub fn get(&self, url: &str) -> Option<Fetched> {
        let entries = self.lock();
        let (since, fetched) = entries.get(url)?;
        let is_good = since.elapsed() < KEPT && fetched.file.exists();
        is_good.then(|| fetched.clone())
    }

    /// Returns the path of content with this hash.
    pub fn place(&self, hash: &str) -> PathBuf {
        self.folder.join(format!("fetched-{hash}"))
    }

    pub fn put(&self, url: String, fetched: Fetched) {
        let mut entries = self.lock();
        entries.insert(url, (Instant::now(), fetched));
        let mut left: Vec<(String, Instant, u64)> = entries
            .iter()
            .map(|(url, (since, fetched))| (url.clone(), *since, fetched.bytes))
            .collect();
        left.sort_by_key(|(_, since, _)| std::cmp::Reverse(*since));
        let mut bytes = 0;
        for (url, since, size) in left {
            bytes += size;
            if bytes > MOST_BYTES || since.elapsed() >= KEPT {
                let gone = entries.remove(&url);
                let is_used = |file: &PathBuf| entries.values().any(|(_, kept)| kept.file == *file);
                if let Some((_, gone)) = gone.filter(|(_, gone)| !is_used(&gone.file)) {
                    // Current readers keep the file open.
                    let _ = std::fs::remove_file(gone.file);
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Instant, Fetched)>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
