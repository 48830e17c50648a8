//! Cuts texts into the words that both databases index and are asked for, so that both answer alike.
//!
//! Letters lose their case and accents. Scripts that are written without blanks (Chinese, Japanese,
//! Korean, Thai and their neighbours) are cut into pairs of characters, and a run's last character
//! stands alone too: so every part of a run is found by the pairs in it.

use std::ops::Range;

use unicode_normalization::{
    UnicodeNormalization,
    char::{decompose_compatible, is_combining_mark},
};

/// Characters of a text that are indexed: what a database takes for one text bounds it.
pub const INDEXED_CHARACTERS: usize = 100_000;
/// Characters of one word that count.
const WORD_CHARACTERS: usize = 100;
/// Words of a query that count.
const QUERY_TERMS: usize = 20;

/// Around the found words of a snippet.
const MARK_START: char = '\u{E000}';
const MARK_END: char = '\u{E001}';

/// Characters of a snippet before its first found word, and from there on.
const SNIPPET_BEFORE: usize = 40;
const SNIPPET_AFTER: usize = 140;

/// A word as it is indexed, and where it stands in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
struct IndexedWord {
    key: String,
    range: Range<usize>,
    /// Returns the end of its first character.
    first_end: usize,
    kind: ScriptKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScriptKind {
    /// Of a script that has blanks between words.
    Spaced,
    /// A pair of characters, or a run's last one.
    Unspaced,
}

/// A search query: it matches texts with all of its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextQuery {
    terms: Vec<QueryTerm>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct QueryTerm {
    key: String,
    /// Whether words that begin with it are meant too.
    is_prefix: bool,
}

/// The text as it is stored beside its words.
pub fn stored_text(text: &str) -> String {
    text.nfc().take(INDEXED_CHARACTERS).collect()
}

/// The words of a text, with single blanks between them: letters, digits and marks only.
pub fn indexed_text(text: &str) -> String {
    let keys: Vec<String> = split_words(text).into_iter().map(|word| word.key).collect();
    keys.join(" ")
}

impl TextQuery {
    /// None if the text has no letter and no digit.
    pub fn parse(text: &str) -> Option<Self> {
        let text = stored_text(text);
        let mut terms: Vec<QueryTerm> = Vec::new();
        for run in split_runs(&text) {
            let found = match run.kind {
                ScriptKind::Spaced => vec![QueryTerm {
                    key: word_key(&run.letters),
                    is_prefix: true,
                }],
                ScriptKind::Unspaced if run.letters.len() == 1 => vec![QueryTerm {
                    key: word_key(&run.letters),
                    is_prefix: true,
                }],
                ScriptKind::Unspaced => run
                    .letters
                    .windows(2)
                    .map(|pair| QueryTerm {
                        key: word_key(pair),
                        is_prefix: false,
                    })
                    .collect(),
            };
            for term in found {
                if terms.len() < QUERY_TERMS && !terms.contains(&term) {
                    terms.push(term);
                }
            }
        }
        (!terms.is_empty()).then_some(Self { terms })
    }

    /// As SQLite's FTS5 reads it; `also` is one more word that must be there.
    pub fn for_sqlite(&self, also: Option<&str>) -> String {
        self.joined(" ", also, |key, is_prefix| {
            format!("\"{key}\"{}", if is_prefix { "*" } else { "" })
        })
    }

    /// As PostgreSQL reads a `tsquery`.
    pub fn for_postgres(&self, also: Option<&str>) -> String {
        self.joined(" & ", also, |key, is_prefix| {
            format!("'{key}'{}", if is_prefix { ":*" } else { "" })
        })
    }

    /// The place of the first found words in a stored text, with marks; None if there are none.
    pub fn snippet(&self, text: &str) -> Option<String> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for word in split_words(text) {
            let Some(range) = self.found(&word) else {
                continue;
            };
            match found.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => found.push(range),
            }
        }
        let first = found.first()?.start;
        let start = nth_from_end(&text[..first], SNIPPET_BEFORE);
        let end = first + nth_from_start(&text[first..], SNIPPET_AFTER);
        let mut snippet = String::new();
        if start > 0 {
            snippet.push('…');
        }
        let mut at = start;
        for range in found.into_iter().filter(|range| range.start < end) {
            let range = range.start..range.end.min(end);
            push_plain(&mut snippet, &text[at..range.start]);
            snippet.push(MARK_START);
            push_plain(&mut snippet, &text[range.clone()]);
            snippet.push(MARK_END);
            at = range.end;
        }
        push_plain(&mut snippet, &text[at..end]);
        if end < text.len() {
            snippet.push('…');
        }
        Some(snippet)
    }

    fn found(&self, word: &IndexedWord) -> Option<Range<usize>> {
        self.terms.iter().find_map(|term| {
            if term.key == word.key {
                Some(word.range.clone())
            } else if term.is_prefix && word.key.starts_with(&term.key) {
                Some(match word.kind {
                    ScriptKind::Spaced => word.range.clone(),
                    ScriptKind::Unspaced => word.range.start..word.first_end,
                })
            } else {
                None
            }
        })
    }

    fn joined(
        &self,
        and: &str,
        also: Option<&str>,
        write: impl Fn(&str, bool) -> String,
    ) -> String {
        let also = also.map(|word| write(word, false));
        let terms = self
            .terms
            .iter()
            .map(|term| write(&term.key, term.is_prefix));
        also.into_iter().chain(terms).collect::<Vec<_>>().join(and)
    }
}

fn split_words(text: &str) -> Vec<IndexedWord> {
    let mut words = Vec::new();
    for run in split_runs(text) {
        let letters = &run.letters;
        match run.kind {
            ScriptKind::Spaced => words.push(indexed_word(letters, run.kind)),
            ScriptKind::Unspaced => {
                words.extend(letters.windows(2).map(|pair| indexed_word(pair, run.kind)));
                words.push(indexed_word(&letters[letters.len() - 1..], run.kind));
            }
        }
    }
    words
}

fn indexed_word(letters: &[FoldedLetter], kind: ScriptKind) -> IndexedWord {
    let (first, last) = (&letters[0], &letters[letters.len() - 1]);
    IndexedWord {
        key: word_key(letters),
        range: first.range.start..last.range.end,
        first_end: first.range.end,
        kind,
    }
}

fn word_key(letters: &[FoldedLetter]) -> String {
    let letters = letters.iter().take(WORD_CHARACTERS);
    letters.map(|letter| letter.folded).collect()
}

/// One folded character, and the one in the text that it came from.
#[derive(Clone, Debug)]
struct FoldedLetter {
    folded: char,
    range: Range<usize>,
}

/// Letters of one kind without anything between them; never empty.
struct LetterRun {
    kind: ScriptKind,
    letters: Vec<FoldedLetter>,
}

fn split_runs(text: &str) -> Vec<LetterRun> {
    let mut runs: Vec<LetterRun> = Vec::new();
    let mut is_open = false;
    for (start, character) in text.char_indices().take(INDEXED_CHARACTERS) {
        let range = start..start + character.len_utf8();
        let mut folded = Vec::new();
        fold_character(character, &mut folded);
        for folded in folded {
            let Some(kind) = script_kind(folded) else {
                is_open = false;
                continue;
            };
            let letter = FoldedLetter {
                folded,
                range: range.clone(),
            };
            match runs.last_mut() {
                Some(run) if is_open && run.kind == kind => run.letters.push(letter),
                _ => runs.push(LetterRun {
                    kind,
                    letters: vec![letter],
                }),
            }
            is_open = true;
        }
    }
    runs
}

/// Lower case, without accents, full-width and half-width forms as the usual ones; `folded` is
/// empty before.
fn fold_character(character: char, folded: &mut Vec<char>) {
    if ('\u{AC00}'..='\u{D7A3}').contains(&character) {
        // A Hangul syllable would fall into its parts.
        folded.push(character);
        return;
    }
    decompose_compatible(character, |part| {
        if !is_accent(part) {
            folded.extend(part.to_lowercase().filter(|part| !is_accent(*part)));
        }
    });
    // A fraction or a bracketed sign would fall into words of its own.
    let is_one_word = folded
        .windows(2)
        .all(|pair| script_kind(pair[0]) == script_kind(pair[1]));
    if !is_one_word {
        folded.clear();
        folded.push(character);
    }
}

/// Marks that people leave out when they look for a word; those of Indic scripts are its vowels.
fn is_accent(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}')
}

fn script_kind(character: char) -> Option<ScriptKind> {
    if !(character.is_alphanumeric() || is_combining_mark(character)) {
        return None;
    }
    Some(match character {
        '\u{E00}'..='\u{EFF}'
        | '\u{1000}'..='\u{109F}'
        | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{318F}'
        | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7FF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => ScriptKind::Unspaced,
        _ => ScriptKind::Spaced,
    })
}

/// One blank for every run of them, and no marks but ours.
fn push_plain(snippet: &mut String, text: &str) {
    for character in text.chars() {
        if matches!(character, MARK_START | MARK_END) {
            continue;
        }
        if !character.is_whitespace() {
            snippet.push(character);
        } else if !snippet.ends_with(' ') {
            snippet.push(' ');
        }
    }
}

fn nth_from_end(text: &str, count: usize) -> usize {
    let mut starts = text.char_indices().rev();
    starts.nth(count - 1).map_or(0, |(at, _)| at)
}

fn nth_from_start(text: &str, count: usize) -> usize {
    let mut starts = text.char_indices();
    starts.nth(count).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_found(query: &str, text: &str) -> bool {
        let query = TextQuery::parse(query).unwrap();
        let words = split_words(&stored_text(text));
        query.terms.iter().all(|term| {
            words.iter().any(|word| {
                word.key == term.key || (term.is_prefix && word.key.starts_with(&term.key))
            })
        })
    }

    #[test]
    fn search_words_are_folded_and_cjk_text_is_indexed_as_pairs() {
        assert_eq!(
            indexed_text("Café-Umsätze: 1,234 ＡＢＣ"),
            "cafe umsatze 1 234 abc"
        );
        assert_eq!(indexed_text("東京都の売上"), "東京 京都 都の の売 売上 上");
        assert_eq!(indexed_text("月別 매출"), "月別 別 매출 출");
        assert_eq!(indexed_text("ｶﾞｽ ガス"), "カス ス カス ス");
        assert_eq!(indexed_text("2024年"), "2024 年");
        assert_eq!(indexed_text(" … !? "), "");
        assert_eq!(TextQuery::parse("%_\\"), None);
    }

    #[test]
    fn queries_match_word_prefixes_and_parts_of_cjk_text() {
        for (query, text) in [
            ("rev", "Revenue by month"),
            ("MONTH revenue", "Revenue by month"),
            ("cafe", "Cafe\u{301}s"),
            ("京都", "東京都の売上"),
            ("上", "東京都の売上"),
            ("京", "東京都の売上"),
            ("売上 tokyo", "Tokyo: 東京都の売上"),
            ("매출", "월별매출액"),
        ] {
            assert!(is_found(query, text), "{query} in {text}");
        }
        assert!(!is_found("京東", "東京都"));
        assert!(!is_found("even", "Revenue by month"));
    }

    #[test]
    fn both_databases_get_equivalent_search_queries() {
        let query = TextQuery::parse("Tea 売上").unwrap();
        assert_eq!(query.for_sqlite(None), "\"tea\"* \"売上\"");
        assert_eq!(query.for_postgres(Some("u1")), "'u1' & 'tea':* & '売上'");
    }

    #[test]
    fn snippet_marks_matches_in_context() {
        let query = TextQuery::parse("tea").unwrap();
        let text = format!(
            "{}the  best\nTea, and teas {}",
            "x ".repeat(60),
            "y ".repeat(90)
        );
        let snippet = query.snippet(&text).unwrap();
        assert!(snippet.contains("the best \u{E000}Tea\u{E001}, and \u{E000}teas\u{E001} y"));
        assert!(snippet.starts_with('…') && snippet.ends_with('…'));
        assert!(snippet.chars().count() < 200);
        assert_eq!(query.snippet("coffee"), None);
        let query = TextQuery::parse("京都の").unwrap();
        assert_eq!(
            query.snippet("東京都の売上").as_deref(),
            Some("東\u{E000}京都の\u{E001}売上")
        );
    }

    /// Texts of many scripts, with what may stand between words.
    fn any_text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            "[a-zA-Zäöüßéñ0-9]{1,12}",
            "[\u{3041}-\u{3096}\u{30A1}-\u{30FA}\u{4E00}-\u{4E80}]{1,8}",
            "[\u{AC00}-\u{AC80}]{1,6}",
            "[ ,.;:%'\"\\\\()\n]{1,3}",
            "\\PC{0,6}",
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn indexed_text_is_found_by_words_and_prefixes(
            text in any_text(), from in any::<prop::sample::Index>(), length in 1..8usize,
        ) {
            let text = stored_text(&text);
            for run in split_runs(&text) {
                let letters = &run.letters;
                let start = match run.kind {
                    // Words are found by their beginnings.
                    ScriptKind::Spaced => 0,
                    ScriptKind::Unspaced => from.index(letters.len()),
                };
                let end = (start + length).min(letters.len());
                let part = &text[letters[start].range.start..letters[end - 1].range.end];
                prop_assert!(is_found(part, &text), "{part:?} in {text:?}");
                prop_assert!(TextQuery::parse(part).unwrap().snippet(&text).is_some());
            }
        }

        #[test]
        fn search_words_contain_no_query_syntax(text in "\\PC{0,60}") {
            for key in indexed_text(&text).split(' ').filter(|key| !key.is_empty()) {
                prop_assert!(key.chars().all(|letter| script_kind(letter).is_some()), "{key:?}");
                prop_assert!(!key.contains(['"', '\'', '\\', ':', '*', '&', '|', '!', '(', '<']));
            }
        }
    }
}
