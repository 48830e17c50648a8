//! RSS, Atom and JSON feeds.

use std::fmt::Write;

use chrono::SecondsFormat;
use feed_rs::{
    model::{Entry, Text as Words},
    parser,
};
use portolan_documents::Format;
use portolan_query::reading::{ContentKind, Grid, ReadText, SourceContent, Status};

use crate::{
    SourceBytes, Unreadable,
    html::{escape_markdown, words_of},
    input::one_line,
};

/// Entries that are read.
const MOST_ENTRIES: usize = 500;
/// Characters of an entry's text.
const ENTRY_CHARACTERS: usize = 20_000;

/// A feed as a text with a section an entry, and as a table of its entries.
pub fn read_feed(input: &SourceBytes<'_>) -> Result<SourceContent, Unreadable> {
    let feed = parser::parse(input.bytes)
        .map_err(|_| Unreadable::new("This is not a feed that could be read."))?;
    let mut reading = SourceContent::of(ContentKind::Feed);
    let title = feed.title.as_ref().and_then(plain_line);
    reading.metadata.title.clone_from(&title);
    reading.metadata.language = feed.language;
    reading.metadata.description = feed.description.as_ref().and_then(plain_line);
    if feed.entries.is_empty() {
        return Ok(reading.is(Status::Empty, "The feed has no entries."));
    }
    let title = title.unwrap_or_else(|| "Feed".into());
    let mut markdown = format!("# {}\n", escape_markdown(&title));
    let names = ["title", "published", "author", "link"];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    for entry in feed.entries.iter().take(MOST_ENTRIES) {
        rows.push(write_entry(entry, &mut markdown));
    }
    reading.text = Some(ReadText {
        text: markdown,
        format: Format::Markdown,
    });
    reading.tables = vec![Grid { title, rows }];
    let count = feed.entries.len();
    if count > MOST_ENTRIES {
        let detail = format!("The feed has {count} entries; the first {MOST_ENTRIES} were read.");
        reading = reading.is(Status::Part, detail);
    }
    Ok(reading)
}

/// Writes a section, and gives the entry's row.
fn write_entry(entry: &Entry, markdown: &mut String) -> Vec<String> {
    let title = entry.title.as_ref().and_then(plain_line);
    let title = title.unwrap_or_else(|| "Untitled".into());
    let published = entry
        .published
        .or(entry.updated)
        .map(|time| time.to_rfc3339_opts(SecondsFormat::Secs, true))
        .unwrap_or_default();
    let author = entry.authors.first().map(|person| person.name.clone());
    let link = entry.links.first().map(|link| link.href.clone());
    let content = entry.content.as_ref();
    let body = content
        .and_then(|content| content.body.as_deref())
        .or_else(|| entry.summary.as_ref().map(|text| text.content.as_str()))
        .map(words_of)
        .unwrap_or_default();
    let body: String = body.chars().take(ENTRY_CHARACTERS).collect();
    // Writing to a string does not fail.
    let _ = write!(markdown, "\n## {}\n\n", escape_markdown(&title));
    if let Some(day) = published.get(..10) {
        let _ = write!(markdown, "{day}\n\n");
    }
    for paragraph in body.lines().filter(|line| !line.trim().is_empty()) {
        let _ = write!(markdown, "{}\n\n", escape_markdown(paragraph.trim()));
    }
    let (author, link) = (author.unwrap_or_default(), link.unwrap_or_default());
    vec![title, published, author, link]
}

fn plain_line(text: &Words) -> Option<String> {
    one_line(&words_of(&text.content))
}
