//! Markdown, also a page's main text: headings, paragraphs, items, tables, code.

use std::ops::Range;

use pulldown_cmark::{Event, MetadataBlockKind, Options, Parser, Tag, TagEnd};

use crate::{
    document::Passage,
    draft::{DocumentDraft, one_line},
};

pub(crate) fn read_markdown(source: &str) -> DocumentDraft {
    let mut reader = MarkdownReader {
        source,
        draft: DocumentDraft::new(source),
        open: None,
        front: None,
    };
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
        reader.take_event(event, range);
    }
    reader.close_leaf();
    let mut draft = reader.draft;
    draft.title = reader.front.or_else(|| {
        let first = draft.headings.iter().find(|heading| heading.level == 1);
        first
            .or(draft.headings.first())
            .map(|heading| heading.text.clone())
    });
    draft
}

struct MarkdownReader<'a> {
    source: &'a str,
    draft: DocumentDraft,
    open: Option<OpenLeaf>,
    /// The title that the front matter gives.
    front: Option<String>,
}

/// A leaf of the document on its way.
struct OpenLeaf {
    kind: LeafKind,
    text: String,
    range: Range<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LeafKind {
    Heading(u8),
    Prose,
    Code,
    Table,
    Front,
}

impl MarkdownReader<'_> {
    fn take_event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => match tag {
                Tag::Heading { level, .. } => {
                    self.begin_leaf(LeafKind::Heading(level as u8), range)
                }
                Tag::Paragraph | Tag::Item | Tag::DefinitionListDefinition => {
                    self.begin_leaf(LeafKind::Prose, range);
                }
                Tag::CodeBlock(_) => self.begin_leaf(LeafKind::Code, range),
                Tag::TableHead | Tag::TableRow => self.begin_leaf(LeafKind::Table, range),
                Tag::MetadataBlock(MetadataBlockKind::YamlStyle) => {
                    self.begin_leaf(LeafKind::Front, range);
                }
                _ => {}
            },
            Event::End(tag) => match tag {
                TagEnd::TableCell => self.push_text(" · ", &range),
                TagEnd::Heading(_)
                | TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::DefinitionListDefinition
                | TagEnd::CodeBlock
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::MetadataBlock(_) => self.close_leaf(),
                _ => {}
            },
            Event::Text(text) | Event::Code(text) => self.push_text(&text, &range),
            Event::SoftBreak | Event::HardBreak => self.push_text("\n", &range),
            _ => {}
        }
    }

    /// Begins a leaf; what is open ends, as an item does before the items inside it.
    fn begin_leaf(&mut self, kind: LeafKind, range: Range<usize>) {
        self.close_leaf();
        self.open = Some(OpenLeaf {
            kind,
            text: String::new(),
            range: range.start..range.start,
        });
    }

    fn push_text(&mut self, text: &str, range: &Range<usize>) {
        // Text outside of every leaf follows an item's inner list.
        let open = self.open.get_or_insert_with(|| OpenLeaf {
            kind: LeafKind::Prose,
            text: String::new(),
            range: range.start..range.start,
        });
        open.text.push_str(text);
        open.range.end = open.range.end.max(range.end);
    }

    fn close_leaf(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        match open.kind {
            LeafKind::Heading(level) => self.draft.heading(&open.text, level, open.range.start),
            LeafKind::Front => self.front = title_of(&open.text),
            LeafKind::Prose | LeafKind::Code | LeafKind::Table => {
                let text = open.text.trim().trim_end_matches(" ·").to_owned();
                let is_verbatim = self.source.get(open.range.clone()) == Some(text.as_str());
                self.draft.passage(
                    Passage {
                        text,
                        range: open.range,
                        is_prose: open.kind == LeafKind::Prose,
                        ..Passage::default()
                    },
                    is_verbatim,
                );
            }
        }
    }
}

/// The value of `title:` in a front matter.
fn title_of(front: &str) -> Option<String> {
    let value = front.lines().find_map(|line| line.strip_prefix("title:"))?;
    let title = one_line(value.trim().trim_matches(['"', '\'']));
    (!title.is_empty()).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_paragraphs_list_items_and_tables_are_distinguished() {
        let draft = read_markdown(
            "---\ntitle: \"Harbour lights\"\n---\n# Lights\n\nThe *old* lamp,\nand [its keeper](https://example.com/x).\n\n\
             ## Facts\n- one lamp\n  - inner lamp\n- two & more\n\n| kind | reach |\n|---|---|\n| oil | 12 km |\n\n```\ncode()\n```\n",
        );
        assert_eq!(draft.title.as_deref(), Some("Harbour lights"));
        let headings: Vec<_> = draft
            .headings
            .iter()
            .map(|heading| {
                (
                    heading.text.as_str(),
                    heading.level,
                    heading.line,
                    heading.passage,
                )
            })
            .collect();
        assert_eq!(headings, [("Lights", 1, 4, 0), ("Facts", 2, 9, 1)]);
        let texts: Vec<_> = draft
            .passages
            .iter()
            .map(|passage| (passage.text.as_str(), passage.is_prose))
            .collect();
        assert_eq!(
            texts,
            [
                ("The old lamp,\nand its keeper.", true),
                ("one lamp", true),
                ("inner lamp", true),
                ("two & more", true),
                ("kind · reach", false),
                ("oil · 12 km", false),
                ("code()", false),
            ]
        );
    }
}
