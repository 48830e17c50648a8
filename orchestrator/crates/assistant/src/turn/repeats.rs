//! Detection of text that a model call repeats from the interrupted call before it.

use portolan_blocks::{Block, BlockContent, BlockType};

/// The blocks of the cut call, in order, and how far they were repeated.
pub(super) struct Repeats {
    kept: Vec<BlockContent>,
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RepeatVerdict {
    /// So far the text is the beginning of a kept block.
    Undecided,
    New,
    /// The first so many bytes are a kept block, what follows is new.
    Beyond(usize),
}

impl Repeats {
    pub fn new(kept: &[Block]) -> Self {
        Self {
            kept: kept.iter().map(|block| block.content.clone()).collect(),
            next: 0,
        }
    }

    /// Judges the text of a block that is being written.
    pub fn verdict(&mut self, block_type: BlockType, text: &str) -> RepeatVerdict {
        let mut beyond = None;
        for (index, kept) in self.kept.iter().enumerate().skip(self.next) {
            let Some(markdown) = block_markdown(kept, block_type) else {
                continue;
            };
            if markdown.starts_with(text.trim_end()) {
                return RepeatVerdict::Undecided;
            }
            if beyond.is_none() && text.starts_with(markdown) {
                beyond = Some((index, markdown.len()));
            }
        }
        match beyond {
            Some((index, length)) => {
                self.next = index + 1;
                RepeatVerdict::Beyond(length)
            }
            None => RepeatVerdict::New,
        }
    }

    /// Whether a whole block says again what was kept.
    pub fn is_repeated(&mut self, content: &BlockContent) -> bool {
        let found = self.kept[self.next..]
            .iter()
            .position(|kept| says_the_same(kept, content));
        if let Some(offset) = found {
            self.next += offset + 1;
        }
        found.is_some()
    }
}

fn block_markdown(content: &BlockContent, block_type: BlockType) -> Option<&str> {
    match content {
        BlockContent::Text { markdown, .. } if block_type == BlockType::Text => Some(markdown),
        BlockContent::Thinking { markdown, .. } if block_type == BlockType::Thinking => {
            Some(markdown)
        }
        _ => None,
    }
}

fn says_the_same(kept: &BlockContent, new: &BlockContent) -> bool {
    match (kept, new) {
        (BlockContent::Text { markdown: kept, .. }, BlockContent::Text { markdown: new, .. })
        | (
            BlockContent::Thinking { markdown: kept, .. },
            BlockContent::Thinking { markdown: new, .. },
        ) => kept.starts_with(new.as_str()),
        (BlockContent::Chart(kept), BlockContent::Chart(new)) => {
            let sql = |chart: &portolan_blocks::ChartBlock| {
                chart.query.as_ref().map(|query| query.sql.clone())
            };
            kept.kind == new.kind
                && kept.title == new.title
                && kept.spec == new.spec
                && sql(kept) == sql(new)
        }
        (
            BlockContent::Reference {
                source_id: kept,
                locator: kept_locator,
                ..
            },
            BlockContent::Reference {
                source_id: new,
                locator: new_locator,
                ..
            },
        ) => kept == new && kept_locator == new_locator,
        (kept, new) => kept == new,
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn text_content(markdown: &str) -> BlockContent {
        BlockContent::text(markdown)
    }

    fn find_repeats(kept: &[&str]) -> Repeats {
        let blocks: Vec<Block> = kept
            .iter()
            .map(|markdown| Block {
                id: Uuid::nil(),
                content: text_content(markdown),
            })
            .collect();
        Repeats::new(&blocks)
    }

    #[test]
    fn repetition_is_undecided_until_it_ends_or_differs() {
        let mut repeats = find_repeats(&["one two", "three"]);
        assert_eq!(
            repeats.verdict(BlockType::Text, "one"),
            RepeatVerdict::Undecided
        );
        assert_eq!(
            repeats.verdict(BlockType::Text, "one x"),
            RepeatVerdict::New
        );
        assert_eq!(
            repeats.verdict(BlockType::Thinking, "one"),
            RepeatVerdict::New
        );
        assert!(repeats.is_repeated(&text_content("one two")));
        assert_eq!(repeats.verdict(BlockType::Text, "one"), RepeatVerdict::New);
        assert!(repeats.is_repeated(&text_content("three")));
        assert!(!repeats.is_repeated(&text_content("three")));
    }

    #[test]
    fn text_beyond_kept_block_is_new() {
        let mut repeats = find_repeats(&["one two"]);
        assert_eq!(
            repeats.verdict(BlockType::Text, "one two three"),
            RepeatVerdict::Beyond(7)
        );
        assert_eq!(repeats.verdict(BlockType::Text, "one"), RepeatVerdict::New);
    }
}
