//! Model output, and the pieces into which it is parsed.

use portolan_blocks::{BlockType, DirectiveName, Parser, Piece, Utf8Front};
use proptest::prelude::*;

/// All pieces, with neighbouring text joined: chunks must not matter.
fn parse_chunks<'a>(chunks: impl IntoIterator<Item = &'a str>) -> Vec<Piece> {
    let mut parser = Parser::new();
    let mut pieces = Vec::new();
    for chunk in chunks {
        pieces.extend(parser.push(chunk));
    }
    pieces.extend(parser.finish());
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (joined.last_mut(), piece) {
            (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
            (_, piece) => joined.push(piece),
        }
    }
    joined
}

fn parse_text(text: &str) -> Vec<Piece> {
    parse_chunks([text])
}

fn block_pieces(block_type: BlockType, text: &str) -> Vec<Piece> {
    vec![
        Piece::Open { block_type },
        Piece::Text(text.to_owned()),
        Piece::Close,
    ]
}

fn text_pieces(text: &str) -> Vec<Piece> {
    block_pieces(BlockType::Text, text)
}

fn thinking_pieces(text: &str) -> Vec<Piece> {
    block_pieces(BlockType::Thinking, text)
}

fn directive_pieces(name: DirectiveName, body: &str, source: &str) -> Vec<Piece> {
    vec![Piece::Directive {
        name,
        body: serde_json::from_str(body).expect("an object"),
        source: source.to_owned(),
    }]
}

#[test]
fn plain_markdown_becomes_one_text_block() {
    assert_eq!(
        parse_text("# Hi\n\nThere *is* more.\n"),
        text_pieces("# Hi\n\nThere *is* more.")
    );
    assert_eq!(parse_text(""), []);
    assert_eq!(parse_text(" \n\n \n"), []);
    assert_eq!(parse_text("\n\n    code\n"), text_pieces("    code"));
}

#[test]
fn thinking_block_precedes_answer() {
    assert_eq!(
        parse_text("<think>\nSum it.\n</think>\n\nIt is 4."),
        [thinking_pieces("Sum it."), text_pieces("It is 4.")].concat()
    );
    assert_eq!(
        parse_text("<think>a < b </thin k></think>yes"),
        [thinking_pieces("a < b </thin k>"), text_pieces("yes")].concat()
    );
    assert_eq!(parse_text("<think></think>ok"), text_pieces("ok"));
    assert_eq!(parse_text("<think>cut"), thinking_pieces("cut"));
    assert_eq!(
        parse_text("Write `<think>` here"),
        text_pieces("Write `<think>` here")
    );
    assert_eq!(parse_text("<thinking>"), text_pieces("<thinking>"));
    assert_eq!(parse_text("<th"), text_pieces("<th"));
}

#[test]
fn thinking_container_keeps_markdown() {
    assert_eq!(
        parse_text(":::thinking\n- one\n- two: ::\n:::\nDone."),
        [thinking_pieces("- one\n- two: ::"), text_pieces("Done.")].concat()
    );
    assert_eq!(parse_text("::: thinking\nHm.\n:::"), thinking_pieces("Hm."));
    assert_eq!(
        parse_text("::::thinking\n:::\nx\n::::"),
        thinking_pieces(":::\nx")
    );
}

#[test]
fn directives_split_surrounding_text() {
    let chart = ":::chart\n{\"queryId\": \"q1\"}\n:::\n";
    assert_eq!(
        parse_text(&format!("Look:\n\n{chart}\nAs you see.")),
        [
            text_pieces("Look:"),
            directive_pieces(DirectiveName::Chart, r#"{"queryId":"q1"}"#, chart),
            text_pieces("As you see."),
        ]
        .concat()
    );
}

#[test]
fn directives_with_irregular_whitespace_are_parsed() {
    let body = r#"{"label":"a","prompt":"b"}"#;
    for source in [
        ":::suggestion\n{\"label\":\"a\",\n \"prompt\":\"b\"}\n:::\n",
        "::: suggestion\r\n{\"label\":\"a\",\"prompt\":\"b\"}\r\n:::\r\n",
        "  ::::suggestion\n{\"label\":\"a\",\"prompt\":\"b\"}\n  ::::  \n",
        ":::suggestion\n```json\n{\"label\":\"a\",\"prompt\":\"b\"}\n```\n:::\n",
        ":::suggestion\n{\"label\":\"a\",\"prompt\":\"b\"}\n:::",
        ":::suggestion\n{\"label\":\"a\",\"prompt\":\"b\"}",
    ] {
        let expected = directive_pieces(DirectiveName::Suggestion, body, source);
        assert_eq!(parse_text(source), expected, "{source:?}");
    }
}

#[test]
fn unclosed_directive_ends_where_next_begins() {
    let first = ":::suggestion\n{\"label\":\"a\"}\n";
    let second = ":::reference\n{\"title\":\"t\"}\n:::\n";
    assert_eq!(
        parse_text(&format!("{first}{second}:::thinking\nHm")),
        [
            directive_pieces(DirectiveName::Suggestion, r#"{"label":"a"}"#, first),
            directive_pieces(DirectiveName::Reference, r#"{"title":"t"}"#, second),
            thinking_pieces("Hm"),
        ]
        .concat()
    );
}

#[test]
fn text_that_resembles_a_directive_stays_text() {
    for source in [
        ":::chart\nnot JSON\n:::\nmore",
        ":::chart\n[1]\n:::",
        ":::warning\nTake care.\n:::",
        "::chart\n{}\n::",
        ":::charts\n{}\n:::",
        "a :::chart\n{}\n:::",
        ":::",
        ":::cha",
        ":::chart",
        ":::chart {} :::",
        "::: chart me up\n:::",
        "    :::chart\n    {}\n    :::",
    ] {
        assert_eq!(parse_text(source), text_pieces(source), "{source:?}");
    }
}

#[test]
fn malformed_directive_stays_in_surrounding_text() {
    assert_eq!(
        parse_text("Before\n:::chart\n{oops}\n:::\nAfter"),
        text_pieces("Before\n:::chart\n{oops}\n:::\nAfter")
    );
}

#[test]
fn directives_inside_code_stay_text() {
    for source in [
        "```\n:::chart\n{}\n:::\n```",
        "~~~md\n:::chart\n{}\n:::\n```\n:::chart\n{}\n~~~",
        "````\n```\n:::chart\n{}\n:::\n```\n````",
        "```\n<think>x</think>",
    ] {
        assert_eq!(parse_text(source), text_pieces(source), "{source:?}");
    }
    let chart = ":::chart\n{}\n:::\n";
    for before in [
        "```\ncode\n```",
        "``` a`b\nno code",
        "``\nno code",
        "    ```\nno fence",
    ] {
        assert_eq!(
            parse_text(&format!("{before}\n{chart}")),
            [
                text_pieces(before),
                directive_pieces(DirectiveName::Chart, "{}", chart)
            ]
            .concat()
        );
    }
}

#[test]
fn parser_buffers_only_undecided_text() {
    for (chunk, given) in [
        ("Hello", "Hello"),
        ("Hello ", "Hello"),
        ("a: b", "a: b"),
        ("x\n::a", "x\n::a"),
        ("x\n:::z", "x\n:::z"),
        ("x\n:::", "x"),
        ("x\n<t", "x"),
        ("x\n<p", "x\n<p"),
        ("a <think", "a <think"),
        ("``", "``"),
    ] {
        let pieces = Parser::new().push(chunk);
        assert_eq!(
            pieces.get(1),
            Some(&Piece::Text(given.to_owned())),
            "{chunk:?}"
        );
    }
}

#[test]
fn directive_over_size_limit_is_released_as_text() {
    let source = format!(":::chart\n{{\"a\":\"{}", "x".repeat(300_000));
    let mut parser = Parser::new();
    let given: usize = parser
        .push(&source)
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.len(),
            Piece::Open { .. } | Piece::Close | Piece::Directive { .. } => 0,
        })
        .sum();
    assert_eq!(given, source.len());
    assert_eq!(parse_text(&source), text_pieces(&source));
}

/// Pieces of hostile and honest answers.
fn any_answer() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        Just("<think>"),
        Just("</think>"),
        Just("</thi"),
        Just("<"),
        Just(":::"),
        Just("::::"),
        Just(":::chart\n"),
        Just(":::suggestion\n"),
        Just("::: reference\r\n"),
        Just(":::thinking\n"),
        Just("{\"a\": \"🧭 }\"}"),
        Just("{\"b\": {}}\n"),
        Just("```"),
        Just("```json\n"),
        Just("~~~\n"),
        Just("\n"),
        Just("\n\n"),
        Just(" "),
        Just("    "),
        Just("word"),
        Just("Größe"),
        Just("👩‍🚀"),
        Just(":"),
        Just("\n:::\n"),
    ];
    prop::collection::vec(part, 0..24).prop_map(|parts| parts.concat())
}

/// Without white space and without what the markers of thinking and fences are made of.
fn essence_of(text: &str) -> String {
    text.chars()
        .filter(|character| !character.is_whitespace() && !"<think>/:g".contains(*character))
        .collect()
}

fn written_text(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.as_str(),
            Piece::Directive { source, .. } => source.as_str(),
            Piece::Open { .. } | Piece::Close => "",
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn parser_result_does_not_depend_on_chunking(answer in any_answer(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..8)) {
        let bytes = answer.as_bytes();
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let mut front = Utf8Front::default();
        let chunks: Vec<String> = places.windows(2).map(|pair| front.push(&bytes[pair[0]..pair[1]])).collect();
        prop_assert!(!front.is_cut());
        let whole = parse_text(&answer);
        prop_assert_eq!(&parse_chunks(chunks.iter().map(String::as_str)), &whole);
        let characters: Vec<String> = answer.chars().map(String::from).collect();
        prop_assert_eq!(&parse_chunks(characters.iter().map(String::as_str)), &whole);
    }

    #[test]
    fn parser_preserves_all_text(answer in any_answer()) {
        prop_assert_eq!(essence_of(&written_text(&parse_text(&answer))), essence_of(&answer));
    }

    #[test]
    fn blocks_open_and_close_alternately(answer in any_answer()) {
        let mut open = false;
        for piece in parse_text(&answer) {
            match piece {
                Piece::Open { .. } => { prop_assert!(!open); open = true; }
                Piece::Text(text) => { prop_assert!(open); prop_assert!(!text.is_empty()); }
                Piece::Close => { prop_assert!(open); open = false; }
                Piece::Directive { .. } => prop_assert!(!open),
            }
        }
        prop_assert!(!open);
    }

    #[test]
    fn utf8_split_across_chunks_is_decoded(bytes in prop::collection::vec(prop_oneof![any::<u8>(), 0xc0_u8..=0xf5, 0x80_u8..=0xbf], 0..40), cut in any::<prop::sample::Index>()) {
        let (first, second) = bytes.split_at(cut.index(bytes.len() + 1));
        let mut front = Utf8Front::default();
        let mut read = front.push(first);
        read.push_str(&front.push(second));
        read.push_str(&front.finish());
        prop_assert_eq!(read, String::from_utf8_lossy(&bytes));
    }
}
