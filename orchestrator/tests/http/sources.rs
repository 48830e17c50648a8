use std::{fs::File, path::Path, time::Duration};

use portolan::boot::testing::{MAX_UPLOAD_BYTES, TestServer};
use portolan_sources::NewSource;
use portolan_store::{StoreError, UnitOfWork};
use reqwest::Method;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::oneshot,
};
use uuid::Uuid;

use crate::{
    client::{Client, HttpAnswer, column_types, send},
    paper::{endless_pdf, pdf},
    world::World,
};

const TEA: &str = "item,sold,day\nTea,3,2026-01-01\nMate,,2026-01-02\nTea,5,2026-01-03\n";

/// Uploads files as a browser's form does.
pub async fn upload(client: &Client, files: &[(&str, &[u8])]) -> HttpAnswer {
    let mut body = Vec::new();
    for (name, content) in files {
        let head = format!(
            "--frame\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             content-type: application/octet-stream\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--frame--\r\n");
    let request = client
        .request(Method::POST, "/api/sources")
        .header("content-type", "multipart/form-data; boundary=frame")
        .body(body);
    send(request).await
}

fn path_of(source: &Value) -> String {
    format!("/api/sources/{}", source["id"].as_str().unwrap())
}

/// Sends the head of a request and the beginning of its body, and returns the answer.
async fn stall(server: &TestServer, method: &str, path: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let start = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
         content-type: multipart/form-data; boundary=frame\r\ncontent-length: 5000\r\n\r\n\
         --frame\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\na,b\n1,",
        server.address
    );
    stream.write_all(start.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    let reading = async {
        while !String::from_utf8_lossy(&answer).contains("source_timeout") {
            let length = stream.read(&mut piece).await.unwrap();
            if length == 0 {
                break;
            }
            answer.extend_from_slice(&piece[..length]);
        }
    };
    let ended = tokio::time::timeout(Duration::from_secs(20), reading).await;
    assert!(ended.is_ok(), "the upload never ended");
    String::from_utf8_lossy(&answer).into_owned()
}

both!(stalled_uploads_end_at_their_deadline, |world| {
    let ada = world.new_user("ada").await;
    let server = world
        .restart_with(|settings| settings.upload_seconds = 1)
        .await;
    let ada = ada.at(server.address);
    let made = upload(&ada, &[("tea.csv", TEA.as_bytes())]).await;
    let source = made.is(201).json();
    for (method, path) in [
        ("POST", "/api/sources".to_owned()),
        ("PUT", format!("{}/content", path_of(&source))),
    ] {
        let answer = stall(&server, method, &path, &ada.access_token).await;
        assert!(
            answer.starts_with("HTTP/1.1 422"),
            "{method} {path}: {answer}"
        );
        assert!(answer.contains("longer than 1 seconds"), "{answer}");
    }
    ada.get("/api/sources").await.is(200);
});

/// Counts the files below a folder.
fn count_files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| if path.is_dir() { count_files(&path) } else { 1 })
        .sum()
}

/// Keeps the only worker of a server busy until it is dropped.
struct BusyWorker(#[expect(dead_code, reason = "the worker reads until it is closed")] File);

impl BusyWorker {
    async fn start(server: &TestServer) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("endless.csv");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RWXU, 0).unwrap();
        let queries = server.app.reader.queries.clone();
        let file = pipe.clone();
        actix_web::rt::spawn(async move {
            let _ = queries.convert(&file, "endless.csv", folder.path()).await;
        });
        // Opens once the worker reads.
        let open = move || File::options().write(true).open(pipe);
        Self(tokio::task::spawn_blocking(open).await.unwrap().unwrap())
    }
}

async fn assert_upload_leaves_nothing(world: &World, ada: &Client) {
    let folder = world.folder();
    let is_empty = async {
        // Half-written objects are deleted once they are whole.
        while count_files(&folder.join("sources")) > 0 {
            ada.get("/api/sources").await.ok();
        }
    };
    let emptied = tokio::time::timeout(Duration::from_secs(20), is_empty).await;
    assert!(emptied.is_ok(), "objects without a source");
    assert_eq!(
        std::fs::read_dir(folder.join("uploads")).unwrap().count(),
        0
    );
    let list = ada.get("/api/sources").await.ok();
    assert_eq!(list["items"], json!([]));
}

both!(
    upload_that_reads_past_its_deadline_leaves_nothing,
    |world| {
        let ada = world.new_user("ada").await;
        let server = world
            .restart_with(|settings| settings.upload_seconds = 1)
            .await;
        let ada = ada.at(server.address);
        let worker = BusyWorker::start(&server).await;
        let notes = "The lamp was lit in 1823.".as_bytes();
        let files = [("notes.txt", notes), ("tea.csv", TEA.as_bytes())];
        let late = upload(&ada, &files).await;
        late.problem(422, "source_timeout");
        assert_upload_leaves_nothing(world, &ada).await;
        drop(worker);
        upload(&ada, &files).await.is(201);
    }
);

#[actix_web::test]
async fn upload_that_is_stored_past_its_deadline_leaves_nothing() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let server = world
        .restart_with(|settings| settings.upload_seconds = 1)
        .await;
    let client = ada.at(server.address);
    let (locked, is_locked) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let store = world.store().clone();
    let source = server.app.web.empty(NewSource {
        id: Uuid::from_u128(1),
        user_id: ada.id,
        url: &"https://a.example/".parse().unwrap(),
    });
    actix_web::rt::spawn(async move {
        let hold = async |unit: &UnitOfWork| {
            unit.create_source(&source).await?;
            let _ = locked.send(());
            let _ = released.await;
            Err::<(), _>(StoreError::Busy("rolled back".into()))
        };
        store.transact(hold).await.unwrap_err();
    });
    is_locked.await.unwrap();
    let late = upload(&client, &[("tea.csv", TEA.as_bytes())]).await;
    late.problem(422, "source_timeout");
    release.send(()).unwrap();
    assert_upload_leaves_nothing(&world, &client).await;
}

both!(
    upload_with_an_unreadable_file_stores_none_of_its_files,
    |world| {
        let ada = world.new_user("ada").await;
        let broken = "PK\u{3}\u{4} no workbook".as_bytes();
        let files = [("tea.csv", TEA.as_bytes()), ("broken.xlsx", broken)];
        upload(&ada, &files).await.problem(422, "source_unreadable");
        assert_upload_leaves_nothing(world, &ada).await;
    }
);

both!(pasted_rows_become_a_source, |world| {
    let ada = world.new_user("ada").await;
    let made = ada
        .post("/api/sources", json!({"name": "tea.csv", "text": TEA}))
        .await;
    let source = made.is(201).json();
    assert_eq!(source["name"], "tea.csv");
    assert_eq!(source["status"], "whole");
    assert_eq!(source["rowCount"], 3);
    let columns = source["columns"].as_array().unwrap();
    assert_eq!(
        column_types(&source),
        [("item", "string"), ("sold", "integer"), ("day", "date")]
    );
    assert_eq!(
        (&columns[1]["nulls"], &columns[0]["distinct"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(
        (&columns[1]["min"], &columns[1]["max"]),
        (&json!(3), &json!(5))
    );
    assert_eq!(ada.get(&path_of(&source)).await.ok(), source);
    let rows = ada.get(&format!("{}/rows", path_of(&source))).await.ok();
    assert_eq!(rows["rows"].as_array().unwrap().len(), 3);
    assert_eq!(rows["rows"][0][0], "Tea");
    let page = ada
        .get(&format!("{}/rows?limit=1&offset=1", path_of(&source)))
        .await
        .ok();
    assert_eq!(page["rows"].as_array().unwrap().len(), 1);
    assert_eq!(page["rows"][0][0], "Mate");
});

both!(sample_becomes_source, |world| {
    let ada = world.new_user("ada").await;
    let samples = world.client().get("/api/samples").await.ok();
    let samples = samples["items"].as_array().unwrap();
    assert!(!samples.is_empty());
    for sample in samples {
        let made = ada
            .post("/api/sources", json!({"sample": sample["name"]}))
            .await;
        assert!(made.is(201).json()["rowCount"].as_u64().unwrap() > 10);
    }
    ada.post("/api/sources", json!({"sample": "no-such-sample"}))
        .await
        .invalid("sample");
    let listed = ada.get("/api/sources").await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), samples.len());
});

both!(uploaded_files_become_one_source_each, |world| {
    let ada = world.new_user("ada").await;
    let one = upload(&ada, &[("../tea.csv", TEA.as_bytes())]).await;
    let one = one.is(201).json();
    assert_eq!(one["name"], "tea.csv");
    assert_eq!(one["rowCount"], 3);
    let json_rows = br#"[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]"#;
    let two = upload(
        &ada,
        &[("tea.csv", TEA.as_bytes()), ("rows.json", json_rows)],
    )
    .await;
    let two = two.is(201).json();
    assert_eq!(two["items"].as_array().unwrap().len(), 2);
    assert_eq!(two["items"][1]["rowCount"], 2);
    let listed = ada.get("/api/sources?limit=2").await.ok();
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);
    assert!(listed["nextCursor"].is_string());
});

both!(files_without_table_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    for empty in ["", "\n\n", "  "] {
        ada.post("/api/sources", json!({"name": "empty.csv", "text": empty}))
            .await
            .problem(422, "source_empty");
    }
    upload(&ada, &[("empty.csv", b"")])
        .await
        .problem(422, "source_empty");
    let program: Vec<u8> = b"\x7fELF\x02\x01\x01\0"
        .iter()
        .copied()
        .chain((0..2_000_u32).map(|number| (number * 7 % 251) as u8))
        .collect();
    upload(&ada, &[("program.csv", &program)])
        .await
        .problem(422, "source_unreadable");
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0";
    upload(&ada, &[("picture.png", png)])
        .await
        .problem(422, "source_unreadable");
    upload(&ada, &[]).await.invalid("file");
    ada.post("/api/sources", json!({"nothing": 1}))
        .await
        .invalid("body");
    let listed = ada.get("/api/sources").await.ok();
    assert_eq!(listed["items"], json!([]));
});

both!(oversized_uploads_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    let row = b"Tea,3\n";
    let rows = row.repeat(usize::try_from(MAX_UPLOAD_BYTES).unwrap() / row.len() + 100);
    upload(&ada, &[("large.csv", &rows)])
        .await
        .problem(413, "source_too_large");
    // So are several that are too large together.
    let half = &rows[..rows.len() / 2 + 100];
    upload(&ada, &[("a.csv", half), ("b.csv", half)])
        .await
        .problem(413, "source_too_large");
    let fits = &rows[..rows.len() / 2];
    upload(&ada, &[("fits.csv", fits)]).await.is(201);
});

both!(source_of_another_user_is_not_found, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let made = ada
        .post("/api/sources", json!({"name": "tea.csv", "text": TEA}))
        .await;
    let source = made.is(201).json();
    let path = path_of(&source);
    eve.get(&path).await.problem(404, "not_found");
    eve.get(&format!("{path}/rows"))
        .await
        .problem(404, "not_found");
    eve.delete(&path).await.problem(404, "not_found");
    assert_eq!(eve.get("/api/sources").await.ok()["items"], json!([]));
    let chat_id = crate::stream::chat(&eve).await;
    let message = json!({"text": "How much tea?", "sourceIds": [source["id"]]});
    crate::stream::post_message(&eve, chat_id, message)
        .await
        .invalid("sourceIds");
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
});

const LIGHTHOUSE: &str = include_str!("../../crates/documents/tests/texts/lighthouse.md");
const TALK: &str = include_str!("../../crates/documents/tests/texts/talk.vtt");

both!(text_becomes_document_with_outline, |world| {
    let ada = world.new_user("ada").await;
    let made = upload(&ada, &[("lighthouse.md", LIGHTHOUSE.as_bytes())]).await;
    let source = made.is(201).json();
    assert_eq!(source["kind"], "document");
    assert_eq!(source["status"], "whole");
    assert_eq!(
        (&source["rowCount"], &source["table"], &source["columns"]),
        (&Value::Null, &Value::Null, &json!([]))
    );
    let document = &source["document"];
    assert_eq!(document["format"], "markdown");
    assert_eq!(document["title"], "The lighthouse at Varde Point");
    assert_eq!(document["language"], "en");
    assert_eq!(document["sectionCount"], 5);
    assert_eq!(
        document["sections"][1],
        json!({"heading": "Building the tower", "level": 2, "line": 5})
    );
    assert!(document["passageCount"].as_u64().unwrap() > 8);
    assert_eq!(ada.get(&path_of(&source)).await.ok(), source);
    ada.get(&format!("{}/rows", path_of(&source)))
        .await
        .problem(404, "not_found");
    ada.delete(&path_of(&source)).await.is(204);
});

both!(transcript_reports_its_duration, |world| {
    let ada = world.new_user("ada").await;
    let made = upload(&ada, &[("talk.vtt", TALK.as_bytes())]).await;
    let source = made.is(201).json();
    assert_eq!(source["kind"], "transcript");
    let document = &source["document"];
    assert_eq!(document["durationMs"], 719_800);
    assert_eq!(document["sections"][0]["startMs"], 0);
    let subrip = "1\n00:00:01,000 --> 00:00:02,500\nGood evening.\n";
    let made = ada.post("/api/sources", json!({"text": subrip})).await;
    let source = made.is(201).json();
    assert_eq!(source["kind"], "transcript");
    assert_eq!(source["document"]["format"], "subrip");
});

both!(pasted_tabular_text_becomes_table, |world| {
    let ada = world.new_user("ada").await;
    let prose = "Dear all,\n\nThe ferry is late again, sorry. We leave at noon, or whenever it comes.\n\nAda\n";
    let made = ada
        .post("/api/sources", json!({"name": "Pasted", "text": prose}))
        .await;
    let source = made.is(201).json();
    assert_eq!(
        (&source["kind"], &source["name"]),
        (&json!("document"), &json!("Pasted"))
    );
    assert_eq!(source["document"]["format"], "text");
    let made = ada
        .post("/api/sources", json!({"name": "rows.txt", "text": TEA}))
        .await;
    let source = made.is(201).json();
    assert_eq!(source["rowCount"], 3);
    assert!(source.get("document").is_none());
    upload(
        &ada,
        &[(
            "notes.txt",
            b"Gr\xfc\xdfe aus dem Hafen, es war sch\xf6n dort.",
        )],
    )
    .await
    .is(201);
    ada.post("/api/sources", json!({"name": "empty.md", "text": " \n"}))
        .await
        .problem(422, "source_empty");
    upload(&ada, &[("picture.md", b"\x89PNG\r\n\x1a\n\0\0\0\r")])
        .await
        .problem(422, "source_unreadable");
});

both!(chat_answers_from_document, |world| {
    let ada = world.new_user("ada").await;
    let made = ada
        .post(
            "/api/sources",
            json!({"name": "lighthouse.md", "text": LIGHTHOUSE}),
        )
        .await;
    let source = made.is(201).json();
    let chat_id = crate::stream::chat(&ada).await;
    let message = json!({"text": "How much did the tower cost?", "sourceIds": [source["id"]]});
    let chat = crate::stream::ask(&ada, chat_id, message).await;
    let turn = &chat.turns[0];
    assert_eq!(
        turn.outcome,
        Some(portolan_blocks::Outcome::Completed),
        "{turn:?}"
    );
    let blocks = serde_json::to_value(&turn.blocks).unwrap();
    let mut blocks = blocks.as_array().unwrap().iter();
    let reference = blocks.find(|block| block["type"] == "reference").unwrap();
    assert_eq!(reference["sourceId"], source["id"]);
    let quote = reference["locator"]["quote"].as_str().unwrap();
    assert!(quote.contains("84,000 crowns"), "{quote}");
});

both!(pdfs_pages_and_captions_are_read_from_files, |world| {
    let ada = world.new_user("ada").await;
    let paper = pdf(&[&["The lamp was lit at dusk."], &["Nobody slept."]]);
    let page = "<!doctype html><title>Lamps</title><body><p>The lamp was lit at dusk, and the pilots came home by its light, one after the other, until the harbour was full of ships that had been waiting.</p>\
        <table><tr><th>Coast<th>Lights</tr><tr><td>North<td>12</tr><tr><td>South<td>7</tr></table>";
    let feed = "<?xml version='1.0'?><rss version='2.0'><channel><title>Coast</title><item><title>Lamp lit</title><description>It burns.</description></item></channel></rss>";
    let subrip = "1\n00:00:01,000 --> 00:00:02,000\nThe lamps burn all night.\n";
    for (name, content, kinds) in [
        ("paper.pdf", paper.as_bytes(), vec!["pdf"]),
        ("lamps.html", page.as_bytes(), vec!["page", "table"]),
        ("news.rss", feed.as_bytes(), vec!["feed", "table"]),
        ("talk.srt", subrip.as_bytes(), vec!["transcript"]),
        ("rows.json", b"[{\"a\": 1}, {\"a\": 2}]", vec!["json"]),
        (
            "notes.md",
            b"# Lamps\n\nThey burn all night.\n",
            vec!["document"],
        ),
    ] {
        let read = upload(&ada, &[(name, content)]).await.is(201).json();
        let items = read["items"].as_array().cloned();
        let items = items.unwrap_or_else(|| vec![read.clone()]);
        let found: Vec<&str> = items
            .iter()
            .map(|source| source["kind"].as_str().unwrap())
            .collect();
        assert_eq!(found, kinds, "{name}: {read}");
        assert!(items[0]["name"].as_str().unwrap().starts_with(name));
    }
    upload(&ada, &[("loop.pdf", endless_pdf().as_bytes())])
        .await
        .problem(422, "source_unreadable");
    upload(&ada, &[("torn.pdf", b"%PDF-1.7 torn")])
        .await
        .problem(422, "source_unreadable");
    upload(&ada, &[("pictures.pdf", pdf(&[&[]]).as_bytes())])
        .await
        .problem(422, "source_empty");
});
