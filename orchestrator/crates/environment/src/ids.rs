//! Ids and secrets, passed in: production takes randomness from the operating system, tests from a seed.

use std::sync::{Arc, Mutex, PoisonError};

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use crate::clock::Clock;

/// Makes v7 UUIDs, each greater than the one before, and secrets. Clones share one sequence.
#[derive(Clone)]
pub struct Ids {
    clock: Clock,
    state: Arc<Mutex<GeneratorState>>,
}

struct GeneratorState {
    randomness: Randomness,
    last_millis: u64,
    /// Counts the ids of one millisecond, in the twelve bits after the time.
    counter: u16,
}

enum Randomness {
    System,
    Seeded(u64),
}

const COUNTER_LIMIT: u16 = 1 << 12;

impl Ids {
    pub fn system(clock: Clock) -> Self {
        Self::new(clock, Randomness::System)
    }

    /// The same ids and secrets for the same seed and clock: for tests only.
    pub fn seeded(clock: Clock, seed: u64) -> Self {
        Self::new(clock, Randomness::Seeded(seed))
    }

    fn new(clock: Clock, randomness: Randomness) -> Self {
        let state = GeneratorState {
            randomness,
            last_millis: 0,
            counter: 0,
        };
        Self {
            clock,
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// A v7 UUID of now; where the clock stands or goes back, the ids still grow.
    pub fn id(&self) -> Uuid {
        let now = u64::try_from(self.clock.now().timestamp_millis()).unwrap_or(0);
        let mut state = self.lock();
        if now > state.last_millis {
            state.last_millis = now;
            state.counter = 0;
        } else if state.counter + 1 < COUNTER_LIMIT {
            state.counter += 1;
        } else {
            state.last_millis += 1;
            state.counter = 0;
        }
        let mut bytes = [0; 10];
        state.randomness.fill(&mut bytes[2..]);
        bytes[..2].copy_from_slice(&state.counter.to_be_bytes());
        Builder::from_unix_timestamp_millis(state.last_millis, &bytes).into_uuid()
    }

    /// Secret bytes for keys and salts.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.lock().randomness.fill(&mut bytes);
        bytes
    }

    /// A secret of 256 random bits in 43 characters that are safe in a URL.
    pub fn secret(&self) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(self.bytes::<32>())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, GeneratorState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Ids {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Ids").finish_non_exhaustive()
    }
}

impl Randomness {
    fn fill(&mut self, bytes: &mut [u8]) {
        match self {
            Self::System => {
                getrandom::fill(bytes).expect("the operating system gives random bytes")
            }
            Self::Seeded(state) => {
                for chunk in bytes.chunks_mut(8) {
                    chunk.copy_from_slice(&split_mix(state).to_le_bytes()[..chunk.len()]);
                }
            }
        }
    }
}

/// SplitMix64: good enough for tests, and a few lines.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Returns the id that belongs to a name: the same one for the same name, at any time.
pub fn named_id(name: &str) -> Uuid {
    let hash: [u8; 32] = Sha256::digest(name.as_bytes()).into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(bytes).into_uuid()
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta};

    use super::*;
    use crate::clock::TestClock;

    #[test]
    fn ids_increase_even_if_the_clock_is_set_back() {
        let hand = TestClock::new(DateTime::from_timestamp_millis(1_800_000_000_000).unwrap());
        let ids = Ids::seeded(hand.clock(), 1);
        let mut last = ids.id();
        assert_eq!(last.get_version_num(), 7);
        for round in 0..10_000 {
            if round == 5_000 {
                hand.advance(TimeDelta::days(-1));
            }
            let next = ids.id();
            assert!(next > last);
            last = next;
        }
    }

    #[test]
    fn seeded_ids_repeat_and_system_ids_never_do() {
        let clock = TestClock::new(DateTime::UNIX_EPOCH).clock();
        let [one, two] = [7, 7].map(|seed| Ids::seeded(clock.clone(), seed));
        assert_eq!(one.id(), two.id());
        assert_eq!(one.secret(), two.secret());
        let [one, two] = [(), ()].map(|()| Ids::system(clock.clone()));
        assert_ne!(one.secret(), two.secret());
        assert_eq!(one.secret().len(), 43);
    }
}
