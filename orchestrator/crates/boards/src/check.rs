use portolan_blocks::Locator;
use url::Url;

use crate::{Edge, Node, NodeContent, Rect};

pub const MOST_NODES: usize = 5_000;
pub const MOST_EDGES: usize = 10_000;

/// Characters of an id.
const ID_LENGTH: usize = 128;
/// Bytes of a note.
const NOTE_BYTES: usize = 100_000;
/// Bytes of a title, a label, a quote.
const TEXT_BYTES: usize = 10_000;
/// Bytes of an address.
const URL_BYTES: usize = 8_192;
/// Pixels from the middle, and of a side.
const FARTHEST: i64 = 1_000_000;
const LARGEST: i64 = 50_000;

/// A fault of a node or an edge; `path` is below it, as in JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct Invalid {
    pub path: String,
    pub message: String,
}

impl Invalid {
    pub(crate) fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }
}

/// # Errors
/// Fails if a text is too long, a place too far, or an address not one that a page may link to.
pub fn check_node(node: &Node) -> Result<(), Invalid> {
    check_id("id", &node.id)?;
    if let Some(parent) = &node.parent_id {
        check_id("parentId", parent)?;
        if *parent == node.id {
            return Err(Invalid::new("parentId", "a node is not its own group"));
        }
    }
    check_place(&node.place)?;
    match &node.content {
        NodeContent::Note { markdown } => check_text("data.markdown", markdown, NOTE_BYTES),
        NodeContent::Source {
            title,
            url,
            detail,
            description,
            ..
        } => {
            check_text("data.title", title, TEXT_BYTES)?;
            check_optional("data.detail", detail.as_deref())?;
            check_optional("data.description", description.as_deref())?;
            check_link("data.url", url.as_deref())
        }
        NodeContent::Reference {
            title,
            url,
            locator: Locator { quote: located, .. },
            quote,
            ..
        } => {
            check_text("data.title", title, TEXT_BYTES)?;
            check_optional("data.quote", quote.as_deref())?;
            check_optional("data.locator.quote", located.as_deref())?;
            check_link("data.url", url.as_deref())
        }
        NodeContent::Chart { title, .. }
        | NodeContent::Chat { title, .. }
        | NodeContent::Portolan { title, .. } => check_optional("data.title", title.as_deref()),
        NodeContent::Picture { url, alt } => {
            check_optional("data.alt", alt.as_deref())?;
            check_picture_url("data.url", url)
        }
        NodeContent::Suggestion { label, prompt } => {
            check_text("data.label", label, TEXT_BYTES)?;
            check_text("data.prompt", prompt, TEXT_BYTES)
        }
        NodeContent::Group { label } => check_text("data.label", label, TEXT_BYTES),
    }
}

/// # Errors
/// Fails if an id or the label is too long.
pub fn check_edge(edge: &Edge) -> Result<(), Invalid> {
    check_id("id", &edge.id)?;
    check_id("fromNode", &edge.from_node)?;
    check_id("toNode", &edge.to_node)?;
    check_optional("label", edge.label.as_deref())
}

fn check_id(path: &str, id: &str) -> Result<(), Invalid> {
    if id.is_empty() || id.chars().count() > ID_LENGTH {
        return Err(Invalid::new(
            path,
            format!("an id has 1 to {ID_LENGTH} characters"),
        ));
    }
    Ok(())
}

fn check_place(place: &Rect) -> Result<(), Invalid> {
    for (path, number) in [("x", place.x), ("y", place.y)] {
        if !(-FARTHEST..=FARTHEST).contains(&number) {
            return Err(Invalid::new(
                path,
                format!("a node lies at most {FARTHEST} pixels from the middle"),
            ));
        }
    }
    for (path, number) in [("width", place.width), ("height", place.height)] {
        if !(1..=LARGEST).contains(&number) {
            return Err(Invalid::new(
                path,
                format!("a node is 1 to {LARGEST} pixels large"),
            ));
        }
    }
    Ok(())
}

fn check_text(path: &str, text: &str, most: usize) -> Result<(), Invalid> {
    if text.len() > most {
        return Err(Invalid::new(
            path,
            format!("the text has {} bytes; {most} is the most", text.len()),
        ));
    }
    Ok(())
}

fn check_optional(path: &str, value: Option<&str>) -> Result<(), Invalid> {
    value.map_or(Ok(()), |value| check_text(path, value, TEXT_BYTES))
}

fn check_link(path: &str, url: Option<&str>) -> Result<(), Invalid> {
    let Some(url) = url else { return Ok(()) };
    check_text(path, url, URL_BYTES)?;
    if is_web(url) {
        Ok(())
    } else {
        Err(Invalid::new(path, "an address begins with http or https"))
    }
}

/// A picture may also be one of this site's own files.
fn check_picture_url(path: &str, url: &str) -> Result<(), Invalid> {
    let is_own = url.starts_with('/') && !url.starts_with("//") && !url.contains('\\');
    if is_own {
        return check_text(path, url, URL_BYTES);
    }
    check_link(path, Some(url))
}

pub(crate) fn is_web(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}
