//! Pages: their main text as reader views find it, their tables, what they say of themselves, and
//! whether they let themselves be read.

mod decode;
mod length;
mod metadata;
mod nesting;
mod tables;

use dom_query::{Document, NodeRef};
use dom_smoothie::{Config, Readability, TextMode};
use portolan_documents::Format;
use portolan_query::reading::{ContentKind, Metadata, ReadText, SourceContent, Status};
use url::Url;

pub use self::nesting::is_reasonable;
use crate::{
    SourceBytes, Unreadable,
    player::{self, Video},
};

/// Bytes of a page that is read.
const MOST_BYTES: usize = 24 << 20;
/// How deep elements may lie in each other: looking for the main text goes down recursively.
const MOST_DEPTH: usize = 512;
/// Characters below which a page says nothing.
const LITTLE_TEXT: usize = 150;
/// Characters of a page that is nothing but a wall.
const WALL_TEXT: usize = 1_500;
/// Bytes of a page's beginning, where a wall says what it is.
const BEGINNING: usize = 4_000;

/// Phrases of pages that ask for a browser or a human check first.
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

/// Elements that aren't part of the text, or surround it.
const AROUND: &str = "img, svg, picture, iframe, canvas, object, template, noscript, video, audio, select, sup.reference";

pub fn read_html(input: &SourceBytes<'_>) -> Result<SourceContent, Unreadable> {
    if input.bytes.len() > MOST_BYTES {
        return Err(Unreadable::new(format!(
            "The page has more than {} MB: it was not read. Save the part that you need as a file of its own.",
            MOST_BYTES >> 20
        )));
    }
    let html = line_breaks(decode::decode_page(input.bytes, input.content_type));
    let built = is_reasonable(&html).then(|| Document::from(html));
    let Some(document) = built.filter(is_flat_enough) else {
        return Err(Unreadable::new(
            "The page is built of more elements, or deeper, than a page for people: it was not read.",
        ));
    };
    length::cut_costly(&document);
    let url = input.url.and_then(|url| Url::parse(url).ok());
    let video = player::find_video(&document, url.as_ref());
    let is_partly_free = says_it_is_not_free(&document);
    let (visible, beginning) = visible_text(&document);
    let tables = tables::take_tables(&document);
    let (metadata, text) = main_text(document, url.as_ref());
    if let Some(video) = video {
        return Ok(of_video(video, metadata, text));
    }
    let mut reading = SourceContent::of(ContentKind::Page);
    let has_text = text.is_some();
    reading.tables = tables;
    reading.text = text.map(|text| markdown_text(&text, metadata.title.as_deref()));
    let title = metadata.title.as_deref().unwrap_or_default();
    let seen = format!("{title} {beginning}").to_lowercase();
    let is_wall = visible < WALL_TEXT && WALLS.iter().any(|wall| seen.contains(wall));
    reading.metadata = metadata;
    Ok(if is_wall && reading.tables.is_empty() {
        reading.text = None;
        reading.is(
            Status::Blocked,
            "The page asks for a browser or a sign-in before it shows itself, so nothing of it was read. Open it in your browser and use the extension.",
        )
    } else if visible < LITTLE_TEXT && reading.tables.is_empty() {
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

/// Turns carriage returns into line feeds, as the HTML standard asks before parsing: parsers take
/// each one as a text of its own.
fn line_breaks(html: String) -> String {
    if html.contains('\r') {
        html.replace("\r\n", "\n").replace('\r', "\n")
    } else {
        html
    }
}

/// A video is read by its captions; its description is kept beside them.
fn of_video(video: Video, page: Metadata, text: Option<String>) -> SourceContent {
    let mut reading = SourceContent::of(ContentKind::Video);
    reading.metadata = Metadata {
        title: video.title.or(page.title),
        author: video.author.or(page.author),
        duration_ms: video.duration_ms,
        ..page
    };
    let description = video.description.filter(|text| !text.trim().is_empty());
    let title = reading.metadata.title.as_deref();
    reading.text = description.or(text).map(|text| markdown_text(&text, title));
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

/// Counts down without recursion.
fn is_flat_enough(document: &Document) -> bool {
    let mut stack = vec![(document.root(), 0)];
    while let Some((node, depth)) = stack.pop() {
        if depth > MOST_DEPTH {
            return false;
        }
        let inner = node.children_it(false).filter(NodeRef::is_element);
        stack.extend(inner.map(|child| (child, depth + 1)));
    }
    true
}

/// Reads the page's metadata and its main text as Markdown; without a recognizable main text, all
/// visible text.
fn main_text(document: Document, url: Option<&Url>) -> (Metadata, Option<String>) {
    document.select(AROUND).remove();
    let mut metadata = metadata::read_metadata(&document);
    let config = Config {
        text_mode: TextMode::Markdown,
        ..Config::default()
    };
    let Ok(mut readability) =
        Readability::with_document(document, url.map(Url::as_str), Some(config))
    else {
        return (metadata, None);
    };
    let text = match readability.parse() {
        Ok(article) => {
            metadata::complete_from(&mut metadata, &article);
            article.text_content.to_string()
        }
        Err(_) => {
            let around = "nav, header, footer, aside, form, script, style";
            readability.doc.select(around).remove();
            let body = readability.doc.body();
            body.map_or_else(String::new, |body| body.md(None).to_string())
        }
    };
    let has_words = text.chars().any(char::is_alphanumeric);
    (metadata, Some(text).filter(|_| has_words))
}

/// A main text often begins below its own title.
fn markdown_text(text: &str, title: Option<&str>) -> ReadText {
    let text = text.trim();
    ReadText {
        text: match title {
            Some(title) if !text.starts_with("# ") => {
                format!("# {}\n\n{text}\n", escape_markdown(title))
            }
            _ => format!("{text}\n"),
        },
        format: Format::Markdown,
    }
}

/// How many characters a reader would see, and the first of them.
fn visible_text(document: &Document) -> (usize, String) {
    let (mut count, mut beginning) = (0, String::new());
    let mut stack: Vec<NodeRef<'_>> = document.body().into_iter().collect();
    while let Some(node) = stack.pop() {
        if node.is_text() {
            let text = node.text();
            count += text
                .chars()
                .filter(|letter| !letter.is_whitespace())
                .count();
            if beginning.len() < BEGINNING {
                beginning.push_str(&text);
            }
            continue;
        }
        let is_hidden = ["script", "style", "noscript", "template", "select", "svg"]
            .iter()
            .any(|name| node.has_name(name))
            || node.has_attr("hidden");
        if !is_hidden {
            stack.extend(node.children_it(true));
        }
    }
    (count, beginning)
}

/// `isAccessibleForFree` of the page's JSON-LD.
fn says_it_is_not_free(document: &Document) -> bool {
    let scripts = document.select("script[type=\"application/ld+json\"]");
    scripts.nodes().iter().any(|script| {
        let text = script
            .text()
            .replace(char::is_whitespace, "")
            .to_lowercase();
        ["false", "\"false\""]
            .iter()
            .any(|no| text.contains(&format!("\"isaccessibleforfree\":{no}")))
    })
}

/// The words of a piece of markup; nothing of one that nests like no text.
pub fn words_of(markup: &str) -> String {
    if !markup.contains(['<', '&']) {
        return markup.to_owned();
    }
    if !is_reasonable(markup) {
        return String::new();
    }
    let piece = Document::fragment(markup.to_owned());
    if !is_flat_enough(&piece) {
        return String::new();
    }
    piece.select("script, style").remove();
    piece.formatted_text().to_string()
}

/// Words so that Markdown shows them as they are.
pub fn escape_markdown(text: &str) -> String {
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
