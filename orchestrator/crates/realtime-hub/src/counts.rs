use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Counts what is there under each key. Clones count together.
pub struct Counts<K, V = ()>(Arc<Mutex<HashMap<K, Vec<V>>>>);

/// One that is there for as long as this lives.
pub struct Counted<K: Eq + Hash + Copy, V = ()> {
    counts: Counts<K, V>,
    key: K,
}

impl<K: Eq + Hash + Copy, V> Counts<K, V> {
    /// None if `most` are there already.
    pub fn enter(&self, key: K, value: V, most: usize) -> Option<Counted<K, V>> {
        let mut counts = self.lock_counts();
        let there = counts.entry(key).or_default();
        if there.len() >= most {
            return None;
        }
        there.push(value);
        Some(Counted {
            counts: self.clone(),
            key,
        })
    }

    pub fn total(&self) -> usize {
        self.lock_counts().values().map(Vec::len).sum()
    }

    pub fn values(&self) -> Vec<V>
    where
        V: Clone,
    {
        self.lock_counts().values().flatten().cloned().collect()
    }

    fn lock_counts(&self) -> MutexGuard<'_, HashMap<K, Vec<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Copy, V> Drop for Counted<K, V> {
    fn drop(&mut self) {
        let mut counts = self.counts.lock_counts();
        if let Some(there) = counts.get_mut(&self.key) {
            there.pop();
            if there.is_empty() {
                counts.remove(&self.key);
            }
        }
    }
}

impl<K, V> Clone for Counts<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, V> Default for Counts<K, V> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_per_key_are_limited_and_released() {
        let counts: Counts<u8> = Counts::default();
        let one = counts.enter(1, (), 2);
        let two = counts.enter(1, (), 2);
        assert!(one.is_some() && two.is_some());
        assert!(counts.enter(1, (), 2).is_none());
        assert!(counts.enter(2, (), 2).is_some());
        drop(one);
        assert!(counts.enter(1, (), 2).is_some());
        drop(two);
        assert_eq!(counts.total(), 0);
    }
}
