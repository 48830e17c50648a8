use crate::SourceBytes;

/// Detects the kind of bytes by their beginning, then the server's content type, then the ending of the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteKind {
    Html,
    Pdf,
    Feed,
    Captions,
    Markdown,
    Text,
    /// Rows: CSV, JSON, a workbook, Parquet.
    Table,
    /// Nothing that is read; says what it is.
    Other(&'static str),
}

const OTHER_BEGINNINGS: [(&[u8], &str); 10] = [
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"RIFF", "a picture or a sound"),
    (b"ID3", "a sound"),
    (b"OggS", "a sound or a video"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"\x1f\x8b", "an archive"),
    (b"\x7fELF", "a program"),
    (b"wOF", "a font"),
];

const TABLE_TYPES: [&str; 9] = [
    "text/csv",
    "text/tab-separated-values",
    "application/csv",
    "application/json",
    "application/x-ndjson",
    "application/jsonl",
    "application/geo+json",
    "application/vnd.ms-excel",
    "application/vnd.apache.parquet",
];

const TABLE_ENDINGS: [&str; 10] = [
    "csv", "tsv", "json", "ndjson", "jsonl", "geojson", "parquet", "xlsx", "xls", "ods",
];

/// Bytes that are looked at.
const BEGINNING: usize = 1_024;

pub fn sniff_kind(input: &SourceBytes<'_>) -> ByteKind {
    let bytes = input.bytes;
    if bytes[..bytes.len().min(BEGINNING)]
        .windows(5)
        .any(|window| window == b"%PDF-")
    {
        return ByteKind::Pdf;
    }
    if bytes.starts_with(b"PK\x03\x04")
        || bytes.starts_with(b"\xd0\xcf\x11\xe0")
        || bytes.starts_with(b"PAR1")
    {
        return ByteKind::Table;
    }
    let other = OTHER_BEGINNINGS
        .iter()
        .find(|(beginning, _)| bytes.starts_with(beginning));
    if let Some((_, what)) = other {
        return ByteKind::Other(what);
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return ByteKind::Other("a video");
    }
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]);
    let beginning = beginning.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let lower = beginning.to_ascii_lowercase();
    let said = input
        .content_type
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_ascii_lowercase();
    let ending = url_ending(input.url.unwrap_or_default());
    if said.starts_with("image/") || said.starts_with("audio/") || said.starts_with("video/") {
        return ByteKind::Other("a picture, a sound or a video");
    }
    if lower.starts_with("webvtt")
        || ["vtt", "srt"].contains(&ending.as_str())
        || said == "text/vtt"
    {
        return ByteKind::Captions;
    }
    if is_feed(&lower, &said) {
        return ByteKind::Feed;
    }
    if lower.starts_with("<!doctype html")
        || lower.starts_with("<html")
        || said == "text/html"
        || said == "application/xhtml+xml"
    {
        return ByteKind::Html;
    }
    if lower.starts_with("<timedtext") || lower.starts_with("<transcript") {
        return ByteKind::Captions;
    }
    if said == "text/markdown" || ["md", "markdown", "mkd", "rst"].contains(&ending.as_str()) {
        return ByteKind::Markdown;
    }
    if TABLE_TYPES.contains(&said.as_str())
        || said.contains("spreadsheet")
        || TABLE_ENDINGS.contains(&ending.as_str())
    {
        return ByteKind::Table;
    }
    if lower.starts_with('<') && lower.contains("<body") {
        return ByteKind::Html;
    }
    ByteKind::Text
}

fn is_feed(beginning: &str, said: &str) -> bool {
    let is_named = [
        "application/rss+xml",
        "application/atom+xml",
        "application/feed+json",
    ]
    .contains(&said);
    let is_xml = beginning.starts_with('<');
    let is_json = beginning.starts_with('{') && beginning.contains("jsonfeed.org/version");
    is_named
        || is_json
        || (is_xml
            && ["<rss", "<feed", "<rdf:rdf"]
                .iter()
                .any(|root| beginning.contains(root)))
}

/// The ending of an address's last part, in small letters.
fn url_ending(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase())
        .unwrap_or_default()
}
