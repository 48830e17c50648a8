//! Pages and papers are read where they can do no harm.

use std::{fs, sync::Mutex, time::Duration};

use crate::support::{EngineSetup, pool_options};
use portolan_query::{
    FailureCode, WorkerFailure,
    reading::{ContentKind, SourceContent, Status},
};
use portolan_query_pool::{PoolOptions, ReadFile};
use rustix::process::{Pid, Signal, kill_process};
use tokio::{sync::Notify, time::Instant};

impl EngineSetup {
    async fn read_content(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
    ) -> Result<SourceContent, WorkerFailure> {
        self.read_with_progress(name, content, &|_, _| {}).await
    }

    async fn read_with_progress(
        &self,
        name: &str,
        content: impl AsRef<[u8]>,
        tell: &(dyn Fn(u32, u32) + Send + Sync),
    ) -> Result<SourceContent, WorkerFailure> {
        let path = self.folder.path().join("page");
        fs::write(&path, content).expect("the page is written");
        let file = ReadFile {
            path: &path,
            content_type: None,
            url: Some(name),
        };
        self.pool.read(file, tell).await
    }
}

/// A PDF of these pages' content; each may draw the form `F`, which may draw itself.
fn build_pdf(pages: &[&str], form: &str) -> Vec<u8> {
    use pdf_writer::{Finish, Name, Pdf, Rect, Ref};
    let mut pdf = Pdf::new();
    let mut next = Ref::new(1);
    let [catalog, tree, font, drawn] = [(); 4].map(|()| next.bump());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (next.bump(), next.bump())).collect();
    pdf.catalog(catalog).pages(tree);
    let kids = ids.iter().map(|(page, _)| *page);
    let count = i32::try_from(pages.len()).expect("a few pages");
    pdf.pages(tree).kids(kids).count(count);
    pdf.type1_font(font).base_font(Name(b"Helvetica"));
    let mut inner = pdf.form_xobject(drawn, form.as_bytes());
    inner.bbox(Rect::new(0.0, 0.0, 100.0, 100.0));
    inner.resources().x_objects().pair(Name(b"F"), drawn);
    inner.finish();
    for ((page, content), text) in ids.iter().zip(pages) {
        let mut written = pdf.page(*page);
        written.media_box(Rect::new(0.0, 0.0, 595.0, 842.0));
        written.parent(tree).contents(*content);
        let mut resources = written.resources();
        resources.fonts().pair(Name(b"F1"), font);
        resources.x_objects().pair(Name(b"F"), drawn);
        resources.finish();
        written.finish();
        pdf.stream(*content, text.as_bytes());
    }
    pdf.finish()
}

const LIT: &str = "BT /F1 10 Tf 72 700 Td (The lamp was lit at dusk.) Tj ET ";

/// One page that draws millions of letters: no page ends, so that only a kill helps.
fn endless_pdf() -> Vec<u8> {
    build_pdf(&[&LIT.repeat(200_000)], "")
}

async fn expect_reads(desk: &EngineSetup) {
    let reading = desk.read_content("lamp.pdf", build_pdf(&[LIT], "")).await;
    let reading = reading.expect("the pool reads on");
    assert_eq!(
        (reading.kind, reading.status),
        (ContentKind::Pdf, Status::Whole)
    );
    let text = reading.text.expect("its words").text;
    assert_eq!(text, "The lamp was lit at dusk.");
}

#[tokio::test]
async fn pdf_pages_are_reported_as_they_are_read() {
    let desk = EngineSetup::new();
    let heard = Mutex::new(Vec::new());
    let tell = |page, pages| heard.lock().expect("nobody panicked").push((page, pages));
    let reading = desk
        .read_with_progress("paper.pdf", build_pdf(&[LIT; 3], ""), &tell)
        .await;
    assert_eq!(reading.expect("it is read").metadata.pages, Some(3));
    let heard = heard.into_inner().expect("nobody panicked");
    assert_eq!(heard.first(), Some(&(1, 3)));
}

#[tokio::test]
async fn reader_panic_is_reported_in_reading() {
    let desk = EngineSetup::new();
    // The library asserts that a matrix has six numbers.
    let broken = desk
        .read_content("broken.pdf", build_pdf(&["1 0 0 cm"], ""))
        .await;
    let broken = broken.expect("an answer of its own");
    assert_eq!(broken.status, Status::Empty);
    let detail = broken.detail.expect("why");
    assert!(
        detail.contains("1 of 1 pages could not be read"),
        "{detail}"
    );
    let refused = desk
        .read_content("torn.pdf", "%PDF-1.7 torn")
        .await
        .unwrap_err();
    assert_eq!(refused.code, FailureCode::SourceUnreadable);
    expect_reads(&desk).await;
}

#[tokio::test]
async fn self_referencing_pdf_ends_only_its_worker() {
    let desk = EngineSetup::new();
    let loops = build_pdf(&["/F Do"], "/F Do");
    let failure = desk.read_content("loop.pdf", loops).await.unwrap_err();
    assert_eq!(failure.code, FailureCode::WorkerLost);
    assert!(failure.message.contains("damaged"), "{}", failure.message);
    expect_reads(&desk).await;
}

#[tokio::test]
async fn reading_over_time_limit_is_killed() {
    let desk = EngineSetup::with(PoolOptions {
        read_timeout: Duration::from_millis(700),
        workers: 1,
        ..pool_options()
    });
    let endless = endless_pdf();
    let started = Instant::now();
    let failure = desk.read_content("endless.pdf", endless).await.unwrap_err();
    assert_eq!(failure.code, FailureCode::QueryTimeout);
    assert!(failure.message.contains("stopped"), "{}", failure.message);
    assert!(started.elapsed() < Duration::from_secs(10));
    expect_reads(&desk).await;
}

#[tokio::test]
async fn reading_over_memory_limit_ends_only_its_worker() {
    let desk = EngineSetup::with(PoolOptions {
        read_memory: 96 << 20,
        workers: 1,
        ..pool_options()
    });
    let words = "<p>word</p>".repeat(290_000);
    let page = format!("<!doctype html><body>{words}");
    let failure = desk.read_content("huge.html", page).await.unwrap_err();
    assert_eq!(failure.code, FailureCode::WorkerLost);
    expect_reads(&desk).await;
}

#[tokio::test]
async fn killed_reader_is_reported_and_replaced() {
    // By its memory the worker is distinguished from those of other tests.
    let own = (1 << 30) + (77 << 12);
    let desk = EngineSetup::with(PoolOptions {
        address_space: own,
        workers: 1,
        ..pool_options()
    });
    let begun = Notify::new();
    let tell = |_, _| begun.notify_one();
    let reading = desk.read_with_progress("endless.pdf", endless_pdf(), &tell);
    let kill = async {
        begun.notified().await;
        kill_process(worker_with(&own.to_string()), Signal::KILL).expect("it runs");
    };
    let (failure, ()) = tokio::join!(reading, kill);
    assert_eq!(failure.unwrap_err().code, FailureCode::WorkerLost);
    expect_reads(&desk).await;
}

/// The one process that was started with this argument.
fn worker_with(argument: &str) -> Pid {
    let processes = fs::read_dir("/proc").expect("the kernel tells of processes");
    let mut ids = processes.flatten().filter_map(|process| {
        let arguments = fs::read(process.path().join("cmdline")).ok()?;
        let mut arguments = arguments.split(|byte| *byte == 0);
        let is_it = arguments.any(|known| known == argument.as_bytes());
        let id = process.file_name().to_str()?.parse().ok()?;
        Pid::from_raw(id).filter(|_| is_it)
    });
    ids.next().expect("the worker runs")
}
