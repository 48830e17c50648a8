//! Properties that hold for any text.

use portolan_documents::{
    Document, DocumentProfile, Format, Passage, Quote, decode_text, is_table,
};
use proptest::prelude::*;

const FORMATS: [Format; 5] = [
    Format::Markdown,
    Format::Text,
    Format::WebVtt,
    Format::SubRip,
    Format::Timed,
];

/// Text with what the readers look for: marks, numbers, dates, times, scripts, breaks.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n\n".to_owned()),
        Just("\n".to_owned()),
        Just("\u{c}".to_owned()),
        Just("# Lamps and ships\n\n".to_owned()),
        Just("CHAPTER II\n\n".to_owned()),
        Just("- an item of a list\n".to_owned()),
        Just("| a | b |\n|---|---|\n| 1 | 2 |\n".to_owned()),
        Just("**bold** and [link](https://example.com) &amp; `code`".to_owned()),
        Just("The harbour had 12 lamps on 4 March 1911 and cost €3.2 million. ".to_owned()),
        Just("灯台は2021年3月4日に120万円で建てられた。港です。".to_owned()),
        Just("WEBVTT\n\n".to_owned()),
        Just("00:00:01.000 --> 00:00:02.500\nThe <b>lamp</b> is out.\n\n".to_owned()),
        Just("\n\n7\n00:00:01,500 --> 99:00:02,500\nWho did it?\n\n".to_owned()),
        Just("[01:02] Ada: the keeper's own words\n".to_owned()),
        "[a-zA-Zäß,.;:!?'’\" ]{0,40}",
        "\\PC{0,20}",
        any::<String>(),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// The characters of a passage stand in the source at its place, in order, and between them only markup; if
/// there is none, it is the source itself.
fn stands_in_source(source: &str, passage: &Passage) -> bool {
    let Some(place) = source.get(passage.range.clone()) else {
        return false;
    };
    let letters =
        |text: &str| -> Vec<char> { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    let has_markup = place.contains([
        '<', '{', '&', '[', '(', '*', '_', '`', '|', '\\', '~', '-', '#', '>',
    ]);
    if !has_markup && place.split_whitespace().eq(passage.text.split_whitespace()) {
        return true;
    }
    let mut all = letters(place).into_iter();
    letters(&passage.text)
        .into_iter()
        .all(|wanted| all.any(|letter| letter == wanted))
}

fn check_quote(document: &Document, quote: &Quote) {
    let passage = &document.passages[quote.passage];
    assert!(passage.text.contains(&quote.text), "{quote:?}");
    assert!(!quote.text.is_empty());
    assert_eq!((quote.line, quote.page), (passage.line, passage.page));
    if let (Some(at), Some(start), Some(end)) = (quote.start_ms, passage.start_ms, passage.end_ms) {
        assert!((start..=end.max(start)).contains(&at), "{quote:?}");
    }
}

fn check_text(source: &str, format: Format) {
    let document = Document::read(source, format, "lamps.txt");
    for passage in &document.passages {
        // Entities other than those of the pieces above represent letters of any kind.
        let has_entities = source.replace("&amp;", "").contains('&');
        assert!(
            has_entities || stands_in_source(source, passage),
            "{passage:?} in {source:?}"
        );
        assert_eq!(
            passage.line,
            source[..passage.range.start].matches('\n').count() + 1
        );
    }
    let mut quotes = document.key_passages(8);
    quotes.extend(document.figures(30).into_iter().map(|figure| {
        assert!(
            figure.quote.text.contains(&figure.value) && figure.quote.text.contains(&figure.label)
        );
        figure.quote
    }));
    quotes.extend(document.events(30).into_iter().map(|event| {
        assert!(event.quote.text.contains(&event.label), "{event:?}");
        event.quote
    }));
    quotes.extend(
        document
            .search("Which lamps cost 港 in 1911?", 5)
            .hits
            .into_iter()
            .map(|hit| hit.quote),
    );
    let chapters = document.chapters();
    let mut next = 0;
    for (at, chapter) in chapters.iter().enumerate() {
        assert_eq!(chapter.passages.start, next);
        assert!(!chapter.passages.is_empty());
        next = chapter.passages.end;
        assert!(chapter.passages.contains(&chapter.title.passage));
        if let (Some(start), Some(end)) = (chapter.start_ms, chapter.end_ms) {
            assert!(start <= end, "{chapter:?}");
        }
        if let Some(later) = chapters.get(at + 1) {
            assert_eq!(chapter.end_ms, later.start_ms);
        }
        quotes.push(chapter.title.clone());
    }
    assert_eq!(next, document.passages.len());
    for quote in &quotes {
        check_quote(&document, quote);
    }
    for section in document.all_sections() {
        assert!(section.range.start <= section.range.end && section.range.end <= source.len());
        assert!(section.passages.end <= document.passages.len());
        assert_eq!(
            document
                .section(&section.heading)
                .map(|found| found.heading.to_lowercase()),
            Some(section.heading.to_lowercase())
        );
    }
    assert!(document.outline().starts_with("# "));
    let profile = DocumentProfile::from(&document);
    assert_eq!(profile.passage_count as usize, document.passages.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_quote_occurs_in_its_source(source in any_text()) {
        for format in FORMATS {
            check_text(&source, format);
        }
        check_text(&source, Format::detect(&source, "notes.txt"));
        is_table(&source);
    }

    #[test]
    fn arbitrary_bytes_decode_to_text_or_nothing(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        if let Some(decoded) = decode_text(&bytes) {
            check_text(&decoded.text, Format::detect(&decoded.text, "x"));
        }
    }
}
