//! The words around a place.

use std::ops::Range;

/// The part of `text` around `focus` of at most `most` bytes, cut between words; the sentence
/// where it is short enough. `focus` lies within `sentence`.
pub(crate) fn shorten_around(
    text: &str,
    sentence: &Range<usize>,
    focus: &Range<usize>,
    most: usize,
) -> Range<usize> {
    if sentence.len() <= most {
        return sentence.clone();
    }
    let clause = clause_around(text, sentence, focus);
    if clause.len() <= most && clause.len() >= most / 3 {
        return clause;
    }
    let spare = most.saturating_sub(focus.len());
    let before = spare / 3;
    let mut start = focus.start.saturating_sub(before).max(sentence.start);
    start = boundary_from(text, start, focus.start, sentence.start);
    let mut end = (start + most).min(sentence.end).max(focus.end);
    end = boundary_to(text, end, focus.end, sentence.end);
    let part = &text[start..end];
    let lead = part.len() - part.trim_start().len();
    start + lead..start + part.trim_end().len().max(lead)
}

/// Between the punctuation marks that enclose the focus.
fn clause_around(text: &str, sentence: &Range<usize>, focus: &Range<usize>) -> Range<usize> {
    let is_edge = |letter: char| matches!(letter, ';' | ':' | '—' | '–' | '(' | ')' | '\n');
    let before = &text[sentence.start..focus.start];
    let start = before.rfind(is_edge).map_or(sentence.start, |at| {
        let edge = text[sentence.start + at..].chars().next();
        sentence.start + at + edge.map_or(1, char::len_utf8)
    });
    let after = &text[focus.end..sentence.end];
    let end = after
        .find(is_edge)
        .map_or(sentence.end, |at| focus.end + at);
    let part = &text[start..end];
    let lead = part.len() - part.trim_start().len();
    start + lead..start + part.trim_end().len().max(lead)
}

/// The next word's beginning from `at` on, not after `latest`.
fn boundary_from(text: &str, mut at: usize, latest: usize, first: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    if at == first {
        return at;
    }
    text[at..latest]
        .find(char::is_whitespace)
        .map_or(at.min(latest), |blank| at + blank)
}

/// The end of the last whole word before `at`, not before `earliest`.
fn boundary_to(text: &str, mut at: usize, earliest: usize, last: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let at = at.max(earliest);
    if at == last {
        return at;
    }
    text[earliest..at]
        .rfind(char::is_whitespace)
        .map_or(at, |blank| earliest + blank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_clause_is_cut_at_word_boundaries_around_its_focus() {
        let text = "The harbour, built long before anybody wrote such things down, had 12 lamps in it; the pilots counted them every single night of the year.";
        let focus = text.find("12").unwrap();
        let focus = focus..focus + 2;
        let whole = 0..text.len();
        let found = &text[shorten_around(text, &whole, &focus, 90)];
        assert!(found.contains("12 lamps") && found.len() <= 90, "{found}");
        assert!(
            text.contains(&format!(" {found}")) || text.starts_with(found),
            "{found}"
        );
        assert_eq!(shorten_around(text, &whole, &focus, 500), whole);
        let wide = "é".repeat(300);
        let found = shorten_around(&wide, &(0..wide.len()), &(200..202), 60);
        assert!(found.contains(&200) && wide.get(found).is_some());
    }
}
