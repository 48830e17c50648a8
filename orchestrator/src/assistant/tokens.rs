/// Counts tokens where a provider reports none; loads its vocabulary at the first count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TokenCounter;

/// The vocabulary's merge is slow on long runs without blanks: longer ones are counted in pieces.
const PIECE_BYTES: usize = 1_024;

/// The token overhead of a message beside its text.
pub(crate) const MESSAGE_TOKENS: u64 = 8;

impl TokenCounter {
    /// Loads the vocabulary, which takes some 150 ms.
    pub fn warm(self) {
        self.count("portolan");
    }

    pub fn count(self, text: &str) -> u64 {
        let vocabulary = tiktoken_rs::o200k_base_singleton();
        pieces(text)
            .map(|piece| vocabulary.count_ordinary(piece) as u64)
            .sum()
    }
}

/// Cuts at blanks, and elsewhere only where there are none for long.
fn pieces(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let end = text.floor_char_boundary(PIECE_BYTES);
        let end = if end == text.len() {
            end
        } else {
            text[..end].rfind(' ').filter(|at| *at > 0).unwrap_or(end)
        };
        let (piece, rest) = text.split_at(end);
        text = rest;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_counts_match_vocabulary() {
        let text = "Average horsepower by origin, as a bar chart. ".repeat(200);
        let whole = tiktoken_rs::o200k_base_singleton().count_ordinary(&text) as u64;
        let counted = TokenCounter.count(&text);
        assert!(counted.abs_diff(whole) <= whole / 100, "{counted} {whole}");
        assert_eq!(TokenCounter.count(""), 0);
    }

    #[test]
    fn long_text_without_spaces_is_counted_quickly() {
        let text = "ä".repeat(100_000);
        assert!(TokenCounter.count(&text) > 1_000);
    }
}
