//! Captions: WebVTT and SubRip as they are, a player's XML as WebVTT.

use std::fmt::Write;

use dom_query::Document;
use portolan_documents::{Format, decode_text};
use portolan_query::reading::{ContentKind, ReadText, SourceContent, Status};

use crate::{
    SourceBytes, Unreadable,
    html::{is_reasonable, words_of},
};

pub fn read_captions(input: &SourceBytes<'_>) -> Result<SourceContent, Unreadable> {
    let Some(decoded) = decode_text(input.bytes) else {
        return Err(Unreadable::new("These captions are no text."));
    };
    match as_captions(&decoded.text) {
        Some(text) => {
            let format = Format::detect(&text, "captions.vtt");
            let mut reading = SourceContent::of(ContentKind::Transcript);
            reading.text = Some(ReadText { text, format });
            Ok(reading)
        }
        None => Ok(SourceContent::of(ContentKind::Transcript).is(
            Status::Empty,
            "There are no captions in it: no line has a time.",
        )),
    }
}

/// The text as captions that the rest of the product reads; None if it has none.
fn as_captions(text: &str) -> Option<String> {
    let beginning = text.trim_start_matches('\u{feff}').trim_start();
    if beginning.starts_with('<') {
        return player_xml(beginning);
    }
    let format = Format::detect(text, "captions.vtt");
    (format.is_transcript() && text.contains("-->") || format == Format::Timed)
        .then(|| text.to_owned())
}

/// `<text start="1.5" dur="2">words</text>`, and the newer `<p t="1500" d="2000">`.
fn player_xml(text: &str) -> Option<String> {
    if !is_reasonable(text) {
        return None;
    }
    let document = Document::from(text);
    let mut captions = String::from("WEBVTT\n");
    let mut count = 0;
    for node in document.select("text[start], p[t]").nodes() {
        let number = |name: &str| node.attr(name).and_then(|value| value.parse::<f64>().ok());
        let (start, length) = match number("start") {
            Some(start) => (start * 1_000.0, number("dur").unwrap_or(0.0) * 1_000.0),
            None => (number("t").unwrap_or(-1.0), number("d").unwrap_or(0.0)),
        };
        // They are escaped twice.
        let said = words_of(&node.text());
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        if said.is_empty() || !start.is_finite() || start < 0.0 {
            continue;
        }
        count += 1;
        let end = start + length.clamp(1.0, 60_000.0);
        let said = said.replace('&', "&amp;").replace('<', "&lt;");
        // Writing to a string does not fail.
        let _ = write!(
            captions,
            "\n{} --> {}\n{said}\n",
            format_stamp(start),
            format_stamp(end)
        );
    }
    (count > 0).then_some(captions)
}

fn format_stamp(milliseconds: f64) -> String {
    let milliseconds = milliseconds as u64;
    let seconds = milliseconds / 1_000;
    format!(
        "{:02}:{:02}:{:02}.{:03}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60,
        milliseconds % 1_000
    )
}
