//! `portolan-bench-paper [PAGES]`: reads a PDF of 300 pages of prose, with a table on every tenth,
//! through the pool and the real worker. Prints wall and CPU seconds and the worker's peak memory.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use portolan_bench::{Result, measure_time, start_pool};
use portolan_query_pool::ReadFile;

const PAGES: u16 = 300;
const LINES: u8 = 48;
const WORDS: &str = "The lamp was lit at dusk, and the pilots came home by its light, one after";

#[tokio::main]
async fn main() -> Result<()> {
    let pages = match std::env::args().nth(1) {
        Some(pages) => pages.parse()?,
        None => PAGES,
    };
    let folder = tempfile::TempDir::new()?;
    let path = folder.path().join("paper.pdf");
    let bytes = build_paper(pages);
    println!("{pages} pages, {} KB of PDF", bytes.len() >> 10);
    std::fs::write(&path, bytes)?;
    let pool = start_pool()?;
    let file = ReadFile {
        path: &path,
        content_type: Some("application/pdf"),
        url: None,
    };
    let reading = measure_time("read PDF", async {
        let read = pool.read(file, &|_, _| {}).await;
        read.map_err(|failure| failure.message)
    })
    .await?;
    let text = reading.text.map_or(0, |text| text.text.len());
    println!(
        "  {} pages, {} KB of text, {} tables",
        reading.metadata.pages.unwrap_or_default(),
        text >> 10,
        reading.tables.len()
    );
    Ok(())
}

fn build_paper(pages: u16) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, font] = [(); 3].map(|()| next.bump());
    let ids: Vec<(Ref, Ref)> = (0..pages).map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree)
        .kids(ids.iter().map(|(page, _)| *page))
        .count(i32::from(pages));
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    for ((page, content), number) in ids.into_iter().zip(1..) {
        let mut written = pdf.page(page);
        written.media_box(Rect::new(0.0, 0.0, 595.0, 842.0));
        written.parent(tree).contents(content);
        written.resources().fonts().pair(Name(b"F1"), font);
        written.finish();
        pdf.stream(content, &page_lines(number));
    }
    pdf.finish()
}

/// A page's words; on every tenth page the last rows are those of a table.
fn page_lines(page: u16) -> Vec<u8> {
    let mut content = Content::new();
    content.begin_text();
    content.set_font(Name(b"F1"), 10.0);
    for line in 0..LINES {
        let y = 780.0 - 14.0 * f32::from(line);
        let mut show = |x: f32, text: &str| {
            content.set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
            content.show(Str(text.as_bytes()));
        };
        let row = line.saturating_sub(LINES - 10);
        let has_table = page.is_multiple_of(10);
        if has_table && row == 1 {
            show(72.0, "Coast");
            show(300.0, "Lights");
        } else if has_table && row > 1 {
            show(72.0, &format!("Coast {row}"));
            show(300.0, &format!("{}", u32::from(row) * u32::from(page)));
        } else {
            show(72.0, &format!("{WORDS} {page}.{line}"));
        }
    }
    content.end_text();
    content.finish().to_vec()
}
