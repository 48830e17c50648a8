//! RSS 0.9 to 2.0 and Atom.

use std::fmt::Write;

use chrono::{DateTime, SecondsFormat, Utc};
use portolan_documents::{Format, decode};

use crate::{
    Grid, Input, Kind, Reading, Status, Unreadable,
    markup::{Tag, Token, Tokens, words},
    reading::{Text, line},
};

/// Entries that are read.
const MOST_ENTRIES: usize = 500;
/// Characters of an entry's text.
const ENTRY_CHARACTERS: usize = 20_000;

#[derive(Default)]
struct Entry {
    title: String,
    link: String,
    published: String,
    author: String,
    body: String,
}

#[derive(Default)]
struct Feed {
    head: Entry,
    entries: Vec<Entry>,
    count: usize,
}

/// A feed as a text with a section an entry, and as a table of its entries.
pub fn read(input: &Input<'_>) -> Result<Reading, Unreadable> {
    let Some(decoded) = decode(input.bytes) else {
        return Err(Unreadable::new("This is not a feed that could be read."));
    };
    let feed = parse(&decoded.text);
    let mut reading = Reading::of(Kind::Feed);
    let title = line(&words(&feed.head.title));
    reading.metadata.title.clone_from(&title);
    reading.metadata.description = line(&words(&feed.head.body));
    if feed.entries.is_empty() {
        if title.is_none() {
            return Err(Unreadable::new("This is not a feed that could be read."));
        }
        return Ok(reading.is(Status::Empty, "The feed has no entries."));
    }
    let title = title.unwrap_or_else(|| "Feed".into());
    let mut markdown = format!("# {title}\n");
    let names = ["title", "published", "author", "link"];
    let mut rows = vec![names.map(str::to_owned).to_vec()];
    for entry in &feed.entries {
        rows.push(write_entry(entry, &mut markdown));
    }
    reading.text = Some(Text {
        text: markdown,
        format: Format::Markdown,
    });
    reading.tables = vec![Grid { title, rows }];
    if feed.count > MOST_ENTRIES {
        let detail = format!(
            "The feed has {} entries; the first {MOST_ENTRIES} were read.",
            feed.count
        );
        reading = reading.is(Status::Part, detail);
    }
    Ok(reading)
}

fn parse(text: &str) -> Feed {
    let mut feed = Feed::default();
    let mut in_entry = false;
    let mut field: Option<(String, String)> = None;
    for token in Tokens::xml(text) {
        match token {
            Token::Open(tag) => match tag.name.as_str() {
                "item" | "entry" => {
                    in_entry = true;
                    feed.count += 1;
                    if feed.count <= MOST_ENTRIES {
                        feed.entries.push(Entry::default());
                    }
                }
                "link" if tag.attribute("href").is_some() => feed.link(&tag, in_entry),
                name if field.is_none() && !tag.is_closed && is_field(name) => {
                    field = Some((name.to_owned(), String::new()));
                }
                _ => {}
            },
            Token::Text(text) => {
                if let Some((_, value)) = &mut field {
                    value.push_str(&text);
                }
            }
            Token::Close(name) => {
                if name == "item" || name == "entry" {
                    in_entry = false;
                }
                if let Some((open, value)) = field.take_if(|(open, _)| *open == name) {
                    feed.set(&open, value, in_entry);
                }
            }
        }
    }
    feed
}

fn is_field(name: &str) -> bool {
    matches!(
        name,
        "title"
            | "link"
            | "pubdate"
            | "published"
            | "updated"
            | "dc:date"
            | "author"
            | "dc:creator"
            | "name"
            | "description"
            | "summary"
            | "content"
            | "content:encoded"
            | "subtitle"
    )
}

impl Feed {
    fn current(&mut self, in_entry: bool) -> Option<&mut Entry> {
        match in_entry {
            true if self.count > MOST_ENTRIES => None,
            true => self.entries.last_mut(),
            false => Some(&mut self.head),
        }
    }

    fn link(&mut self, tag: &Tag<'_>, in_entry: bool) {
        let relation = tag.attribute("rel").unwrap_or_default();
        if let Some(entry) = self.current(in_entry)
            && (relation.is_empty() || relation == "alternate")
            && entry.link.is_empty()
        {
            entry.link = tag.attribute("href").unwrap_or_default();
        }
    }

    fn set(&mut self, name: &str, value: String, in_entry: bool) {
        let Some(entry) = self.current(in_entry) else {
            return;
        };
        let place = match name {
            "title" => &mut entry.title,
            "link" => &mut entry.link,
            "pubdate" | "published" | "updated" | "dc:date" => &mut entry.published,
            "author" | "dc:creator" | "name" => &mut entry.author,
            _ => &mut entry.body,
        };
        // The whole text is longer than its summary.
        if place.is_empty() || (name.starts_with("content") && value.len() > place.len()) {
            *place = value.trim().to_owned();
        }
    }
}

/// Writes a section, and gives the entry's row.
fn write_entry(entry: &Entry, markdown: &mut String) -> Vec<String> {
    let title = line(&words(&entry.title)).unwrap_or_else(|| "Untitled".into());
    let published = time(&entry.published);
    let body: String = words(&entry.body).chars().take(ENTRY_CHARACTERS).collect();
    // Writing to a string does not fail.
    let _ = write!(markdown, "\n## {title}\n\n");
    if let Some(day) = published.get(..10) {
        let _ = write!(markdown, "{day}\n\n");
    }
    let _ = writeln!(markdown, "{body}");
    vec![title, published, words(&entry.author), entry.link.clone()]
}

/// As RFC 3339 in UTC; what is no time is left out.
fn time(text: &str) -> String {
    DateTime::parse_from_rfc3339(text)
        .or_else(|_| DateTime::parse_from_rfc2822(text))
        .map(|time| {
            time.with_timezone(&Utc)
                .to_rfc3339_opts(SecondsFormat::Secs, true)
        })
        .unwrap_or_default()
}
