//! Files that are texts: what they are, decided by their names where those tell, otherwise by
//! what is in them.

use std::{io::Read, path::Path};

use portolan_documents::{Document, DocumentProfile, Format, decode_text, is_table};
use portolan_query::{FailureCode, WorkerFailure};
use tokio::io::AsyncReadExt;

/// The longest text that is read.
const MOST_BYTES: u64 = 16 << 20;

const TEXTS: [&str; 8] = [
    "md", "markdown", "mdown", "mkd", "vtt", "srt", "rst", "adoc",
];
const TABLES: [&str; 19] = [
    "csv", "tsv", "tab", "psv", "json", "ndjson", "jsonl", "geojson", "parquet", "xlsx", "xlsm",
    "xlsb", "xls", "ods", "arrow", "sqlite", "sqlite3", "db", "db3",
];

const PAGES: [&str; 7] = ["pdf", "html", "htm", "xhtml", "rss", "atom", "xml"];

/// Bytes by which a page shows itself.
const BEGINNING: usize = 1_024;

/// Returns whether a file is a page, a paper or a feed, by its beginning or its name.
pub async fn is_page(file: &Path, file_name: &str) -> std::io::Result<bool> {
    let mut beginning = Vec::new();
    let file = tokio::fs::File::open(file).await?;
    file.take(BEGINNING as u64)
        .read_to_end(&mut beginning)
        .await?;
    let ending = file_ending(file_name);
    let is_pdf = beginning.windows(5).any(|window| window == b"%PDF-");
    let text = String::from_utf8_lossy(&beginning);
    let is_markup = text
        .trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('<');
    let is_other = TABLES.contains(&ending.as_str());
    Ok(is_pdf || !is_other && (is_markup || PAGES.contains(&ending.as_str())))
}

fn file_ending(file_name: &str) -> String {
    Path::new(file_name)
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// A text, decoded, and what it is made of.
pub struct DecodedText {
    pub text: String,
    pub profile: DocumentProfile,
    pub note: Option<String>,
}

/// Reads the file where it is a text; None if it is, or may be, a table.
pub fn read_text(
    file: &Path,
    file_name: &str,
) -> std::io::Result<Result<Option<DecodedText>, WorkerFailure>> {
    let ending = file_ending(file_name);
    if TABLES.contains(&ending.as_str()) || PAGES.contains(&ending.as_str()) {
        return Ok(Ok(None));
    }
    let is_said = TEXTS.contains(&ending.as_str());
    let length = std::fs::metadata(file)?.len();
    if length > MOST_BYTES {
        return Ok(if is_said { Err(too_long()) } else { Ok(None) });
    }
    let mut bytes = Vec::new();
    std::fs::File::open(file)?.read_to_end(&mut bytes)?;
    let Some(decoded) = decode_text(&bytes) else {
        return Ok(if is_said {
            Err(report_missing_text())
        } else {
            Ok(None)
        });
    };
    let text = decoded.text;
    if !is_said && (text.trim_start().starts_with('<') || is_table(&text)) {
        return Ok(Ok(None));
    }
    let format = Format::detect(&text, file_name);
    let document = Document::read(&text, format, file_name);
    if document.passages.is_empty() {
        return Ok(Err(empty_file(file_name)));
    }
    Ok(Ok(Some(DecodedText {
        profile: DocumentProfile::from(&document),
        note: decoded
            .encoding
            .map(|encoding| format!("The text was read as {encoding}.")),
        text,
    })))
}

fn too_long() -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::SourceTooLarge,
        message: format!(
            "A text can have at most {} MB. Send a part of it.",
            MOST_BYTES >> 20
        ),
    }
}

fn report_missing_text() -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::SourceUnreadable,
        message: "This isn't a text file. Upload Markdown, plain text, WebVTT or SubRip.".into(),
    }
}

fn empty_file(file_name: &str) -> WorkerFailure {
    WorkerFailure {
        code: FailureCode::SourceEmpty,
        message: format!("{file_name} has no readable content. Choose another file."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_kind(name: &str, content: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("incoming");
        std::fs::write(&file, content).unwrap();
        match read_text(&file, name).unwrap() {
            Ok(Some(text)) => format!("{:?}", text.profile.format),
            Ok(None) => "table".into(),
            Err(failure) => format!("{:?}", failure.code),
        }
    }

    #[test]
    fn text_format_is_detected_from_name_or_content() {
        let prose = b"The lamp was lit at dusk, and the pilots came home.\n\nNobody slept.\n";
        assert_eq!(text_kind("notes.txt", prose), "Text");
        assert_eq!(text_kind("Pasted", prose), "Text");
        assert_eq!(text_kind("notes.md", b"a,b\n1,2\n"), "Markdown");
        assert_eq!(
            text_kind("notes.txt", b"# Lamps\n\nThey burn.\n"),
            "Markdown"
        );
        assert_eq!(
            text_kind("talk.vtt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n"),
            "WebVtt"
        );
        let subrip = b"1\n00:00:01,000 --> 00:00:02,000\nHi\n";
        assert_eq!(text_kind("talk.srt", subrip), "SubRip");
        assert_eq!(text_kind("Pasted", subrip), "SubRip");
        for name in ["rows.txt", "Pasted", "rows.csv", "prose.csv"] {
            assert_eq!(
                text_kind(name, b"city,people\nUlm,126000\nBonn,331000\n"),
                "table"
            );
        }
        assert_eq!(text_kind("prose.csv", prose), "table");
        assert_eq!(text_kind("page.html", b"<!doctype html><p>Hi</p>"), "table");
        assert_eq!(text_kind("empty.md", b" \n\n"), "SourceEmpty");
        assert_eq!(
            text_kind("program.md", b"\x7fELF\0\0\0\0"),
            "SourceUnreadable"
        );
        assert_eq!(text_kind("program.txt", b"\x7fELF\0\0\0\0"), "table");
    }
}
