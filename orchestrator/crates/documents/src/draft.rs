//! The intermediate document that a format's reader builds.

use std::ops::Range;

use crate::{
    document::{Heading, Passage},
    sentences,
};

/// Characters beyond which a passage is cut at a sentence's end.
const LONGEST: usize = 1_200;

#[derive(Debug, Default)]
pub(crate) struct DocumentDraft {
    pub title: Option<String>,
    pub headings: Vec<Heading>,
    pub passages: Vec<Passage>,
    lines: Lines,
}

impl DocumentDraft {
    pub fn new(source: &str) -> Self {
        Self {
            lines: Lines::count_lines(source),
            ..Self::default()
        }
    }

    pub fn heading(&mut self, text: &str, level: u8, start: usize) {
        let text = one_line(text);
        if text.is_empty() {
            return;
        }
        self.headings.push(Heading {
            text,
            level,
            start,
            line: self.lines.line_at(start),
            passage: self.passages.len(),
        });
    }

    /// Adds a passage; one that is too long becomes several.
    ///
    /// `is_verbatim` says that `text` is the source at `range`, byte for byte.
    pub fn passage(&mut self, passage: Passage, is_verbatim: bool) {
        if !passage.text.chars().any(char::is_alphanumeric) {
            return;
        }
        for piece in split_pieces(&passage.text) {
            let range = if is_verbatim {
                passage.range.start + piece.start..passage.range.start + piece.end
            } else {
                passage.range.clone()
            };
            self.passages.push(Passage {
                text: passage.text[piece].to_owned(),
                line: self.lines.line_at(range.start),
                range,
                ..passage.clone()
            });
        }
    }
}

/// The text as one line, blanks collapsed.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn split_pieces(text: &str) -> Vec<Range<usize>> {
    let start = text.len() - text.trim_start().len();
    let whole = start..text.trim_end().len().max(start);
    if text.len() <= LONGEST {
        return vec![whole];
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    for sentence in sentences::split_sentences(text) {
        match pieces.last_mut() {
            Some(last) if sentence.end - last.start <= LONGEST => last.end = sentence.end,
            _ => pieces.push(sentence),
        }
    }
    pieces
}

/// The offsets of the lines.
#[derive(Debug, Default)]
struct Lines(Vec<usize>);

impl Lines {
    fn count_lines(source: &str) -> Self {
        Self(source.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    fn line_at(&self, byte: usize) -> usize {
        self.0.partition_point(|start| *start <= byte) + 1
    }
}
