//! Between our contents and the four types of the format: text, file, link and group.

use serde_json::{Map, Value, json};

use crate::{NodeContent, check::is_web};

/// The keys that say what a node of the format shows.
pub const CONTENT_KEYS: [&str; 6] = ["type", "text", "file", "subpath", "url", "label"];

const PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"];

/// Returns the standard node that other programs show for our content. `site` is the base of links to our items.
pub fn standard_node(content: &NodeContent, site: &str) -> Map<String, Value> {
    let link = |path: String| json!({"type": "link", "url": format!("{site}{path}")});
    let text = |text: String| json!({"type": "text", "text": text});
    let value = match content {
        NodeContent::Chart { chart_id, .. } => link(format!("/charts/{chart_id}")),
        NodeContent::Note { markdown } => text(markdown.clone()),
        NodeContent::Source { title, url, .. } => match url {
            Some(url) => json!({"type": "link", "url": url}),
            None => text(title.clone()),
        },
        NodeContent::Reference {
            title, url, quote, ..
        } => {
            let quoted = quote.as_deref().map(|quote| {
                let lines: Vec<String> = quote.lines().map(|line| format!("> {line}")).collect();
                format!("{}\n\n", lines.join("\n"))
            });
            let from = match url {
                Some(url) => format!("[{title}]({url})"),
                None => title.clone(),
            };
            text(quoted.unwrap_or_default() + &from)
        }
        NodeContent::Chat { chat_id, .. } => link(format!("/chats/{chat_id}")),
        NodeContent::Portolan { portolan_id, .. } => link(format!("/portolans/{portolan_id}")),
        NodeContent::Picture { url, .. } if url.starts_with('/') => link(url.clone()),
        NodeContent::Picture { url, .. } => json!({"type": "link", "url": url}),
        NodeContent::Suggestion { label, .. } => text(label.clone()),
        NodeContent::Group { label } => json!({"type": "group", "label": label}),
    };
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// Returns the content that we show for another program's node. A file of a vault is only named: it
/// isn't available here.
pub fn understand_node(fields: &Map<String, Value>) -> NodeContent {
    let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    match text("type") {
        "group" => NodeContent::Group {
            label: text("label").to_owned(),
        },
        "link" if is_picture(text("url")) && is_web(text("url")) => NodeContent::Picture {
            url: text("url").to_owned(),
            alt: None,
        },
        "link" => NodeContent::Note {
            markdown: format!("<{}>", text("url")),
        },
        "file" => NodeContent::Note {
            markdown: format!("`{}{}`", text("file"), text("subpath")),
        },
        _ => NodeContent::Note {
            markdown: text("text").to_owned(),
        },
    }
}

fn is_picture(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| PICTURES.contains(&ending.to_lowercase().as_str()))
}
