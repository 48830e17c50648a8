use portolan_documents::{Format, decode_text, is_table};
use portolan_query::reading::{ContentKind, ReadText, SourceContent, Status};

use crate::{ByteKind, SourceBytes, Unreadable, input::one_line, kind::sniff_kind};

/// Plain text and Markdown; rows that no one has called so are a table.
pub fn read_text(input: &SourceBytes<'_>) -> Result<SourceContent, Unreadable> {
    let Some(decoded) = decode_text(input.bytes) else {
        return Err(Unreadable::new(
            "These bytes are no text and no file of a known kind.",
        ));
    };
    if decoded.text.trim().is_empty() {
        return Ok(SourceContent::of(ContentKind::Document).is(Status::Empty, "The file is empty."));
    }
    let is_markdown = sniff_kind(input) == ByteKind::Markdown;
    if !is_markdown && is_table(&decoded.text) {
        return Ok(SourceContent::of(ContentKind::Table));
    }
    let name = input.url.unwrap_or_default();
    let format = if is_markdown {
        Format::Markdown
    } else {
        Format::detect(&decoded.text, name)
    };
    let mut reading = SourceContent::of(if format.is_transcript() {
        ContentKind::Transcript
    } else {
        ContentKind::Document
    });
    reading.metadata.title = first_heading(&decoded.text, format);
    reading.text = Some(ReadText {
        text: decoded.text,
        format,
    });
    Ok(reading)
}

fn first_heading(text: &str, format: Format) -> Option<String> {
    if format != Format::Markdown {
        return None;
    }
    let mut lines = text.lines();
    let heading = lines.find_map(|line| line.strip_prefix("# "))?;
    one_line(heading)
}
