//! The results for realistic texts.

use std::{fmt::Write, time::Instant};

use portolan_documents::{Document, Format, Language};

const REPORT: &str = include_str!("texts/lighthouse.md");
const TALK: &str = include_str!("texts/talk.vtt");

fn sample_report() -> Document {
    Document::read(
        REPORT,
        Format::detect(REPORT, "lighthouse.md"),
        "lighthouse.md",
    )
}

fn sample_talk() -> Document {
    Document::read(TALK, Format::detect(TALK, "talk.vtt"), "talk.vtt")
}

#[test]
fn report_has_title_language_and_sections() {
    let report = sample_report();
    assert_eq!(report.title, "The lighthouse at Varde Point");
    assert_eq!(report.language, Some(Language::English));
    let headings: Vec<_> = report
        .all_sections()
        .iter()
        .map(|section| (section.level, section.heading.clone()))
        .collect();
    assert_eq!(headings[0], (1, "The lighthouse at Varde Point".into()));
    assert_eq!(headings[1], (2, "Building the tower".into()));
    let section = report.section("the lamp").unwrap();
    assert!(REPORT[section.range.clone()].starts_with("## The lamp"));
    assert!(!REPORT[section.range.clone()].contains("## The keepers"));
    assert_eq!(
        report.headings_of(section.passages.start),
        ["The lighthouse at Varde Point", "The lamp"]
    );
}

#[test]
fn questions_are_answered_with_the_passages_that_answer_them() {
    let report = sample_report();
    for (question, words) in [
        ("Who was the first keeper?", "first keeper was Maren Holt"),
        ("How much did the tower cost?", "cost 84,000 crowns"),
        ("what fuel did the lamp burn", "burned whale oil"),
        ("When was the light automated?", "automated"),
        ("does it say anything about ravens?", "ravens"),
        ("how many shps ran aground", "ran aground"),
    ] {
        let found = report.search(question, 3);
        let quote = &found.hits.first().expect(question).quote;
        assert!(quote.text.contains(words), "{question}: {}", quote.text);
        assert!(report.has_quote(&quote.text));
    }
    let found = report.search("Who won the football cup?", 3);
    assert_eq!(found.missing, ["won", "football", "cup"]);
    assert!(found.hits.is_empty(), "{found:?}");
    assert!(report.search("what is it about?", 3).hits.is_empty());
}

#[test]
fn key_passages_are_spread_over_the_whole_text() {
    let report = sample_report();
    let passages = report.key_passages(5);
    assert_eq!(passages.len(), 5);
    let mut sections: Vec<_> = passages
        .iter()
        .map(|quote| report.headings_of(quote.passage).join(" / "))
        .collect();
    sections.dedup();
    assert!(sections.len() >= 3, "{passages:?}");
    assert!(passages.is_sorted_by_key(|quote| quote.passage));
}

#[test]
fn relevant_figures_and_dates_are_extracted() {
    let report = sample_report();
    let figures: Vec<_> = report
        .figures(8)
        .into_iter()
        .map(|figure| figure.value)
        .collect();
    for value in ["84,000 crowns", "31 metres", "19 nautical", "40%"] {
        assert!(
            figures.contains(&value.to_owned()),
            "{value} in {figures:?}"
        );
    }
    let dates: Vec<_> = report
        .events(50)
        .into_iter()
        .map(|event| {
            event
                .end_date
                .map_or(event.date.clone(), |end| format!("{}..{end}", event.date))
        })
        .collect();
    assert_eq!(
        dates,
        [
            "1861",
            "1863",
            "1864..1891",
            "1864-09-12",
            "1902",
            "1902-11",
            "1987-05-03"
        ]
    );
}

#[test]
fn outline_is_nested_list_below_title() {
    let outline = sample_report().outline();
    let lines: Vec<&str> = outline.lines().collect();
    assert_eq!(lines[0], "# The lighthouse at Varde Point");
    assert!(lines.contains(&"- Building the tower"), "{outline}");
    assert!(lines.contains(&"- The keepers"), "{outline}");
    assert!(
        lines.iter().any(|line| line.starts_with("  - ")),
        "{outline}"
    );
    assert!(
        lines[1..]
            .iter()
            .all(|line| line.trim_start().starts_with("- "))
    );
}

#[test]
fn talk_is_split_into_chapters_where_topic_changes() {
    let talk = sample_talk();
    assert_eq!(talk.title, "Three things about islands");
    let chapters = talk.chapters();
    let starts: Vec<u64> = chapters
        .iter()
        .filter_map(|chapter| Some(chapter.start_ms? / 1_000))
        .collect();
    // It turns from water to ferries at 4:00 and from ferries to bees at 8:00.
    assert_eq!(chapters.len(), 3, "{chapters:?}");
    assert_eq!(starts[0], 0);
    for (start, turn) in starts[1..].iter().zip([240, 480]) {
        assert!(start.abs_diff(turn) <= 30, "{starts:?}");
    }
    for (chapter, word) in chapters.iter().zip(["water", "ferr", "bee"]) {
        let passages = &talk.passages[chapter.passages.clone()];
        assert!(
            passages
                .iter()
                .any(|passage| passage.text.contains(&chapter.title.text))
        );
        let said: String = passages
            .iter()
            .map(|passage| passage.text.to_lowercase())
            .collect();
        assert!(said.matches(word).count() > 5);
    }
    assert_eq!(chapters[2].end_ms, talk.duration_ms);
    let found = talk.search("why did the queen bee die?", 2);
    let quote = &found.hits[0].quote;
    assert!(quote.start_ms.is_some_and(|at| at >= 480_000), "{quote:?}");
}

#[test]
fn long_text_is_parsed_in_linear_time() {
    let text = |bytes: usize| {
        let mut text = String::new();
        let mut number: u64 = 7;
        while text.len() < bytes {
            let _ = write!(text, "## Part {number}\n\n");
            for _ in 0..6 {
                for _ in 0..60 {
                    number = number
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    let _ = write!(text, "word{} ", (number >> 33) % 5_000);
                }
                let _ = write!(
                    text,
                    "cost {} km in {}.\n\n",
                    number % 1_000,
                    1_900 + number % 100
                );
            }
        }
        text
    };
    let work = |text: &str| {
        #[expect(clippy::disallowed_methods, reason = "time itself is what is compared")]
        let start = Instant::now();
        let document = Document::read(text, Format::Markdown, "long.md");
        let made = document.outline().len()
            + document.key_passages(6).len()
            + document.figures(16).len()
            + document.events(40).len()
            + document.chapters().len()
            + document.search("word17 and word4000", 6).hits.len();
        assert!(made > 0);
        start.elapsed()
    };
    let (small, large) = (text(1 << 16), text(1 << 18));
    let best = |text: &str| (0..3).map(|_| work(text)).min().unwrap_or_default();
    let (short, long) = (best(&small), best(&large));
    eprintln!("64 KB: {short:?}, 256 KB: {long:?}");
    // Four times the text; a quadratic step would take sixteen times as long.
    assert!(long < short * 10, "{short:?} {long:?}");
}
