//! Pages: their main text, their tables, what they say of themselves, and whether they let
//! themselves be read.

mod decode;
mod page;
mod tables;

use portolan_documents::Format;
use url::Url;

pub use self::page::Page;
use self::page::{Block, BlockKind, walk};
use crate::{
    Input, Kind, Metadata, Reading, Status, Unreadable,
    player::{self, Video},
    reading::{Text, line},
};

/// Characters below which a page says nothing.
const LITTLE_TEXT: usize = 150;
/// Characters that `<article>` or `<main>` must hold to be the main text.
const MAIN_TEXT: usize = 200;
/// Characters of a page that is nothing but a wall.
const WALL_TEXT: usize = 1_500;

/// What pages say that want to see a browser or a person first.
const WALLS: [&str; 11] = [
    "just a moment",
    "attention required",
    "access denied",
    "are you a robot",
    "verify you are human",
    "checking your browser",
    "enable javascript and cookies to continue",
    "request blocked",
    "unusual traffic",
    "captcha",
    "please log in to continue",
];

pub fn read(input: &Input<'_>) -> Result<Reading, Unreadable> {
    let html = decode::decode(input.bytes, input.content_type);
    let mut page = walk(&html);
    let url = input.url.and_then(|url| Url::parse(url).ok());
    let metadata = metadata(&page);
    let text = main_text(&page.blocks, metadata.title.as_deref());
    if let Some(video) = player::video(&page, url.as_ref()) {
        return Ok(of_video(video, metadata, text));
    }
    let mut reading = Reading::of(Kind::Page);
    reading.tables = std::mem::take(&mut page.tables.grids);
    let has_text = text.is_some();
    reading.text = text.map(markdown);
    let is_partly_free = says_it_is_not_free(&page);
    let seen = format!(
        "{} {}",
        metadata.title.as_deref().unwrap_or_default(),
        page.beginning
    )
    .to_lowercase();
    let is_wall = page.visible < WALL_TEXT && WALLS.iter().any(|wall| seen.contains(wall));
    reading.metadata = metadata;
    Ok(if is_wall && reading.tables.is_empty() {
        reading.text = None;
        reading.is(
            Status::Blocked,
            "The page asks for a browser or a sign-in before it shows itself, so nothing of it was read. Open it in your browser and use the extension.",
        )
    } else if page.visible < LITTLE_TEXT && reading.tables.is_empty() {
        let detail = "The page holds hardly any text without its scripts. Open it in your browser and use the extension.";
        let status = if has_text {
            Status::Part
        } else {
            Status::Empty
        };
        reading.is(status, detail)
    } else if is_partly_free {
        reading.is(
            Status::Part,
            "The page says that not all of it is free to read; what it showed was read.",
        )
    } else if !has_text && reading.tables.is_empty() {
        reading.is(Status::Empty, "No main text was found on the page.")
    } else {
        reading
    })
}

/// A video is read by its captions; its description is kept beside them.
fn of_video(video: Video, page: Metadata, text: Option<String>) -> Reading {
    let mut reading = Reading::of(Kind::Video);
    reading.metadata = Metadata {
        title: video.title.or(page.title),
        author: video.author.or(page.author),
        duration_ms: video.duration_ms,
        ..page
    };
    let titled = |text: String| match &reading.metadata.title {
        Some(title) if !text.starts_with("# ") => format!("# {title}\n\n{text}\n"),
        _ => text,
    };
    let description = video.description.filter(|text| !text.trim().is_empty());
    reading.text = description.or(text).map(titled).map(markdown);
    reading.tracks = video.tracks;
    if reading.tracks.is_empty() {
        let detail = "The video has no captions: only what its page says of it was read. Upload captions as VTT or SRT to ask about what is said in it.";
        let status = if reading.text.is_some() {
            Status::Part
        } else {
            Status::Empty
        };
        return reading.is(status, detail);
    }
    reading
}

fn markdown(text: String) -> Text {
    Text {
        text,
        format: Format::Markdown,
    }
}

fn metadata(page: &Page) -> Metadata {
    let meta = |names: &[&str]| {
        let mut found = names.iter().filter_map(|name| page.meta.get(*name));
        found.find_map(|text| line(text))
    };
    let heading = page
        .blocks
        .iter()
        .find(|block| block.kind == BlockKind::Heading(1));
    Metadata {
        title: meta(&["og:title", "twitter:title"])
            .or_else(|| line(&page.title))
            .or_else(|| line(&heading?.text)),
        author: meta(&["author", "article:author", "citation_author"]),
        site: meta(&["og:site_name", "application-name"]),
        published: meta(&[
            "article:published_time",
            "date",
            "citation_publication_date",
        ]),
        language: page.language.as_deref().and_then(line),
        description: meta(&["description", "og:description"]),
        ..Metadata::default()
    }
}

/// The main text as Markdown: what `<article>` or `<main>` holds, otherwise all that is neither a
/// menu nor made of links.
fn main_text(blocks: &[Block], title: Option<&str>) -> Option<String> {
    let is_text = |block: &Block| {
        let length = block.text.chars().count();
        let is_heading = matches!(block.kind, BlockKind::Heading(_));
        !block.is_around && (is_heading || block.linked * 2 <= length || length > 400)
    };
    let of_main = || {
        blocks
            .iter()
            .filter(|block| block.is_main && is_text(block))
    };
    let length: usize = of_main().map(|block| block.text.len()).sum();
    let chosen: Vec<&Block> = if length >= MAIN_TEXT {
        of_main().collect()
    } else {
        blocks.iter().filter(|block| is_text(block)).collect()
    };
    let has_words = chosen
        .iter()
        .any(|block| !matches!(block.kind, BlockKind::Heading(_)));
    if !has_words {
        return None;
    }
    let mut text = String::new();
    let begins_with_title = chosen
        .first()
        .is_some_and(|block| block.kind == BlockKind::Heading(1));
    if let Some(title) = title.filter(|_| !begins_with_title) {
        text.push_str(&format!("# {}\n\n", escaped(title)));
    }
    for block in chosen {
        let words = escaped(&block.text);
        match block.kind {
            BlockKind::Heading(level) => {
                text.push_str(&"#".repeat(usize::from(level)));
                text.push_str(&format!(" {words}\n\n"));
            }
            BlockKind::Item => text.push_str(&format!("- {words}\n\n")),
            BlockKind::Quote => text.push_str(&format!("> {words}\n\n")),
            BlockKind::Code => {
                let code = block.text.replace("```", "'''");
                text.push_str(&format!("```\n{}\n```\n\n", code.trim_matches('\n')));
            }
            BlockKind::Paragraph => text.push_str(&format!("{words}\n\n")),
        }
    }
    Some(text)
}

/// Words so that Markdown shows them as they are.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '*' | '_' | '[' | ']' | '<' | '`' | '\\' | '~') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    if escaped.starts_with(['#', '>', '-', '+', '|', '=']) {
        escaped.insert(0, '\\');
    }
    escaped
}

/// `isAccessibleForFree` of the page's JSON-LD.
fn says_it_is_not_free(page: &Page) -> bool {
    page.linked_data.iter().any(|text| {
        let text = text.replace(char::is_whitespace, "").to_lowercase();
        ["false", "\"false\""]
            .iter()
            .any(|no| text.contains(&format!("\"isaccessibleforfree\":{no}")))
    })
}
