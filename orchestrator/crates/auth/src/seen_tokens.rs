//! Tokens whose signature was verified before.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use sha2::{Digest, Sha256};

/// Tokens that one of the two generations holds: 32 bytes each, 1 MiB with both full.
const GENERATION: usize = 8_192;

/// A bounded set of tokens with a valid signature. Nothing else about them is remembered: their times, issuer
/// and audience are checked each time, and their session is the store's to say.
#[derive(Default)]
pub(crate) struct SeenTokens(Mutex<Generations>);

#[derive(Default)]
struct Generations {
    new: HashSet<[u8; 32]>,
    old: HashSet<[u8; 32]>,
}

impl SeenTokens {
    pub fn contains(&self, token: &str) -> bool {
        let digest = digest_of(token);
        let generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        generations.new.contains(&digest) || generations.old.contains(&digest)
    }

    /// Remembers a token; those that were not added for longest are dropped.
    pub fn insert(&self, token: &str) {
        let mut generations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if generations.new.len() >= GENERATION {
            generations.old = std::mem::take(&mut generations.new);
        }
        generations.new.insert(digest_of(token));
    }
}

impl std::fmt::Debug for SeenTokens {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("SeenTokens")
    }
}

fn digest_of(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seen_tokens_are_bounded_and_keep_the_most_recent() {
        let seen = SeenTokens::default();
        for number in 0..3 * GENERATION {
            seen.insert(&number.to_string());
        }
        assert!(!seen.contains("0"));
        assert!(seen.contains(&(3 * GENERATION - 1).to_string()));
        let generations = seen.0.lock().unwrap();
        assert!(generations.new.len() + generations.old.len() <= 2 * GENERATION);
    }
}
