//! Counts how often each value occurs, exactly while there are few of them.

use std::{
    borrow::Borrow,
    collections::HashMap,
    hash::{BuildHasher, Hash},
};

use foldhash::fast::FixedState;

/// Up to so many distinct values are counted exactly.
pub const EXACT: usize = 100_000;
const REGISTERS: usize = 1 << 14;

/// Beyond `EXACT` values it estimates how many there are (HyperLogLog), and keeps those that
/// are frequent: a new value that finds no room lowers the counts of all (Misra and Gries).
pub struct Distinct<K> {
    counts: HashMap<K, u64, FixedState>,
    hasher: FixedState,
    registers: Option<Box<[u8; REGISTERS]>>,
}

impl<K: Hash + Eq> Distinct<K> {
    pub fn new() -> Self {
        // A fixed seed makes estimates, and so profiles, the same on every run.
        let hasher = FixedState::with_seed(1);
        Self {
            counts: HashMap::with_hasher(hasher.clone()),
            hasher,
            registers: None,
        }
    }

    pub fn add<Q>(&mut self, value: &Q, times: u64)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        // Registers are filled only after the exact limit; until then the map has the answer.
        if let Some(registers) = &mut self.registers {
            update_register(registers, self.hasher.hash_one(value));
        }
        if let Some(count) = self.counts.get_mut(value) {
            *count += times;
            return;
        }
        if self.counts.len() >= EXACT {
            self.make_room();
        }
        self.counts.insert(value.to_owned(), times);
    }

    fn make_room(&mut self) {
        if self.registers.is_none() {
            let mut registers = Box::new([0; REGISTERS]);
            for value in self.counts.keys() {
                update_register(&mut registers, self.hasher.hash_one(value));
            }
            self.registers = Some(registers);
        }
        let mut counts: Vec<u64> = self.counts.values().copied().collect();
        // Half of the values go, so that making room stays rare.
        let (_, lowered, _) = counts.select_nth_unstable(EXACT / 2);
        let lowered = *lowered;
        self.counts.retain(|_, count| {
            *count = count.saturating_sub(lowered);
            *count > 0
        });
    }

    pub fn is_exact(&self) -> bool {
        self.registers.is_none()
    }

    pub fn count(&self) -> u64 {
        match &self.registers {
            None => self.counts.len() as u64,
            Some(registers) => estimate_count(registers.as_ref()),
        }
    }

    /// The values that are known and their counts; the counts are exact only if the number is.
    pub fn into_counts(self) -> Vec<(K, u64)> {
        self.counts.into_iter().collect()
    }
}

fn update_register(registers: &mut [u8; REGISTERS], hash: u64) {
    let hash = mix_hash(hash);
    let index = (hash as usize) % REGISTERS;
    let rest = hash >> REGISTERS.trailing_zeros();
    // 50 bits remain after the 14 of the index.
    let rank = u8::try_from(rest.trailing_zeros().min(49)).unwrap_or(49) + 1;
    registers[index] = registers[index].max(rank);
}

/// Spreads the hash over all its bits: the table's own is made for speed (fmix64 of MurmurHash3).
fn mix_hash(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

fn estimate_count(registers: &[u8]) -> u64 {
    let size = registers.len() as f64;
    let sum: f64 = registers
        .iter()
        .map(|rank| 2f64.powi(-i32::from(*rank)))
        .sum();
    // Bias correction from the HyperLogLog paper for 128 and more registers.
    let alpha = 0.7213 / (1.0 + 1.079 / size);
    (alpha * size * size / sum).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_counted_exactly() {
        let mut distinct = Distinct::<String>::new();
        for word in ["a", "b", "a", "a"] {
            distinct.add(word, 1);
        }
        assert!(distinct.is_exact());
        assert_eq!(distinct.count(), 2);
        let mut counts = distinct.into_counts();
        counts.sort();
        assert_eq!(counts, [("a".to_owned(), 3), ("b".to_owned(), 1)]);
    }

    #[test]
    fn many_values_are_estimated_and_the_frequent_ones_are_kept() {
        let mut distinct = Distinct::<u64>::new();
        for value in 0..400_000u64 {
            distinct.add(&value, 1);
            distinct.add(&7, 1);
        }
        assert!(!distinct.is_exact());
        let error = (distinct.count() as f64 / 400_000.0 - 1.0).abs();
        assert!(error < 0.03, "{error}");
        assert!(distinct.counts.len() <= EXACT);
        assert!(
            distinct
                .into_counts()
                .iter()
                .any(|(value, count)| *value == 7 && *count > 1000)
        );
    }
}
