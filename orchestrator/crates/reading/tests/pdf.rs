//! Content read from the bytes of a PDF.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use pdf_extract::{
    Document as Pdf, EncryptionState, EncryptionVersion, Object, Permissions, StringFormat,
};
use pdf_writer::{Content, Finish, Name, Rect, Ref, Str, TextStr};
use portolan_documents::Document;
use portolan_query::reading::{ContentKind, SourceContent, Status};
use portolan_reading::{SourceBytes, Unreadable, read_source};

/// A page's content: words at places, and what else it draws.
type PageContent = Vec<u8>;

/// Words at places of a page, in letters of ten points.
fn page_of(words: &[(f32, f32, &str)]) -> PageContent {
    let mut content = Content::new();
    content.begin_text();
    content.set_font(Name(b"F1"), 10.0);
    for (x, y, text) in words {
        content.set_text_matrix([1.0, 0.0, 0.0, 1.0, *x, *y]);
        content.show(Str(text.as_bytes()));
    }
    content.end_text();
    content.finish().to_vec()
}

fn page_of_lines(lines: &[&str]) -> PageContent {
    let places = (0_u16..).zip(lines);
    let words: Vec<(f32, f32, &str)> = places
        .map(|(line, text)| (72.0, 700.0 - 12.0 * f32::from(line), *text))
        .collect();
    page_of(&words)
}

fn build_pdf(pages: &[PageContent]) -> Vec<u8> {
    let mut pdf = pdf_writer::Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, info, font] = [(); 4].map(|()| next.bump());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info)
        .title(TextStr("Lamps & Küsten"))
        .author(TextStr("M. Keeper"));
    pdf.pages(tree)
        .kids(ids.iter().map(|(page, _)| *page))
        .count(i32::try_from(pages.len()).unwrap());
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    for ((page, content), bytes) in ids.iter().zip(pages) {
        let mut written = pdf.page(*page);
        written.media_box(Rect::new(0.0, 0.0, 595.0, 842.0));
        written.parent(tree);
        written.contents(*content);
        written.resources().fonts().pair(Name(b"F1"), font);
        written.finish();
        pdf.stream(*content, bytes);
    }
    pdf.finish()
}

fn read_pdf(bytes: &[u8]) -> Result<SourceContent, Unreadable> {
    let input = SourceBytes {
        bytes,
        content_type: Some("application/pdf"),
        url: Some("https://a.example/paper.pdf"),
    };
    read_source(&input, &mut |_, _| true)
}

fn text_of(reading: &SourceContent) -> &str {
    &reading.text.as_ref().unwrap().text
}

const PROSE: [&str; 4] = [
    "The lamp was lit at dusk, and the pilots came home by its",
    "light, one after the other. Nobody in the whole har-",
    "bour slept until the last of them had tied up at the quay.",
    "In the morning the keeper put the lamp out again.",
];

#[test]
fn pdf_pages_keep_numbers_and_metadata() {
    let reading = read_pdf(&build_pdf(&[
        page_of_lines(&PROSE),
        page_of_lines(&["Fog came later."]),
    ]))
    .unwrap();
    assert_eq!(
        (reading.kind, reading.status),
        (ContentKind::Pdf, Status::Whole)
    );
    let metadata = &reading.metadata;
    assert_eq!(metadata.title.as_deref(), Some("Lamps & Küsten"));
    assert_eq!(metadata.author.as_deref(), Some("M. Keeper"));
    assert_eq!(metadata.pages, Some(2));
    let words = reading.text.as_ref().unwrap();
    assert!(
        words.text.contains("in the whole harbour slept"),
        "{}",
        words.text
    );
    let document = Document::read(&words.text, words.format, "paper.pdf");
    let pages: Vec<_> = document
        .passages
        .iter()
        .map(|passage| passage.page)
        .collect();
    assert_eq!(pages, [Some(1), Some(2)]);
}

#[test]
fn pdf_columns_and_paragraphs_are_distinguished() {
    let left = ["The left column comes first,", "and goes on to its end."];
    let right = ["The right one comes after it,", "as people read them."];
    let mut words = Vec::new();
    for (x, column) in [(72.0, left), (320.0, right)] {
        for (line, text) in (0_u8..).zip(column) {
            words.push((x, 700.0 - 12.0 * f32::from(line), text));
        }
    }
    words.push((72.0, 640.0, "A paragraph of its own."));
    let reading = read_pdf(&build_pdf(&[page_of(&words)])).unwrap();
    let paragraphs: Vec<&str> = text_of(&reading).split("\n\n").collect();
    assert_eq!(
        paragraphs,
        [
            left.join("\n"),
            right.join("\n"),
            "A paragraph of its own.".into()
        ]
    );
    assert!(reading.tables.is_empty(), "two columns are no table");
}

fn table_page(rows: &[[&str; 3]]) -> PageContent {
    let mut words = vec![(72.0, 724.0, "Table 1: Lights by coast")];
    for (line, row) in (0_u8..).zip(rows) {
        let y = 700.0 - 14.0 * f32::from(line);
        for (x, cell) in [72.0, 220.0, 320.0].into_iter().zip(row) {
            words.push((x, y, cell));
        }
    }
    page_of(&words)
}

#[test]
fn pdf_tables_are_found_by_aligned_columns() {
    let rows = [
        ["Coast", "1900", "2000"],
        ["North Sea", "12", "1,230"],
        ["South", "7", "31"],
        ["East", "", "4"],
    ];
    let reading = read_pdf(&build_pdf(&[page_of_lines(&PROSE), table_page(&rows)])).unwrap();
    let [grid] = &reading.tables[..] else {
        panic!("one table: {:?}", reading.tables);
    };
    assert_eq!(grid.title, "Table 1: Lights by coast");
    assert_eq!(grid.rows, rows);
}

#[test]
fn aligned_prose_and_tables_of_contents_are_not_data_tables() {
    let prose = [
        ["The first", "column of", "three"],
        ["goes on", "beside the", "second"],
        ["and ends", "with the", "third"],
    ];
    assert!(
        read_pdf(&build_pdf(&[table_page(&prose)]))
            .unwrap()
            .tables
            .is_empty()
    );
    let contents = [
        ["1", "Lamps ........", "7"],
        ["2", "Keepers ......", "12"],
        ["3", "Fog ..........", "31"],
    ];
    assert!(
        read_pdf(&build_pdf(&[table_page(&contents)]))
            .unwrap()
            .tables
            .is_empty()
    );
}

#[test]
fn pages_that_cannot_be_read_are_counted() {
    // The reader panics over a matrix of three numbers.
    let broken = b"1 0 0 cm BT /F1 10 Tf (lost) Tj ET".to_vec();
    let silent = b"0 0 100 100 re f".to_vec();
    let reading = read_pdf(&build_pdf(&[page_of_lines(&PROSE), broken, silent])).unwrap();
    assert_eq!(reading.status, Status::Part);
    let detail = reading.detail.as_deref().unwrap();
    assert!(
        detail.contains("1 of 3 pages could not be read."),
        "{detail}"
    );
    assert!(detail.contains("1 of 3 pages hold no text"), "{detail}");
    assert_eq!(text_of(&reading).matches('\u{c}').count(), 2);
}

#[test]
fn scanned_and_locked_pdfs_are_reported() {
    let scanned = b"q 595 0 0 842 0 0 cm Q".to_vec();
    let reading = read_pdf(&build_pdf(&[scanned.clone(), scanned])).unwrap();
    assert_eq!((reading.status, &reading.text), (Status::Empty, &None));
    assert!(reading.detail.unwrap().contains("pictures of text"));

    for (password, status) in [("secret", Status::Blocked), ("", Status::Whole)] {
        let mut locked = Pdf::load_mem(&build_pdf(&[page_of_lines(&PROSE)])).unwrap();
        let id = || Object::String(vec![7; 16], StringFormat::Literal);
        locked.trailer.set("ID", vec![id(), id()]);
        let version = EncryptionVersion::V2 {
            document: &locked,
            owner_password: "owner",
            user_password: password,
            key_length: 128,
            permissions: Permissions::all(),
        };
        let state = EncryptionState::try_from(version).unwrap();
        locked.encrypt(&state).unwrap();
        let mut bytes = Vec::new();
        locked.save_to(&mut bytes).unwrap();
        let reading = read_pdf(&bytes).unwrap();
        assert_eq!(reading.status, status, "{:?}", reading.detail);
        assert_eq!(reading.text.is_some(), password.is_empty());
    }
}

#[test]
fn pdf_reading_stops_when_time_runs_out() {
    let pages: Vec<PageContent> = (0..5).map(|_| page_of_lines(&PROSE)).collect();
    let mut heard = Vec::new();
    let input = SourceBytes {
        bytes: &build_pdf(&pages),
        content_type: None,
        url: None,
    };
    let reading = read_source(&input, &mut |page, pages| {
        heard.push((page, pages));
        page <= 2
    })
    .unwrap();
    assert_eq!(heard, [(1, 5), (2, 5), (3, 5)]);
    assert_eq!(reading.status, Status::Part);
    assert!(
        reading
            .detail
            .unwrap()
            .contains("the first 2 of its 5 pages")
    );
}
