use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::{
    chapters,
    draft::DocumentDraft,
    format::Format,
    index::Index,
    language::{self, Language},
    markdown, plain, timed, transcript,
};

/// A text and its structure.
#[derive(Clone, Debug)]
pub struct Document {
    pub format: Format,
    /// Words of the text; the name under which it came where none of them is a title.
    pub title: String,
    /// None if it is not known.
    pub language: Option<Language>,
    /// In reading order. A transcript's sections are its chapters.
    pub sections: Vec<Section>,
    /// In reading order; a transcript's by time.
    pub passages: Vec<Passage>,
    pub word_count: u64,
    /// Until the end of a transcript's last cue.
    pub duration_ms: Option<u64>,
    pub(crate) index: Index,
}

/// A heading and the text below it.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub heading: String,
    /// From 1.
    pub level: u8,
    /// Bytes of the source, from the heading to the next one of the same level.
    pub range: Range<usize>,
    /// The heading's line, from 1.
    pub line: usize,
    pub start_ms: Option<u64>,
    /// The passages in it and in its own sections.
    pub passages: Range<usize>,
    pub sections: Vec<Section>,
}

/// A paragraph, an item of a list, or cues that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    /// The source's characters without its markup.
    pub text: String,
    /// Bytes of the source.
    pub range: Range<usize>,
    /// From 1.
    pub line: usize,
    /// From 1, where the source has pages.
    pub page: Option<u32>,
    pub start_ms: Option<u64>,
    pub end_ms: Option<u64>,
    /// Code and tables: found by a search, never a key passage.
    pub is_prose: bool,
    /// The offset in `text` and the time of each cue.
    pub(crate) cues: Vec<(usize, u64)>,
}

/// A verbatim quote of the source with its location.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub text: String,
    /// Counts from 0.
    pub passage: usize,
    /// The line on which the passage begins, from 1.
    pub line: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_ms: Option<u64>,
}

impl Document {
    /// Reads a text; `name` is the one under which it came.
    pub fn read(source: &str, format: Format, name: &str) -> Self {
        let draft = match format {
            Format::Markdown => markdown::read_markdown(source),
            Format::Text => plain::read_plain_text(source),
            Format::WebVtt | Format::SubRip => transcript::read_transcript(source),
            Format::Timed => timed::read_timed_text(source),
        };
        let DocumentDraft {
            title,
            headings,
            passages,
            ..
        } = draft;
        let language =
            language::guess_language(passages.iter().map(|passage| passage.text.as_str()));
        let sections = nest_sections(&headings, source.len(), passages.len());
        let index = Index::build(&passages, &sections, language);
        let duration_ms = passages.iter().filter_map(|passage| passage.end_ms).max();
        let mut document = Self {
            format,
            title: title.unwrap_or_else(|| plain_name(name)),
            language,
            sections,
            word_count: index.word_count,
            passages,
            duration_ms,
            index,
        };
        if format.is_transcript() {
            document.sections = chapters::chapter_sections(&document);
        }
        document
    }

    /// The part `range` of a passage's text.
    pub(crate) fn quote(&self, passage: usize, range: Range<usize>) -> Quote {
        let place = &self.passages[passage];
        let started = place.cues.iter().rev().find(|(at, _)| *at <= range.start);
        Quote {
            start_ms: started.map(|(_, ms)| *ms).or(place.start_ms),
            text: place.text[range].to_owned(),
            passage,
            line: place.line,
            page: place.page,
        }
    }

    /// Returns whether these words occur in the text, blanks aside.
    pub fn has_quote(&self, quote: &str) -> bool {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let texts = self.passages.iter().map(|passage| words(&passage.text));
        let headings = self.all_sections();
        let headings = headings.iter().map(|section| section.heading.clone());
        let all = texts.chain(headings).collect::<Vec<_>>().join(" ");
        all.contains(&words(quote))
    }

    /// The headings above a passage, the outermost first.
    pub fn headings_of(&self, passage: usize) -> Vec<&str> {
        let mut headings = Vec::new();
        let mut sections = &self.sections;
        while let Some(section) = sections
            .iter()
            .find(|section| section.passages.contains(&passage))
        {
            headings.push(section.heading.as_str());
            sections = &section.sections;
        }
        headings
    }

    /// The section whose heading is, begins with or holds `heading`, in any case.
    pub fn section(&self, heading: &str) -> Option<&Section> {
        let wanted = heading.trim().to_lowercase();
        let all = self.all_sections();
        let lower: Vec<String> = all
            .iter()
            .map(|section| section.heading.to_lowercase())
            .collect();
        let find = |test: &dyn Fn(&str) -> bool| lower.iter().position(|known| test(known));
        find(&|known| known == wanted)
            .or_else(|| find(&|known| known.starts_with(&wanted)))
            .or_else(|| find(&|known| known.contains(&wanted)))
            .filter(|_| !wanted.is_empty())
            .map(|at| all[at])
    }

    /// Every section, in reading order.
    pub fn all_sections(&self) -> Vec<&Section> {
        fn collect_sections<'a>(sections: &'a [Section], all: &mut Vec<&'a Section>) {
            for section in sections {
                all.push(section);
                collect_sections(&section.sections, all);
            }
        }
        let mut all = Vec::new();
        collect_sections(&self.sections, &mut all);
        all
    }
}

/// A file's name without its ending.
fn plain_name(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).trim();
    if stem.is_empty() { name } else { stem }.to_owned()
}

/// A heading as a reader meets it.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub text: String,
    pub level: u8,
    pub start: usize,
    pub line: usize,
    /// Passages before it.
    pub passage: usize,
}

fn nest_sections(headings: &[Heading], end: usize, passages: usize) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut at = 0;
    while let Some(heading) = headings.get(at) {
        let inner = headings[at + 1..]
            .iter()
            .take_while(|next| next.level > heading.level)
            .count();
        let next = headings.get(at + 1 + inner);
        let section_end = next.map_or(end, |next| next.start);
        let last_passage = next.map_or(passages, |next| next.passage);
        let below = &headings[at + 1..at + 1 + inner];
        sections.push(Section {
            heading: heading.text.clone(),
            level: heading.level,
            range: heading.start..section_end,
            line: heading.line,
            start_ms: None,
            passages: heading.passage..last_passage,
            sections: nest_sections(below, section_end, last_passage),
        });
        at += 1 + inner;
    }
    sections
}
