//! Words of any script: runs of letters and digits; where a script writes no blanks, pairs of characters.

use std::ops::Range;

/// The words of `text` with their places, in order.
pub(crate) fn split_words(text: &str) -> Words<'_> {
    Words { text, at: 0 }
}

pub(crate) struct Words<'a> {
    text: &'a str,
    at: usize,
}

/// Letters before an apostrophe that belong to the word: “didn't”, but “l'eau” is “l” and “eau”.
const BEFORE_APOSTROPHE: usize = 3;

impl Iterator for Words<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let rest = &self.text[self.at..];
        let (skipped, first) = rest
            .char_indices()
            .find(|(_, letter)| letter.is_alphanumeric())?;
        let start = self.at + skipped;
        if is_unspaced(first) {
            return Some(self.read_pair(start, first));
        }
        let mut end = start;
        let mut letters = 0;
        let mut characters = self.text[start..].chars().peekable();
        while let Some(letter) = characters.next() {
            let is_inner = matches!(letter, '\'' | '’')
                && letters >= BEFORE_APOSTROPHE
                && characters.peek().is_some_and(|next| next.is_alphabetic());
            if (!letter.is_alphanumeric() && !is_inner && !is_mark(letter)) || is_unspaced(letter) {
                break;
            }
            letters += 1;
            end += letter.len_utf8();
        }
        self.at = end;
        Some(start..end)
    }
}

impl Words<'_> {
    /// Two characters; the second begins the next pair. One that stands alone is a word.
    fn read_pair(&mut self, start: usize, first: char) -> Range<usize> {
        let middle = start + first.len_utf8();
        self.at = middle;
        match self.text[middle..].chars().next() {
            Some(second) if second.is_alphanumeric() && is_unspaced(second) => {
                let end = middle + second.len_utf8();
                let third = self.text[end..].chars().next();
                if !third.is_some_and(|letter| letter.is_alphanumeric() && is_unspaced(letter)) {
                    self.at = end;
                }
                start..end
            }
            _ => start..middle,
        }
    }
}

/// Combining marks are parts of the letter before them.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{65f}' | '\u{93a}'..='\u{94f}')
}

/// Scripts that put no blanks between words.
pub(crate) fn is_unspaced(letter: char) -> bool {
    matches!(letter,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word_texts(text: &str) -> Vec<&str> {
        split_words(text).map(|range| &text[range]).collect()
    }

    #[test]
    fn text_is_split_into_words_and_cjk_pairs() {
        assert_eq!(
            word_texts("The keeper's 3 lamps."),
            ["The", "keeper's", "3", "lamps"]
        );
        assert_eq!(word_texts("l'eau d’hier"), ["l", "eau", "d", "hier"]);
        assert_eq!(word_texts("港の灯台"), ["港の", "の灯", "灯台"]);
        assert_eq!(word_texts("港 A1塔"), ["港", "A1", "塔"]);
        assert!(word_texts("… — !").is_empty());
    }
}
