//! Cuts texts that cost too much to be written down again: a serialiser of a tree looks, for
//! each `&` in a text, at all that follows it up to the next `<` or `>`.

use dom_query::{Document, NodeRef};

/// Bytes that may be looked at for one text or attribute.
const MOST_LOOKS: u64 = 1 << 22;
/// Bytes of a piece of a text that costs more.
const PIECE: usize = 2_048;

/// Cuts such texts into several that follow each other, and takes such attributes away.
pub fn cut_costly(document: &Document) {
    cut_long_texts(document, MOST_LOOKS, PIECE);
}

fn cut_long_texts(document: &Document, most_looks: u64, piece: usize) {
    let mut stack = vec![document.root()];
    while let Some(node) = stack.pop() {
        for attribute in node.attrs() {
            if count_looks(&attribute.value, b"\"<>") > most_looks {
                node.remove_attr(&attribute.name.local);
            }
        }
        // The content of these elements is written unescaped.
        if node.has_name("script") || node.has_name("style") {
            continue;
        }
        for child in node.children() {
            if !child.is_text() {
                stack.push(child);
            } else if count_looks(&child.text(), b"<>") > most_looks {
                cut_text(document, &child, piece);
            }
        }
    }
}

/// The last piece comes in first, each next one before it.
fn cut_text(document: &Document, node: &NodeRef<'_>, piece: usize) {
    let text = node.text();
    let mut pieces = text_pieces(&text, piece);
    let first = pieces.next().unwrap_or_default();
    for piece in pieces.collect::<Vec<_>>().into_iter().rev() {
        node.insert_after(&document.tree.new_text(piece));
    }
    node.set_text(first);
}

/// How many bytes are looked at where a text is written: from each one that is written in another
/// way up to the next of `ends`.
fn count_looks(text: &str, ends: &[u8]) -> u64 {
    let (mut distance, mut sum) = (0_u64, 0_u64);
    for byte in text.bytes().rev() {
        let is_end = ends.contains(&byte);
        // 0xC2 begins a non-breaking space, among others.
        if is_end || byte == b'&' || byte == 0xC2 {
            sum = sum.saturating_add(distance);
        }
        distance = if is_end { 0 } else { distance + 1 };
    }
    sum
}

/// The text in pieces of at most so many bytes, or of one character; between words where it can be.
fn text_pieces(mut rest: &str, most: usize) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = match rest.floor_char_boundary(most) {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            end => end,
        };
        let word = match rest[..end].rfind([' ', '\n']) {
            Some(at) if end < rest.len() => at + 1,
            _ => end,
        };
        let (piece, after) = rest.split_at(word);
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use dom_query::Document;
    use proptest::prelude::*;

    use super::*;

    fn page_of(words: &str) -> Document {
        let escaped = words.replace('&', "&amp;").replace('<', "&lt;");
        Document::from(format!("<p>before <b>it</b> {escaped} after</p><p>end"))
    }

    proptest! {
        #[test]
        fn splitting_text_preserves_content(words in "[a-zé°« &<\n]{0,200}", most in 1_usize..40) {
            let (whole, cut_up) = (page_of(&words), page_of(&words));
            cut_long_texts(&cut_up, 0, most);
            prop_assert_eq!(whole.text(), cut_up.text());
            prop_assert_eq!(whole.html(), cut_up.html());
        }

        #[test]
        fn split_pieces_are_short_and_join_to_the_original_text(text in ".{0,300}", most in 1_usize..50) {
            let found: Vec<&str> = text_pieces(&text, most).collect();
            prop_assert_eq!(found.concat(), text.as_str());
            for piece in found {
                prop_assert!(!piece.is_empty() && (piece.len() <= most || piece.chars().count() == 1));
            }
        }

        #[test]
        fn parser_lookaheads_are_counted(text in "[ab&<é\u{a0}]{0,60}") {
            let bytes = text.as_bytes();
            let counted: usize = (0..bytes.len())
                .filter(|at| [b'&', b'<', b'>', 0xC2].contains(&bytes[*at]))
                .map(|at| bytes[at + 1..].iter().position(|byte| *byte == b'<').unwrap_or(bytes.len() - at - 1))
                .sum();
            prop_assert_eq!(count_looks(&text, b"<>"), counted as u64);
        }
    }

    #[test]
    fn only_expensive_text_is_split() {
        let words = "Ça « vaut » 5 °C & plus. ".repeat(100);
        let document = page_of(&words);
        cut_costly(&document);
        assert_eq!(
            document.select("p").first().nodes()[0]
                .children_it(false)
                .count(),
            3
        );
        let signs = "&#x".repeat(100_000);
        let document = Document::from(format!("<p title='{signs}' id=a>{signs}</p>"));
        cut_costly(&document);
        let node = document.select("p").nodes()[0];
        assert!(!node.has_attr("title") && node.has_attr("id"));
        assert!(node.children_it(false).count() > 100);
        assert_eq!(node.text().len(), signs.len());
    }
}
