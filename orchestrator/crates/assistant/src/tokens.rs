use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{LazyLock, Mutex, PoisonError},
};

/// Counts tokens where a provider reports none; loads its vocabulary at the first count. Text that was counted
/// before, such as the constant parts of prompts, is not counted again.
#[derive(Clone, Copy, Debug, Default)]
pub struct TokenCounter;

/// The vocabulary's merge is slow on long runs without blanks: longer ones are counted in pieces.
const PIECE_BYTES: usize = 1_024;
/// A piece ends at the first line break after so many bytes: texts that begin alike have pieces in common.
const LINE_BYTES: usize = 256;
/// Shorter pieces are counted as fast as they are looked up.
const REMEMBERED_BYTES: usize = 48;
/// Counts that one of the two generations holds.
const GENERATION: usize = 16_384;

/// The token overhead of a message beside its text.
pub(crate) const MESSAGE_TOKENS: u64 = 8;

impl TokenCounter {
    /// Loads the vocabulary, which takes some 150 ms.
    pub fn warm(self) {
        self.count("portolan");
    }

    pub fn count(self, text: &str) -> u64 {
        split_pieces(text).map(count_piece).sum()
    }
}

fn count_piece(piece: &str) -> u64 {
    if piece.len() < REMEMBERED_BYTES {
        return count_anew(piece);
    }
    let key = COUNTS.cache_key(piece);
    if let Some(count) = COUNTS.get_cached(key) {
        return count;
    }
    let count = count_anew(piece);
    COUNTS.insert_cached(key, count);
    count
}

fn count_anew(piece: &str) -> u64 {
    tiktoken_rs::o200k_base_singleton().count_ordinary(piece) as u64
}

static COUNTS: LazyLock<TokenCounts> = LazyLock::new(TokenCounts::default);

/// Counts by two independent hashes of their text; those that were not looked up for longest are dropped.
#[derive(Default)]
struct TokenCounts {
    hashers: (RandomState, RandomState),
    generations: Mutex<[HashMap<(u64, u64), u64>; 2]>,
}

impl TokenCounts {
    fn cache_key(&self, text: &str) -> (u64, u64) {
        (self.hashers.0.hash_one(text), self.hashers.1.hash_one(text))
    }

    fn get_cached(&self, key: (u64, u64)) -> Option<u64> {
        let mut generations = self
            .generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let [new, old] = &mut *generations;
        if let Some(count) = new.get(&key) {
            return Some(*count);
        }
        let count = old.remove(&key)?;
        new.insert(key, count);
        Some(count)
    }

    fn insert_cached(&self, key: (u64, u64), count: u64) {
        let mut generations = self
            .generations
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if generations[0].len() >= GENERATION {
            generations.swap(0, 1);
            generations[0].clear();
        }
        generations[0].insert(key, count);
    }
}

/// Cuts at line breaks, at blanks if there are none, and elsewhere only if there are neither for long.
fn split_pieces(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let (piece, rest) = text.split_at(piece_end(text));
        text = rest;
        Some(piece)
    })
}

fn piece_end(text: &str) -> usize {
    let most = text.floor_char_boundary(PIECE_BYTES);
    let least = text.floor_char_boundary(LINE_BYTES.min(most));
    let line = text[least..most].find('\n').map(|at| least + at + 1);
    match line {
        Some(end) => end,
        None if most == text.len() => most,
        None => text[..most].rfind(' ').filter(|at| *at > 0).unwrap_or(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_counts_match_the_vocabulary() {
        for text in [
            "Average horsepower by origin, as a bar chart. ".repeat(200),
            "Average horsepower\nby origin,\n\nas a bar chart.\n".repeat(200),
        ] {
            let whole = tiktoken_rs::o200k_base_singleton().count_ordinary(&text) as u64;
            for _ in 0..2 {
                let counted = TokenCounter.count(&text);
                assert!(counted.abs_diff(whole) <= whole / 50, "{counted} {whole}");
            }
        }
        assert_eq!(TokenCounter.count(""), 0);
    }

    #[test]
    fn long_text_without_spaces_is_counted_in_linear_time() {
        let text = "ä".repeat(100_000);
        assert!(TokenCounter.count(&text) > 1_000);
    }

    #[test]
    fn texts_with_the_same_start_share_token_chunks() {
        let prompt = "One line of the prompt that every chat is told, word for word.\n".repeat(40);
        let (one, two) = (format!("{prompt}cars"), format!("{prompt}harbours"));
        let ones: Vec<&str> = split_pieces(&one).collect();
        let twos: Vec<&str> = split_pieces(&two).collect();
        let same = ones
            .iter()
            .zip(&twos)
            .filter(|(one, two)| one == two)
            .count();
        assert!(same + 1 >= ones.len(), "{same} of {}", ones.len());
    }

    #[test]
    fn token_count_cache_is_bounded() {
        let counts = TokenCounts::default();
        for number in 0..3 * GENERATION as u64 {
            counts.insert_cached((number, number), number);
        }
        assert_eq!(counts.get_cached((0, 0)), None);
        let newest = 3 * GENERATION as u64 - 1;
        assert_eq!(counts.get_cached((newest, newest)), Some(newest));
        let held: usize = counts
            .generations
            .lock()
            .unwrap()
            .iter()
            .map(HashMap::len)
            .sum();
        assert!(held <= 2 * GENERATION);
    }
}
