//! Questions of programs that want the answer in the response of one request.

use std::{path::Path, process::Output};

use portolan_blocks::{BlockContent, Event, Outcome};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use crate::{
    client::{TestUser, send},
    stream::{Stream, chat},
    world::SCRIPTED,
};

const TABLE: &str = "item,sold\nTea,3\nMate,4\n";

/// Reads a stream to its end: it must begin and end with one turn.
async fn whole_turn(mut stream: Stream) -> Vec<Event> {
    while stream.next().await.is_some() {}
    let events: Vec<Event> = stream.seen.into_iter().map(|seen| seen.event).collect();
    assert!(
        matches!(events.first(), Some(Event::TurnStarted { .. })),
        "{events:?}"
    );
    let outcome = match events.last() {
        Some(Event::TurnFinished { outcome, .. }) => *outcome,
        other => panic!("{other:?}"),
    };
    assert_eq!(outcome, Outcome::Completed);
    let starts = events.iter();
    let starts = starts.filter(|event| matches!(event, Event::TurnStarted { .. }));
    assert_eq!(starts.count(), 1);
    events
}

fn accepting_events(user: &TestUser, path: &str, body: &Value) -> reqwest::RequestBuilder {
    user.request(Method::POST, path)
        .header("accept", "text/event-stream")
        .json(body)
}

both!(
    message_that_accepts_events_is_answered_with_its_own_turn,
    |world| {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        let path = format!("/api/chats/{chat_id}/messages");
        // Slow enough that the stream is open before the text is complete: a closed block comes without its deltas.
        let body = json!({"text": "[[mock tokens=3,interval=100]]", "model": SCRIPTED});
        for _ in 0..2 {
            let request = accepting_events(&ada, &path, &body);
            let events = whole_turn(Stream::of(request).await).await;
            assert!(
                events
                    .iter()
                    .any(|event| matches!(event, Event::BlockDelta { .. }))
            );
        }
        // The same key streams the finished turn again.
        let keyed = || accepting_events(&ada, &path, &body).header("idempotency-key", "key");
        let [first, again] = [
            whole_turn(Stream::of(keyed()).await).await,
            whole_turn(Stream::of(keyed()).await).await,
        ];
        assert_eq!(first.first(), again.first());
        let read = ada.get(&format!("/api/chats/{chat_id}")).await.ok();
        assert_eq!(read["turns"].as_array().unwrap().len(), 3);
        let empty = accepting_events(&ada, &path, &json!({"text": " "}));
        send(empty).await.problem(422, "validation_failed");
    }
);

both!(
    ask_answers_with_text_and_chart_files_in_one_request,
    |world| {
        let ada = world.new_user("ada").await;
        let body = json!({
            "question": "Total sold by item",
            "sources": [{"name": "tea.csv", "text": TABLE}],
        });
        let answer = ada.post("/api/ask", body).await.ok();
        assert_eq!(answer["outcome"], "completed");
        assert_eq!(answer["sources"][0]["name"], "tea.csv");
        assert!(!answer["text"].as_str().unwrap().is_empty());
        let files = &answer["charts"][0]["files"];
        for (format, media_type) in [
            ("svg", "image/svg+xml"),
            ("png", "image/png"),
            ("pdf", "application/pdf"),
            ("csv", "text/csv; charset=utf-8"),
            ("json", "application/json"),
            ("vl.json", "application/vnd.vegalite.v6+json"),
            ("vg.json", "application/vnd.vega.v6+json"),
            ("py", "text/x-python; charset=utf-8"),
            ("R", "text/x-r; charset=utf-8"),
        ] {
            let file = ada.get(files[format].as_str().unwrap()).await;
            file.is(200);
            assert_eq!(file.header("content-type"), media_type);
            assert!(file.body.len() > 20, "{format}");
        }
        let csv = ada.get(files["csv"].as_str().unwrap()).await.text();
        assert!(csv.contains("Mate"), "{csv}");
        let ben = world.new_user("ben").await;
        ben.get(files["svg"].as_str().unwrap()).await.is(404);

        // A follow-up about a stored source, in the same chat.
        let follow_up = json!({
            "question": "Which item sold most?",
            "chatId": answer["chatId"],
            "sources": [{"id": answer["sources"][0]["id"]}],
        });
        let followed = ada.post("/api/ask", follow_up).await.ok();
        assert_eq!(followed["chatId"], answer["chatId"]);
        assert_eq!(followed["sources"], json!([]));
    }
);

both!(
    ask_that_accepts_events_streams_the_turn_and_names_the_chat,
    |world| {
        let ada = world.new_user("ada").await;
        let body = json!({"question": "Total sold by item", "sources": [{"text": TABLE}]});
        let response = accepting_events(&ada, "/api/ask", &body)
            .send()
            .await
            .unwrap();
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let chat = response.headers()["location"].to_str().unwrap().to_owned();
        let text = response.text().await.unwrap();
        assert!(text.contains("event: turn.started\n"), "{text}");
        let last = text.trim_end().rsplit("\n\n").next().unwrap();
        assert!(last.contains("event: turn.finished\n"), "{last}");
        let read = ada.get(&chat).await.ok();
        let blocks = serde_json::from_value::<Vec<portolan_blocks::Block>>(
            read["turns"][0]["blocks"].clone(),
        );
        let mut blocks = blocks.unwrap().into_iter();
        assert!(blocks.any(|block| matches!(block.content, BlockContent::Chart(_))));
    }
);

both!(repeated_ask_with_same_key_creates_nothing_twice, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({
        "question": "Total sold by item",
        "sources": [{"name": "tea.csv", "text": TABLE}],
    });
    let keyed = |key: &str, body: &Value| {
        let request = ada.request(Method::POST, "/api/ask").json(body);
        send(request.header("idempotency-key", key))
    };
    // At the same time, as after a time-out, and one more later.
    let (first, second) = tokio::join!(keyed("one", &body), keyed("one", &body));
    let [first, second, third] = [first, second, keyed("one", &body).await].map(|answer| {
        answer.is(200);
        answer.json()
    });
    assert_eq!(first, second);
    assert_eq!(first, third);
    assert_eq!(first["sources"][0]["name"], "tea.csv");
    let count = async |path: &str| ada.get(path).await.ok()["items"].as_array().unwrap().len();
    assert_eq!(count("/api/chats").await, 1);
    assert_eq!(count("/api/sources").await, 1);

    let events = accepting_events(&ada, "/api/ask", &body).header("idempotency-key", "one");
    let events = whole_turn(Stream::of(events).await).await;
    let Some(Event::TurnStarted { turn_id, .. }) = events.first() else {
        panic!("{events:?}");
    };
    assert_eq!(json!(turn_id), first["turnId"]);

    let other = json!({"question": "Average sold?", "sources": [{"text": TABLE}]});
    keyed("one", &other)
        .await
        .problem(409, "idempotency_key_reused");
    let follow_up = json!({"question": "Which sold most?", "chatId": first["chatId"]});
    let [one, again] = [
        keyed("two", &follow_up).await,
        keyed("two", &follow_up).await,
    ];
    assert_eq!(one.json()["turnId"], again.json()["turnId"]);
    let changed = json!({"question": "Which sold least?", "chatId": first["chatId"]});
    keyed("two", &changed)
        .await
        .problem(409, "idempotency_key_reused");
    assert_eq!(count("/api/chats").await, 1);
    let ben = world.new_user("ben").await;
    let request = ben.request(Method::POST, "/api/ask").json(&body);
    let theirs = send(request.header("idempotency-key", "one")).await.ok();
    assert_ne!(theirs["chatId"], first["chatId"]);
});

both!(
    repeated_chat_creation_with_same_key_returns_same_chat,
    |world| {
        let ada = world.new_user("ada").await;
        let create = |key: &str, body: Value| {
            let request = ada.request(Method::POST, "/api/chats").json(&body);
            send(request.header("idempotency-key", key))
        };
        let body = || json!({"title": "Tea"});
        let (first, second) = tokio::join!(create("one", body()), create("one", body()));
        let third = create("one", body()).await;
        let [first, second, third] = [first, second, third].map(|answer| answer.is(201).json());
        assert_eq!(first, second);
        assert_eq!(first, third);
        let reused = create("one", json!({"title": "Coffee"})).await;
        reused.problem(409, "idempotency_key_reused");
        let other = create("two", body()).await.is(201).json();
        assert_ne!(other["id"], first["id"]);

        // A deleted chat frees its key.
        let path = format!("/api/chats/{}", first["id"].as_str().unwrap());
        ada.delete(&path).await.is(204);
        let anew = create("one", json!({"title": "Coffee"}))
            .await
            .is(201)
            .json();
        assert_ne!(anew["id"], first["id"]);
        let chats = ada.get("/api/chats").await.ok();
        assert_eq!(chats["items"].as_array().unwrap().len(), 2);
    }
);

both!(rejected_questions_create_no_chat, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let theirs = ben.post("/api/sources", json!({"text": TABLE})).await;
    let theirs = theirs.is(201).json();
    ada.post("/api/ask", json!({"question": ""})).await.is(422);
    let body = json!({"question": "Total?", "sources": [{"id": theirs["id"]}]});
    ada.post("/api/ask", body).await.is(404);
    let body = json!({"question": "Total?", "model": "none-such"});
    ada.post("/api/ask", body).await.is(422);
    let body = json!({"question": "Total?", "sources": [{"colour": "green"}]});
    ada.post("/api/ask", body).await.is(422);
    let many: Vec<Value> = (0..21).map(|_| json!({"text": TABLE})).collect();
    let body = json!({"question": "Total?", "sources": many});
    ada.post("/api/ask", body).await.is(422);
    let chats = ada.get("/api/chats").await.ok();
    assert_eq!(chats["items"], json!([]));
    world
        .client()
        .post("/api/ask", json!({"question": "Total?"}))
        .await
        .is(401);
});

/// Runs a program of the documentation in a folder of its own.
async fn run(mut command: Command, folder: &Path, ada: &TestUser, key: &str) -> Output {
    let output = command
        .current_dir(folder)
        .env("PORTOLAN_URL", &ada.origin)
        .env("PORTOLAN_KEY", key)
        .env("NO_PROXY", "127.0.0.1")
        .output();
    let output = output.await.unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

#[actix_web::test]
async fn documented_api_examples_run_unchanged() {
    let world = crate::world::World::sqlite().await;
    let ada = world.new_user("ada").await;
    let body = json!({"name": "Examples", "scopes": ["read", "chat", "boards"]});
    let made = ada.post("/api/user/api-keys", body).await.is(201).json();
    let key = made["key"].as_str().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let examples = root.join("docs/examples");

    let folder = TempDir::new().unwrap();
    let mut curl = Command::new("sh");
    curl.arg(examples.join("ask.sh"));
    let output = run(curl, folder.path(), &ada, key).await;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("event: turn.finished"), "{text}");
    let svg = std::fs::read_to_string(folder.path().join("chart.svg")).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");

    let folder = TempDir::new().unwrap();
    let mut python = Command::new("python3");
    python.arg(examples.join("ask.py"));
    let output = run(python, folder.path(), &ada, key).await;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("finished: completed"), "{text}");
    let png = std::fs::read(folder.path().join("chart.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG"));

    // Checked and compiled first: not every Node that Portolan builds with runs TypeScript.
    let folder = TempDir::new().unwrap();
    let mut compiler = Command::new(root.join("node_modules/.bin/tsc"));
    compiler
        .args([
            "--strict",
            "--target",
            "es2023",
            "--lib",
            "es2023,dom,dom.iterable,dom.asynciterable",
        ])
        .args([
            "--module",
            "esnext",
            "--moduleResolution",
            "bundler",
            "--skipLibCheck",
        ])
        .args(["--types", "node", "--typeRoots"])
        .arg(root.join("node_modules/@types"))
        .arg("--outDir")
        .arg(folder.path())
        .arg(examples.join("ask.ts"));
    run(compiler, folder.path(), &ada, key).await;
    let module = folder.path().join("ask.mjs");
    std::fs::rename(folder.path().join("ask.js"), &module).unwrap();
    let mut node = Command::new("node");
    node.arg(module);
    let output = run(node, folder.path(), &ada, key).await;
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("finished: completed"), "{text}");
    let svg = std::fs::read_to_string(folder.path().join("chart.svg")).unwrap();
    assert!(svg.starts_with("<svg"), "{svg}");
}
