//! PDF: its text by page, and tables where columns line up.

mod pieces;
mod tables;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, Object, decode_text_string, output_doc_page};
use portolan_documents::Format;
use portolan_query::reading::{ContentKind, Grid, ReadText, SourceContent, Status};

use self::pieces::{TextRun, TextRunCollector};
use crate::{PageWatch, SourceBytes, Unreadable, input::one_line};

/// Pages that are read.
const MOST_PAGES: usize = 2_000;
/// Bytes of text after which the rest is left out.
const MOST_TEXT: usize = 16 << 20;
/// Tables of one PDF.
const MOST_TABLES: usize = 30;

/// The outcome of the pages.
#[derive(Default)]
struct PdfContent {
    text: String,
    tables: Vec<Grid>,
    /// Pages that were looked at.
    seen: usize,
    /// The number of pages with text.
    read: usize,
    /// The number of pages that the library couldn't read.
    failed: usize,
}

/// Text by page, with form feeds between. The library gives up on some pages by panicking: such a
/// page is left out and counted.
pub fn read_pdf(
    input: &SourceBytes<'_>,
    watch: &mut PageWatch<'_>,
) -> Result<SourceContent, Unreadable> {
    let loaded = catch_unwind(|| Document::load_mem(input.bytes));
    let Ok(Ok(mut document)) = loaded else {
        return Err(Unreadable::new(
            "The PDF is damaged and cannot be opened. Save it anew in a PDF viewer, then upload it.",
        ));
    };
    let mut reading = SourceContent::of(ContentKind::Pdf);
    // One whose password is empty was opened with it.
    if document.trailer.get(b"Encrypt").is_ok() {
        return Ok(reading.is(
            Status::Blocked,
            "The PDF is protected with a password, so nothing of it was read. Save it without one, then upload it.",
        ));
    }
    empty_pictures(&mut document);
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    let count = numbers.len();
    reading.metadata.pages = u32::try_from(count).ok();
    reading.metadata.title = information_entry(&document, b"Title");
    reading.metadata.author = information_entry(&document, b"Author");
    let pages = read_pages(&document, &numbers, watch);
    let said = list_missing(&pages, count);
    if pages.read == 0 {
        let detail = if pages.failed == 0 && pages.seen == count {
            format!(
                "None of the {count} pages holds text: they are most likely pictures of text. Run text recognition over it, then upload it."
            )
        } else {
            said.join(" ")
        };
        return Ok(reading.is(Status::Empty, detail));
    }
    reading.text = Some(ReadText {
        text: pages.text,
        format: Format::Text,
    });
    reading.tables = pages.tables;
    Ok(if said.is_empty() {
        reading
    } else {
        reading.is(Status::Part, said.join(" "))
    })
}

fn read_pages(document: &Document, numbers: &[u32], watch: &mut PageWatch<'_>) -> PdfContent {
    let total = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    let mut pages = PdfContent::default();
    for number in numbers.iter().take(MOST_PAGES) {
        if pages.text.len() > MOST_TEXT || !watch(*number, total) {
            break;
        }
        if pages.seen > 0 {
            pages.text.push('\u{c}');
        }
        pages.seen += 1;
        let Some(pieces) = page_pieces(document, *number) else {
            pages.failed += 1;
            continue;
        };
        pages.read += usize::from(!pieces.is_empty());
        pages.text.push_str(&text::join_text(&pieces));
        let room = MOST_TABLES - pages.tables.len();
        pages
            .tables
            .extend(tables::find_tables(&pieces, *number).into_iter().take(room));
    }
    pages
}

/// Lists the missing parts, a sentence each.
fn list_missing(pages: &PdfContent, count: usize) -> Vec<String> {
    let mut said = Vec::new();
    let silent = pages.seen - pages.read - pages.failed;
    if pages.seen < count {
        said.push(format!(
            "The PDF is very long: the first {} of its {count} pages were read.",
            pages.seen
        ));
    }
    if pages.failed > 0 {
        said.push(format!(
            "{} of {count} pages could not be read.",
            pages.failed
        ));
    }
    if silent > 0 {
        said.push(format!(
            "{silent} of {count} pages hold no text: pictures are not read."
        ));
    }
    said
}

fn page_pieces(document: &Document, number: u32) -> Option<Vec<TextRun>> {
    let read = catch_unwind(AssertUnwindSafe(|| {
        let mut pieces = TextRunCollector::default();
        output_doc_page(document, &mut pieces, number).ok()?;
        Some(pieces.into_all())
    }));
    read.ok().flatten()
}

/// The library would take the bytes of pictures for drawing instructions.
fn empty_pictures(document: &mut Document) {
    for object in document.objects.values_mut() {
        let Object::Stream(stream) = object else {
            continue;
        };
        let kind = stream.dict.get(b"Subtype").and_then(Object::as_name);
        if kind.is_ok_and(|kind| kind == b"Image") {
            stream.content = Vec::new();
            stream.dict.remove(b"Filter");
            stream.dict.remove(b"DecodeParms");
        }
    }
}

/// Reads an entry of the PDF's metadata.
fn information_entry(document: &Document, key: &[u8]) -> Option<String> {
    let reference = document.trailer.get(b"Info").ok()?;
    let (_, object) = document.dereference(reference).ok()?;
    let value = object.as_dict().ok()?.get(key).ok()?;
    let (_, value) = document.dereference(value).ok()?;
    one_line(&decode_text_string(value).ok()?)
}
