//! A text as a mind map: its headings, with the phrases that distinguish its parts.

use std::{fmt::Write, ops::Range};

use crate::{
    document::{Document, Section},
    draft::one_line,
    phrases::best_phrases,
};

/// Nodes of a map that can still be read.
const NODES: usize = 90;
/// Sections up to which each gets phrases of its own.
const WITH_PHRASES: usize = 24;
const PHRASES: usize = 3;
const HEADING_CHARACTERS: usize = 90;

impl Document {
    /// A Markdown outline: `# Title`, then nested items.
    pub fn outline(&self) -> String {
        let mut text = format!("# {}\n", shorten_label(&self.title));
        let mut nodes = 0;
        // A text whose one section is named like itself is that section.
        let mut sections = self.sections.as_slice();
        while let [only] = sections
            && !only.sections.is_empty()
            && only.heading.eq_ignore_ascii_case(&self.title)
        {
            sections = &only.sections;
        }
        if sections.is_empty() {
            for chapter in self.chapters() {
                let label = chapter.title.text;
                push_item(&mut text, 0, &label, &mut nodes);
                self.add_phrases(&mut text, 1, chapter.passages, &label, &mut nodes);
            }
            return text;
        }
        let with_phrases = self.all_sections().len() <= WITH_PHRASES;
        self.add_sections(&mut text, sections, 0, with_phrases, &mut nodes);
        text
    }

    fn add_sections(
        &self,
        text: &mut String,
        sections: &[Section],
        depth: usize,
        with_phrases: bool,
        nodes: &mut usize,
    ) {
        for section in sections {
            let label = match section.start_ms {
                Some(start_ms) => format!("{} {}", format_clock(start_ms), section.heading),
                None => section.heading.clone(),
            };
            push_item(text, depth, &label, nodes);
            if with_phrases && section.sections.is_empty() {
                let passages = section.passages.clone();
                self.add_phrases(text, depth + 1, passages, &section.heading, nodes);
            }
            self.add_sections(text, &section.sections, depth + 1, with_phrases, nodes);
        }
    }

    fn add_phrases(
        &self,
        text: &mut String,
        depth: usize,
        passages: Range<usize>,
        heading: &str,
        nodes: &mut usize,
    ) {
        let heading = heading.to_lowercase();
        let weight = |term: u32| self.index.weight(term);
        for (passage, range) in best_phrases(self, passages, weight, PHRASES + 1)
            .into_iter()
            .filter(|(passage, range)| {
                let phrase = self.passages[*passage].text[range.clone()].to_lowercase();
                !heading.contains(&phrase)
            })
            .take(PHRASES)
        {
            push_item(text, depth, &self.passages[passage].text[range], nodes);
        }
    }
}

fn push_item(text: &mut String, depth: usize, label: &str, nodes: &mut usize) {
    if *nodes < NODES {
        *nodes += 1;
        let _ = writeln!(text, "{:1$}- {2}", "", depth * 2, shorten_label(label));
    }
}

fn shorten_label(label: &str) -> String {
    let label = one_line(label);
    if label.chars().count() <= HEADING_CHARACTERS {
        return label;
    }
    let start: String = label.chars().take(HEADING_CHARACTERS - 1).collect();
    format!("{}…", start.trim_end())
}

/// `1:02:03`, or `2:03`.
fn format_clock(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}
