use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The beginning of a Markdown text's running words, for a list of documents: no headings, pictures,
/// code or footnotes. Cut at a word, with an ellipsis, where there are more than `characters`.
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
    fn running_words_are_kept_and_cut_at_a_word() {
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
