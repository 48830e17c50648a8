use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{timed, transcript};

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Markdown,
    Text,
    WebVtt,
    SubRip,
    /// Plain lines that begin with a time: what people copy out of a player.
    Timed,
}

/// Lines that are looked at.
const LINES: usize = 400;

impl Format {
    /// Returns the format of `text`; the ending of its name decides only between plain text and Markdown.
    pub fn detect(text: &str, name: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let first = text.trim_start();
        if first.starts_with("WEBVTT") {
            return Self::WebVtt;
        }
        if transcript::has_cues(first) {
            return Self::SubRip;
        }
        let ending = name
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        match ending.as_deref() {
            Some("md" | "markdown" | "mdown" | "mkd") => return Self::Markdown,
            Some("vtt") if transcript::has_cues(text) => return Self::WebVtt,
            _ => {}
        }
        if timed::is_timed(text) {
            return Self::Timed;
        }
        if is_markdown(text) {
            Self::Markdown
        } else {
            Self::Text
        }
    }

    pub fn is_transcript(self) -> bool {
        matches!(self, Self::WebVtt | Self::SubRip | Self::Timed)
    }
}

/// Returns whether the text has a Markdown heading, a fence, or several links or emphases.
fn is_markdown(text: &str) -> bool {
    let mut marks = 0;
    for line in text.lines().take(LINES) {
        let line = line.trim_end();
        let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
        if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') && line.len() > hashes + 1 {
            return true;
        }
        marks += usize::from(line.starts_with("```"));
        marks += usize::from(line.contains("]("));
        marks += usize::from(line.matches("**").count() >= 2);
    }
    marks >= 2
}
