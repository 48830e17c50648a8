use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::{document::Document, sentences::split_sentences, words::split_words};

/// Words of a sentence that can introduce a text; shorter ones are labels.
const LEAD_WORDS: usize = 6;

/// The beginning of a Markdown text's running words, for a list of documents: no headings, pictures,
/// code or footnotes. Cut at a word, with an ellipsis, if there are more than `characters`.
pub fn excerpt_of(markdown: &str, characters: usize) -> String {
    let mut excerpt = String::new();
    let mut left_out = 0_u32;
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for event in Parser::new_ext(markdown, options) {
        match event {
            Event::Start(tag) if is_left_out(&tag) => left_out += 1,
            Event::End(
                TagEnd::Heading(_)
                | TagEnd::Image
                | TagEnd::CodeBlock
                | TagEnd::FootnoteDefinition
                | TagEnd::Table,
            ) => left_out = left_out.saturating_sub(1),
            Event::Text(text) | Event::Code(text) if left_out == 0 => excerpt.push_str(&text),
            Event::SoftBreak | Event::HardBreak | Event::End(_) if left_out == 0 => {
                excerpt.push(' ');
            }
            _ => {}
        }
        // One more than is kept, and what white space may take of it.
        if excerpt.len() > characters * 8 {
            break;
        }
    }
    cut_at_word(&excerpt, characters)
}

fn is_left_out(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Heading { .. }
            | Tag::Image { .. }
            | Tag::CodeBlock(_)
            | Tag::FootnoteDefinition(_)
            | Tag::Table(_)
    )
}

/// Returns the first sentences of a text that together have at most `characters`; a first one that is longer is cut at a word.
pub fn first_sentences(text: &str, characters: usize) -> String {
    let mut kept = String::new();
    for sentence in split_sentences(text) {
        let sentence = cut_at_word(&text[sentence], usize::MAX);
        let length = kept.chars().count() + 1 + sentence.chars().count();
        if kept.is_empty() {
            kept = cut_at_word(&sentence, characters);
        } else if length <= characters {
            kept.push(' ');
            kept.push_str(&sentence);
        } else {
            break;
        }
    }
    kept
}

impl Document {
    /// Returns the first paragraph of prose that has a whole sentence.
    pub fn lead(&self) -> Option<&str> {
        let has_sentence = |text: &str| {
            let mut sentences = split_sentences(text).into_iter();
            sentences.any(|sentence| split_words(&text[sentence]).count() >= LEAD_WORDS)
        };
        let mut prose = self.passages.iter().filter(|passage| passage.is_prose);
        let lead = prose.find(|passage| has_sentence(&passage.text))?;
        Some(&lead.text)
    }
}

fn cut_at_word(text: &str, characters: usize) -> String {
    let mut kept = String::new();
    let mut count = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count() + usize::from(count > 0);
        if count + length > characters {
            if kept.is_empty() {
                kept.extend(word.chars().take(characters));
            }
            kept.push('…');
            return kept;
        }
        if count > 0 {
            kept.push(' ');
        }
        kept.push_str(word);
        count += length;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_sentences_are_whole_where_they_fit() {
        let text = "Lamps burn at dusk. Oil is dear. Nobody in the harbour slept.";
        assert_eq!(
            first_sentences(text, 40),
            "Lamps burn at dusk. Oil is dear."
        );
        assert_eq!(first_sentences(text, 12), "Lamps burn…");
        assert_eq!(first_sentences("", 12), "");
    }

    #[test]
    fn lead_is_the_first_paragraph_with_a_sentence() {
        let text = "# Lamps\n\nBy Ada\n\nThe lamp was lit at dusk, and the pilots came home.\n";
        let document = Document::read(text, crate::Format::Markdown, "lamps");
        assert_eq!(
            document.lead(),
            Some("The lamp was lit at dusk, and the pilots came home.")
        );
        let empty = Document::read("# Lamps\n", crate::Format::Markdown, "lamps");
        assert_eq!(empty.lead(), None);
    }

    #[test]
    fn excerpt_keeps_body_text_and_ends_at_a_word_boundary() {
        let markdown = "# Tides\n\nThe *tide* rises[^1] twice a day.\n\n![Tides](/charts/1)\n\n\
            ```\ncode\n```\n\n- at `Brest`\n- at Dover\n\n[^1]: A table.\n";
        assert_eq!(
            excerpt_of(markdown, 200),
            "The tide rises twice a day. at Brest at Dover"
        );
        assert_eq!(excerpt_of(markdown, 16), "The tide rises…");
        assert_eq!(excerpt_of(&"ü".repeat(99), 4), "üüüü…");
        assert_eq!(excerpt_of("# Only a head", 20), "");
    }
}
