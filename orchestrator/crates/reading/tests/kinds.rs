//! Content read from pages, PDFs, feeds and captions.

#![expect(
    clippy::unwrap_used,
    reason = "a test ends where something is not as it should be"
)]

use std::time::Duration;

use portolan_documents::Format;
use portolan_query::reading::{ContentKind, SourceContent, Status};
use portolan_reading::{SourceBytes, Unreadable};
use proptest::prelude::*;

/// Reads without being watched.
fn read_input(input: &SourceBytes<'_>) -> Result<SourceContent, Unreadable> {
    portolan_reading::read_source(input, &mut |_, _| true)
}

fn read_page(html: &str) -> Result<SourceContent, Unreadable> {
    read_input(&SourceBytes {
        bytes: html.as_bytes(),
        content_type: Some("text/html; charset=utf-8"),
        url: Some("https://a.example/talks/lamps"),
    })
}

fn expect_page(html: &str) -> SourceContent {
    read_page(html).unwrap()
}

fn text_of(reading: &SourceContent) -> &str {
    &reading.text.as_ref().unwrap().text
}

const PARAGRAPH: &str = "The lamp was lit at dusk, and the pilots came home by its light, one after the other, until the harbour was full. ";

fn article_page(body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head><title>Lamps at dusk | The Coast</title>\
         <meta property=og:site_name content='The Coast'><meta name=author content='M. Keeper'></head><body>\
         <nav><a href=/>Home</a> <a href=/buy>Buy now</a></nav><main><article><h1>Lamps at dusk</h1>\
         <p>{0}{0}</p><h2>The keepers</h2><p>{0}{0}{0}</p>{body}<p>{0}{0}</p></article></main>\
         <footer>All rights reserved.</footer></body></html>",
        PARAGRAPH
    )
}

#[test]
fn main_text_excludes_surrounding_page_parts() {
    let reading = expect_page(&article_page(""));
    assert_eq!(
        (reading.kind, reading.status),
        (ContentKind::Page, Status::Whole)
    );
    assert_eq!(reading.detail, None);
    let text = text_of(&reading);
    assert!(text.contains("The lamp was lit at dusk"), "{text}");
    assert!(text.contains("## The keepers"), "{text}");
    assert!(
        !text.contains("Buy now") && !text.contains("All rights"),
        "{text}"
    );
    let metadata = &reading.metadata;
    assert!(
        metadata
            .title
            .as_ref()
            .unwrap()
            .starts_with("Lamps at dusk")
    );
    assert_eq!(metadata.language.as_deref(), Some("en"));
    assert_eq!(metadata.site.as_deref(), Some("The Coast"));
}

#[test]
fn data_tables_are_extracted_with_their_headers() {
    let reading = expect_page(&article_page(
        "<h3>Lights by coast</h3><table><thead><tr><th>Coast<th colspan=2>Lights</tr>\
         <tr><th><th>1900<th>2000</tr></thead><tbody>\
         <tr><td rowspan=2>North<sup class=reference>[1]</sup><td>12<td>30</tr>\
         <tr><td>14<td>31</tr><tr><td>South<td>1,200<td>7</tr></tbody></table>\
         <table role=presentation><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table>\
         <table><tr><td>alone</td></tr></table>",
    ));
    let [grid] = &reading.tables[..] else {
        panic!("one table: {:?}", reading.tables);
    };
    assert_eq!(grid.title, "Lights by coast");
    assert_eq!(
        grid.rows,
        [
            ["Coast", "Lights 1900", "Lights 2000"],
            ["North", "12", "30"],
            ["North", "14", "31"],
            ["South", "1,200", "7"],
        ]
    );
    assert!(grid.to_csv().contains("\"1,200\""));
}

#[test]
fn blocked_empty_and_paywalled_pages_report_status() {
    let wall = expect_page(
        "<!doctype html><title>Just a moment...</title><body>Checking your browser before accessing.",
    );
    assert_eq!((wall.status, wall.text), (Status::Blocked, None));
    assert!(wall.detail.unwrap().contains("extension"));
    let scripts = expect_page(
        "<!doctype html><title>App</title><body><div id=root></div><script>run()</script>",
    );
    assert_eq!((scripts.status, scripts.text), (Status::Empty, None));
    let paid = expect_page(&article_page(
        "<script type='application/ld+json'>{\"@type\": \"Article\", \"isAccessibleForFree\": false}</script>",
    ));
    assert_eq!(paid.status, Status::Part);
}

#[test]
fn video_captions_are_found_or_reported_missing() {
    let elements = article_page(
        "<video src=a.mp4><track kind=chapters src=c.vtt><track kind=captions srclang=en src=lamps.vtt></video>",
    );
    let reading = expect_page(&elements);
    assert_eq!(reading.kind, ContentKind::Video);
    let urls: Vec<&str> = reading
        .tracks
        .iter()
        .map(|track| track.url.as_str())
        .collect();
    assert_eq!(urls, ["https://a.example/talks/lamps.vtt"]);
    let player = r#"<!doctype html><title>x</title><script>var ytInitialPlayerResponse = {"videoDetails": {"title": "Lamps", "author": "Coast", "lengthSeconds": "90", "shortDescription": "How lamps burn."}, "captions": {"playerCaptionsTracklistRenderer": {"captionTracks": [{"baseUrl": "/api/timedtext?v=1&lang=de", "languageCode": "de", "kind": "asr"}, {"baseUrl": "/api/timedtext?v=1&lang=en", "languageCode": "en"}]}}};var other = {};</script>"#;
    let reading = expect_page(player);
    assert_eq!(reading.metadata.title.as_deref(), Some("Lamps"));
    assert_eq!(reading.metadata.duration_ms, Some(90_000));
    let tracks: Vec<_> = reading
        .tracks
        .iter()
        .map(|track| (track.language.as_deref(), track.is_automatic))
        .collect();
    assert_eq!(tracks, [(Some("en"), false), (Some("de"), true)]);
    assert!(reading.tracks[0].url.ends_with("lang=en&fmt=vtt"));
    let silent = expect_page(&article_page("<video src=a.mp4></video>"));
    assert_eq!(silent.status, Status::Part);
    assert!(silent.detail.unwrap().contains("no captions"));
}

#[test]
fn captions_are_read_in_all_formats() {
    for (bytes, format) in [
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n", Format::WebVtt),
        ("1\n00:00:01,000 --> 00:00:02,000\nHello\n", Format::SubRip),
        (
            "<?xml version=\"1.0\"?><transcript><text start=\"1\" dur=\"1\">Hello</text></transcript>",
            Format::WebVtt,
        ),
        (
            "<timedtext format=\"3\"><body><p t=\"1000\" d=\"900\">Hello</p></body></timedtext>",
            Format::WebVtt,
        ),
    ] {
        let reading = read_input(&SourceBytes {
            bytes: bytes.as_bytes(),
            content_type: Some("text/vtt"),
            url: None,
        })
        .unwrap();
        assert_eq!(reading.kind, ContentKind::Transcript, "{bytes}");
        assert_eq!(reading.text.as_ref().unwrap().format, format, "{bytes}");
        assert!(text_of(&reading).contains("Hello"));
    }
}

#[test]
fn feed_becomes_text_and_table() {
    let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>Coast news</title><link>https://a.example</link>\
        <item><title>Lamp lit</title><link>https://a.example/1</link><pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>&lt;p&gt;It &lt;b&gt;burns&lt;/b&gt;.&lt;/p&gt;</description></item>\
        <item><title>Fog</title><link>https://a.example/2</link></item></channel></rss>";
    let reading = read_input(&SourceBytes {
        bytes: feed.as_bytes(),
        content_type: Some("application/xml"),
        url: None,
    })
    .unwrap();
    assert_eq!(
        (reading.kind, reading.status),
        (ContentKind::Feed, Status::Whole)
    );
    assert!(text_of(&reading).starts_with("# Coast news"));
    assert!(text_of(&reading).contains("It burns."));
    assert_eq!(
        reading.tables[0].rows[1],
        [
            "Lamp lit",
            "2026-11-20T12:00:00Z",
            "",
            "https://a.example/1"
        ]
    );
}

#[test]
fn atom_and_json_feeds_are_read() {
    let atom = "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>Coast</title><id>a</id><updated>2026-11-20T12:00:00Z</updated>\
        <entry><title>Lamp lit</title><id>b</id><link href='https://a.example/1'/><author><name>M. Keeper</name></author><updated>2026-11-20T12:00:00Z</updated><content type='html'>&lt;p&gt;It burns.&lt;/p&gt;</content></entry></feed>";
    let json = r#"{"version": "https://jsonfeed.org/version/1.1", "title": "Coast", "items": [{"id": "1", "url": "https://a.example/1", "title": "Lamp lit", "content_text": "It burns.", "date_published": "2026-11-20T12:00:00Z", "authors": [{"name": "M. Keeper"}]}]}"#;
    for (feed, content_type) in [(atom, "application/xml"), (json, "application/json")] {
        let reading = read_input(&SourceBytes {
            bytes: feed.as_bytes(),
            content_type: Some(content_type),
            url: Some("https://a.example/feed"),
        })
        .unwrap();
        assert_eq!(reading.kind, ContentKind::Feed, "{content_type}");
        assert!(text_of(&reading).contains("It burns."));
        let row = [
            "Lamp lit",
            "2026-11-20T12:00:00Z",
            "M. Keeper",
            "https://a.example/1",
        ];
        assert_eq!(reading.tables[0].rows[1], row);
    }
}

#[test]
fn page_is_decoded_with_declared_encoding() {
    let body =
        "\u{6e2f}\u{306e}\u{706f}\u{53f0}\u{306f}\u{5915}\u{65b9}\u{306b}\u{706f}\u{308b}\u{3002}"
            .repeat(20);
    let html = format!(
        "<html><head><meta charset=shift_jis><title>t</title></head><body><p>{body}</p></body></html>"
    );
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&html);
    let reading = read_input(&SourceBytes {
        bytes: &bytes,
        content_type: Some("text/html"),
        url: None,
    })
    .unwrap();
    assert!(text_of(&reading).contains(&body));
}

#[test]
fn non_text_files_are_rejected_with_message() {
    for bytes in [
        &b"\x89PNG\r\n\x1a\n\0\0"[..],
        b"%PDF-1.5 broken",
        b"\0\0\0\x18ftypmp42",
    ] {
        let refused = read_input(&SourceBytes {
            bytes,
            content_type: None,
            url: None,
        });
        assert!(refused.unwrap_err().0.ends_with('.'));
    }
}

/// Takes a quarter of an hour if each character causes a scan of the rest.
#[test]
fn unterminated_entities_are_read_like_words() {
    let signs = "&#x".repeat(100_000);
    let body = format!("<p title='{signs}'>{PARAGRAPH}</p><p>{signs}</p>");
    let reading = expect_page(&article_page(&body));
    assert_eq!(reading.status, Status::Whole);
    assert!(text_of(&reading).contains(PARAGRAPH.trim()));
}

#[test]
fn html_depth_and_width_are_bounded() {
    for html in [
        format!("<html><body>{}", "<b a=1><p>words</b>".repeat(5_000)),
        format!("<html><body>{}", "&#x".repeat(2_000)),
    ] {
        expect_page(&html);
    }
    for html in [
        format!("<html><body>{}", "<div>".repeat(100_000)),
        // One element with thousands of attributes.
        format!("<html><body>{}", "<a href=\"".repeat(20_000)),
        format!("<html><body>{}words", "<span><font>".repeat(600)),
        format!("<html><body>{}", "<i>a</i>".repeat(400_000)),
    ] {
        assert!(read_page(&html).unwrap_err().0.contains("deeper"));
    }
    let spans = format!(
        "<html><body><table>{}</table>",
        "<tr><td colspan=9999999 rowspan=9999999>x".repeat(1_000)
    );
    let reading = expect_page(&spans);
    assert!(
        reading
            .tables
            .iter()
            .all(|grid| grid.rows.len() * grid.rows[0].len() <= 1_000_000)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn html_reader_never_panics(
        beginning in prop_oneof![
            Just(""), Just("<html>"), Just("%PDF-1.4\n"), Just("<?xml version='1.0'?><rss>"), Just("WEBVTT\n"),
            Just("<transcript>"), Just("{\"a\": ["), Just("<!doctype html><table><tr><td>")
        ],
        pieces in proptest::collection::vec(prop_oneof![
            Just("<table>".to_owned()), Just("<tr>".to_owned()), Just("<td rowspan=3>".to_owned()),
            Just("</table>".to_owned()), Just("<p>words ".to_owned()), Just("<script>".to_owned()),
            Just("ytInitialPlayerResponse = {\"a\":".to_owned()), Just("1 0 obj <<".to_owned()),
            Just("00:01.000 --> 00:02.000\n".to_owned()), "\\PC{0,8}"
        ], 0..40),
        kind in prop_oneof![Just(None), Just(Some("text/html")), Just(Some("application/rss+xml")), Just(Some("text/vtt"))],
    ) {
        let bytes = beginning.to_owned() + &pieces.concat();
        let _ = read_input(&SourceBytes { bytes: bytes.as_bytes(), content_type: kind, url: Some("https://a.example/x") });
    }

    #[test]
    fn arbitrary_bytes_end_with_text_or_message(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        if let Err(refused) = read_input(&SourceBytes { bytes: &bytes, content_type: None, url: None }) {
            prop_assert!(refused.0.ends_with('.'));
        }
    }
}

/// Processor time for one page. The reader has 30 seconds by default.
const MOST_TIME: Duration = Duration::from_secs(5);

#[test]
fn hostile_pages_end_quickly() {
    let attributes: String = (0..500_000).map(|n| format!(" a{n}")).collect();
    let script = format!("<script>{}</script>", "x = 1;\n".repeat(50 << 17));
    let returns = "\r".repeat(20_000_000);
    for (html, is_read) in [
        (format!("<p{attributes}>words"), false),
        (format!("{script}<p>{}", "words ".repeat(100)), false),
        (
            format!("<p>words{returns}<p>{}", "more words ".repeat(50)),
            true,
        ),
    ] {
        let before = processor_time();
        let read = read_page(&html);
        assert_eq!(read.is_ok(), is_read, "{:?}", read.err());
        let needed = processor_time() - before;
        println!("{needed:?} for {} MB", html.len() >> 20);
        assert!(needed < MOST_TIME, "{needed:?}");
    }
}

/// Returns the time that this thread has had a processor, which other work on the machine doesn't change.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    let nanoseconds = text.split_whitespace().next().unwrap().parse().unwrap();
    Duration::from_nanos(nanoseconds)
}
