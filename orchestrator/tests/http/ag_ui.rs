//! The protocol AG-UI, spoken by its official TypeScript client.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Command;

use crate::{
    client::{TestUser, send},
    stream::chat,
    world::{SCRIPTED, World},
};

const PATH: &str = "/api/ag-ui";

fn input(thread: &str, run: &str, text: &str) -> Value {
    json!({
        "threadId": thread,
        "runId": run,
        "messages": [
            {"id": "1", "role": "assistant", "content": "Hello"},
            {"id": "2", "role": "user", "content": [{"type": "text", "text": text}]},
        ],
        "tools": [],
        "context": [],
        "state": {},
        "forwardedProps": {"model": SCRIPTED},
    })
}

async fn run(user: &TestUser, input: &Value) -> Vec<Value> {
    let answer = send(user.request(Method::POST, PATH).json(input)).await;
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let text = answer.is(200).text();
    let frames = text.lines().filter_map(|line| line.strip_prefix("data: "));
    frames
        .map(|data| serde_json::from_str(data).unwrap())
        .collect()
}

#[actix_web::test]
async fn official_client_reads_text_charts_and_state_of_a_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !root.join("node_modules/@ag-ui/client").exists() {
        eprintln!("skipped: run `npm ci` to install the client of the protocol AG-UI");
        return;
    }
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let table = json!({"name": "tea.csv", "text": "item,sold\nTea,3\nMate,4\n"});
    let source = ada.post("/api/sources", table).await.is(201).json();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/http/ag-ui-client.mjs");
    let output = Command::new("node")
        .arg(script)
        .arg(format!("{}{PATH}", world.client().origin))
        .args([&ada.access_token, source["id"].as_str().unwrap()])
        .env("NO_PROXY", "127.0.0.1")
        .output();
    let output = output.await.unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("all runs succeeded"), "{text}");
}

both!(repeated_run_reads_the_same_turn, |world| {
    let ada = world.new_user("ada").await;
    let first = run(&ada, &input("t", "r1", "[[mock tokens=3]]")).await;
    assert_eq!(first[0]["type"], "RUN_STARTED");
    assert_eq!(first[0]["threadId"], "t");
    let last = first.last().unwrap();
    assert_eq!(last["type"], "RUN_FINISHED");
    assert_eq!(last["runId"], "r1");
    let again = run(&ada, &input("t", "r1", "[[mock tokens=3]]")).await;
    assert_eq!(again.last(), Some(last));
    // The same text, whole now.
    let text = |events: &[Value]| -> String {
        let deltas = events
            .iter()
            .filter(|event| event["type"] == "TEXT_MESSAGE_CONTENT");
        deltas
            .map(|event| event["delta"].as_str().unwrap())
            .collect()
    };
    assert!(!text(&first).is_empty());
    assert_eq!(text(&again), text(&first));
    // Another run of the thread is another turn of its chat.
    let next = run(&ada, &input("t", "r2", "[[mock tokens=3]]")).await;
    let result = &next.last().unwrap()["result"];
    assert_eq!(result["chatId"], last["result"]["chatId"]);
    assert_ne!(result["turnId"], last["result"]["turnId"]);
    // A thread may be a chat of the caller, and never another user's.
    let chat_id = chat(&ada).await.to_string();
    let own = run(&ada, &input(&chat_id, "r3", "[[mock tokens=3]]")).await;
    assert_eq!(own.last().unwrap()["result"]["chatId"], chat_id);
    let bob = world.new_user("bob").await;
    let others = run(&bob, &input(&chat_id, "r3", "[[mock tokens=3]]")).await;
    assert_ne!(others.last().unwrap()["result"]["chatId"], chat_id);
});

both!(failed_turn_ends_the_run_with_an_error, |world| {
    let ada = world.new_user("ada").await;
    let failed = run(&ada, &input("t", "r", "[[mock fault=status,status=401]]")).await;
    let last = failed.last().unwrap();
    assert_eq!(last["type"], "RUN_ERROR");
    assert!(!last["message"].as_str().unwrap().is_empty());
    assert!(last["code"].is_string());
});

both!(input_without_a_question_is_refused, |world| {
    let ada = world.new_user("ada").await;
    let without = |name: &str, value: Value| {
        let mut input = input("t", "r", "Hello");
        input[name] = value;
        input
    };
    ada.post(PATH, without("messages", json!([])))
        .await
        .invalid("messages");
    ada.post(PATH, without("threadId", json!("")))
        .await
        .invalid("threadId");
    ada.post(PATH, without("runId", json!("x".repeat(151))))
        .await
        .invalid("runId");
    ada.post(PATH, json!({})).await.invalid("body");
    ada.post(PATH, input("t", "r", " ")).await.invalid("text");
    let unknown = json!({"model": "no-such-model"});
    ada.post(PATH, without("forwardedProps", unknown))
        .await
        .invalid("model");
    // Nothing was created on the way.
    let chats = ada.get("/api/chats").await.ok();
    assert_eq!(chats["items"], json!([]));
    let nobody = world.client().request(Method::POST, PATH);
    send(nobody.json(&input("t", "r", "Hello")))
        .await
        .problem(401, "unauthenticated");
});
