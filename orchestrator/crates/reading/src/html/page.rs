//! One walk through a page: what stands where.

use std::collections::HashMap;

use super::tables::Tables;
use crate::markup::{Tag, Token, Tokens};

/// Elements that may be open at once; deeper ones count as part of those.
const MOST_DEPTH: usize = 512;
/// Characters of a page's text.
const MOST_TEXT: usize = 8 << 20;

/// What a walk found.
#[derive(Default)]
pub struct Page {
    pub title: String,
    pub language: Option<String>,
    /// Of `<meta>`, by name or property in small letters.
    pub meta: HashMap<String, String>,
    pub blocks: Vec<Block>,
    pub tables: Tables,
    pub has_video: bool,
    /// Address and language of `<track>`s with speech.
    pub tracks: Vec<(String, Option<String>)>,
    pub scripts: Vec<String>,
    pub linked_data: Vec<String>,
    /// Characters that a reader would see.
    pub visible: usize,
    /// The beginning of them.
    pub beginning: String,
}

/// A paragraph, a heading, an item of a list.
#[derive(Clone, Debug, Default)]
pub struct Block {
    pub kind: BlockKind,
    pub text: String,
    /// Characters of it that are links.
    pub linked: usize,
    /// In `<article>` or `<main>`.
    pub is_main: bool,
    /// In what surrounds the text: menus, footers, asides.
    pub is_around: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockKind {
    #[default]
    Paragraph,
    Heading(u8),
    Item,
    Quote,
    Code,
}

const HIDDEN: [&str; 8] = [
    "noscript", "template", "svg", "iframe", "object", "canvas", "select", "head",
];
const AROUND: [&str; 6] = ["nav", "footer", "aside", "form", "button", "dialog"];
const AROUND_NAMES: [&str; 16] = [
    "nav",
    "navbar",
    "menu",
    "sidebar",
    "footer",
    "cookie",
    "cookies",
    "banner",
    "comments",
    "share",
    "social",
    "related",
    "breadcrumb",
    "breadcrumbs",
    "newsletter",
    "advert",
];
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
const INLINE: [&str; 32] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub",
    "sup", "time", "u", "var", "wbr",
];

struct Walk {
    page: Page,
    open: Vec<Element>,
    block: Block,
    heading: String,
}

struct Element {
    name: String,
    is_hidden: bool,
    is_around: bool,
    is_main: bool,
    is_link: bool,
}

pub fn walk(html: &str) -> Page {
    let mut walk = Walk {
        page: Page::default(),
        open: Vec::new(),
        block: Block::default(),
        heading: String::new(),
    };
    for token in Tokens::html(html) {
        match token {
            Token::Open(tag) => walk.enter(&tag),
            Token::Close(name) => walk.leave(&name),
            Token::Text(text) => walk.words(&text),
        }
    }
    walk.end_block();
    walk.page
}

impl Walk {
    fn enter(&mut self, tag: &Tag<'_>) {
        let name = tag.name.as_str();
        match name {
            "title" if self.page.title.is_empty() => {
                self.page.title = crate::markup::resolved(tag.raw);
            }
            "script" => self.script(tag),
            "html" => self.page.language = tag.attribute("lang"),
            "meta" => self.meta(tag),
            "video" => self.page.has_video = true,
            "track" => self.track(tag),
            _ => {}
        }
        if ["title", "script", "style", "textarea"].contains(&name) {
            return;
        }
        // A body ends a head that nobody has closed.
        if ["body", "main", "article"].contains(&name)
            && let Some(at) = self.open.iter().position(|open| open.name == "head")
        {
            self.open.truncate(at);
        }
        if !INLINE.contains(&name) {
            self.end_block();
            self.end_unclosed(name);
        }
        self.page.tables.open(tag, &self.heading);
        if name == "br" {
            self.block.text.push(' ');
        }
        if tag.is_closed || VOID.contains(&name) || self.open.len() >= MOST_DEPTH {
            return;
        }
        let outer = self.open.last();
        let is_main =
            matches!(name, "main" | "article") || tag.attribute("role").as_deref() == Some("main");
        let element = Element {
            is_hidden: outer.is_some_and(|outer| outer.is_hidden)
                || HIDDEN.contains(&name)
                || tag.attribute("hidden").is_some()
                || (name == "sup" && named(tag, &["reference"])),
            is_around: outer.is_some_and(|outer| outer.is_around)
                || AROUND.contains(&name)
                || (!is_main && name != "body" && named(tag, &AROUND_NAMES)),
            is_main: is_main || outer.is_some_and(|outer| outer.is_main),
            is_link: name == "a" || outer.is_some_and(|outer| outer.is_link),
            name: name.to_owned(),
        };
        self.open.push(element);
        self.block.kind = match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                BlockKind::Heading(name.as_bytes()[1] - b'0')
            }
            "li" | "dd" | "dt" => BlockKind::Item,
            "blockquote" => BlockKind::Quote,
            "pre" => BlockKind::Code,
            _ => self.block.kind,
        };
    }

    /// Ends what nobody has closed and what this element cannot lie in.
    fn end_unclosed(&mut self, name: &str) {
        let Some(last) = self.open.last() else { return };
        let is_over = match last.name.as_str() {
            "p" => true,
            "li" => name == "li",
            "dt" | "dd" => matches!(name, "dt" | "dd"),
            "td" | "th" => matches!(name, "td" | "th" | "tr"),
            "tr" => name == "tr",
            "option" => name == "option",
            _ => false,
        };
        if is_over {
            self.open.pop();
        }
    }

    fn leave(&mut self, name: &str) {
        if !INLINE.contains(&name) {
            self.end_block();
        }
        self.page.tables.close(name);
        if let Some(at) = self.open.iter().rposition(|open| open.name == name) {
            self.open.truncate(at);
        }
    }

    fn words(&mut self, text: &str) {
        if self.open.last().is_some_and(|open| open.is_hidden) {
            return;
        }
        self.page.tables.text(text);
        let length = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .count();
        self.page.visible += length;
        if self.page.beginning.len() < 4_000 {
            self.page.beginning.push_str(text);
        }
        if self.page.tables.is_open() || self.page.visible > MOST_TEXT {
            return;
        }
        if self.open.last().is_some_and(|open| open.is_link) {
            self.block.linked += length;
        }
        self.block.text.push_str(text);
    }

    fn end_block(&mut self) {
        let mut block = std::mem::take(&mut self.block);
        if block.kind != BlockKind::Code {
            block.text = block.text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if block.text.trim().is_empty() {
            return;
        }
        if let Some(open) = self.open.last() {
            block.is_main = open.is_main;
            block.is_around = open.is_around;
        }
        if matches!(block.kind, BlockKind::Heading(_)) {
            self.heading.clone_from(&block.text);
        }
        self.page.blocks.push(block);
    }

    fn script(&mut self, tag: &Tag<'_>) {
        if tag.attribute("type").as_deref() == Some("application/ld+json") {
            self.page.linked_data.push(tag.raw.to_owned());
        } else if tag.raw.contains(crate::player::PLAYER) {
            self.page.scripts.push(tag.raw.to_owned());
        }
    }

    fn meta(&mut self, tag: &Tag<'_>) {
        let name = tag.attribute("property").or_else(|| tag.attribute("name"));
        if let (Some(name), Some(content)) = (name, tag.attribute("content")) {
            self.page.meta.entry(name.to_lowercase()).or_insert(content);
        }
    }

    fn track(&mut self, tag: &Tag<'_>) {
        let kind = tag.attribute("kind").unwrap_or_default().to_lowercase();
        if let Some(address) = tag.attribute("src")
            && matches!(kind.as_str(), "" | "captions" | "subtitles")
        {
            self.page.tracks.push((address, tag.attribute("srclang")));
        }
    }
}

/// Whether one of the element's classes, or its id, is such a word or begins or ends with one.
fn named(tag: &Tag<'_>, words: &[&str]) -> bool {
    let names = [tag.attribute("class"), tag.attribute("id")];
    names.iter().flatten().any(|names| {
        names
            .to_lowercase()
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .any(|name| words.contains(&name))
    })
}
