//! Faults 16 to 18: the database is locked, the disk is full, the clock is wrong.

use std::time::Duration;

use portolan_blocks::Event;
use reqwest::Method;
use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::json;
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use uuid::Uuid;

use crate::{
    checker::{Checker, outcome_of},
    client::{http_client, patiently},
    server::ServerSetup,
    table::SeededRandom,
    watcher::{Manner, Watcher},
};

/// A chat whose turn is being written, and goes on for about a second.
async fn writing(setup: &ServerSetup, checker: &mut Checker, random: &mut SeededRandom) -> Uuid {
    let chat_id = checker.chat(setup, Manner::Steady).await;
    let words = 40 + random.below(40);
    let text = format!("[[mock reasoning=3,tokens={words},interval=20]]");
    let turn_id = setup.user.send(chat_id, "key", &text).await;
    checker.accept(chat_id, "key", turn_id);
    let is_text = |event: &Event| event.name() == "block.delta";
    checker.watcher(chat_id).until(is_text).await;
    chat_id
}

/// A chat with a turn that has ended.
async fn written(setup: &ServerSetup, checker: &mut Checker) -> Uuid {
    let chat_id = checker.chat(setup, Manner::Steady).await;
    let turn_id = setup.user.send(chat_id, "key", "[[mock tokens=5]]").await;
    checker.accept(chat_id, "key", turn_id);
    setup.user.ended(chat_id).await;
    chat_id
}

pub async fn busy_database(mut random: SeededRandom) -> String {
    let setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    let other = written(&setup, &mut checker).await;
    let chat_id = writing(&setup, &mut checker, &mut random).await;
    let options = SqliteConnectOptions::new().filename(setup.database());
    let mut lock = SqliteConnection::connect_with(&options).await.unwrap();
    patiently("the lock", async || {
        sqlx::raw_sql("BEGIN IMMEDIATE")
            .execute(&mut lock)
            .await
            .ok()
    })
    .await;
    let refused = setup.user.post(other, "late", "[[mock tokens=3]]").await;
    let refused = refused.expect("an answer");
    assert_eq!((refused.status, refused.code()), (503, "unavailable"));
    assert!(refused.retry_after.is_some(), "no Retry-After");
    for id in [chat_id, other] {
        let read = setup.user.get(&format!("/api/chats/{id}")).await;
        assert_eq!(read.map(|answer| answer.status), Some(200));
    }
    tokio::time::sleep(Duration::from_millis(random.below(1_500))).await;
    sqlx::raw_sql("ROLLBACK").execute(&mut lock).await.unwrap();
    let turn_id = setup.user.send(other, "late", "[[mock tokens=3]]").await;
    checker.accept(other, "late", turn_id);
    assert_eq!(
        outcome_of(&setup.user.ended(chat_id).await),
        ("completed", "")
    );
    checker.judge(&setup, false).await;
    "503 while it is locked, then taken".to_owned()
}

const OPERATOR_KEY: &str = "sb_secret_of_the_operator";

/// Uploads a file of these bytes as a source of the user, and as an object of a bucket; both statuses.
async fn upload(setup: &ServerSetup, bytes: &[u8]) -> [u16; 2] {
    let head =
        "--frame\r\ncontent-disposition: form-data; name=\"file\"; filename=\"tea.csv\"\r\n\r\n";
    let body = [head.as_bytes(), bytes, b"\r\n--frame--\r\n"].concat();
    let form = "multipart/form-data; boundary=frame";
    let source = setup.user.request(Method::POST, "/api/sources");
    let source = source.header("content-type", form).body(body);
    let object = as_operator(setup, "/storage/v1/object/files/tea.csv");
    let object = object
        .header("content-type", "text/csv")
        .header("x-upsert", "true")
        .body(bytes.to_vec());
    let mut statuses = [0; 2];
    for (status, request) in statuses.iter_mut().zip([source, object]) {
        *status = request.send().await.unwrap().status().as_u16();
    }
    statuses
}

fn as_operator(setup: &ServerSetup, path: &str) -> reqwest::RequestBuilder {
    let url = format!("http://{}{path}", setup.address);
    http_client().post(url).bearer_auth(OPERATOR_KEY)
}

pub async fn full_disk(mut random: SeededRandom) -> String {
    let setup = ServerSetup::new(&[("PORTOLAN_AUTH_SECRET_KEY", OPERATOR_KEY)]).await;
    let bucket = as_operator(&setup, "/storage/v1/bucket");
    let bucket = bucket.json(&json!({"name": "files"})).send().await;
    assert_eq!(bucket.unwrap().status(), 200);
    let mut checker = Checker::start(&setup).await;
    let other = written(&setup, &mut checker).await;
    let last = checker.watcher(other).last().event;
    let chat_id = writing(&setup, &mut checker, &mut random).await;
    limit_files(&setup, Some(setup.log_size()));
    let refused = patiently("a refusal", async || {
        let request = setup.user.request(Method::POST, "/api/chats");
        let status = request.json(&json!({})).send().await.ok()?.status();
        (status != 201).then_some(status.as_u16())
    })
    .await;
    assert_eq!(refused, 507);
    let answer = setup.user.post(other, "late", "[[mock tokens=3]]").await;
    let status = answer.expect("an answer").status;
    assert!([503, 507].contains(&status), "{status}");
    let rows = "Mate,4\n".repeat(setup.log_size().div_ceil(7) as usize);
    let table = format!("item,sold\n{rows}");
    assert_eq!(upload(&setup, table.as_bytes()).await, [507, 507]);
    for id in [chat_id, other] {
        let read = setup.user.get(&format!("/api/chats/{id}")).await;
        assert_eq!(read.map(|answer| answer.status), Some(200));
    }
    // Also a user who comes now reads what is there.
    let reader = Watcher::start(&setup.user, other, Manner::Steady);
    reader.reach(last).await;
    limit_files(&setup, None);
    let turn_id = setup.user.send(other, "late", "[[mock tokens=3]]").await;
    checker.accept(other, "late", turn_id);
    assert_eq!(
        outcome_of(&setup.user.ended(chat_id).await),
        ("completed", ""),
        "{}",
        setup.log()
    );
    assert_eq!(upload(&setup, table.as_bytes()).await, [201, 200]);
    checker.watchers.push(reader);
    checker.judge(&setup, false).await;
    "reads go on, writes wait for room".to_owned()
}

/// No file of the server may grow beyond so many bytes.
fn limit_files(setup: &ServerSetup, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(setup.pid()), Resource::Fsize, limit).unwrap();
}

pub async fn wrong_clock(mut random: SeededRandom) -> String {
    let mut setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    const HOUR: i64 = 3_600_000;
    let mut shifts = [HOUR, -HOUR, -24 * HOUR];
    random.shuffle(&mut shifts);
    for shift in shifts {
        let chat_id = writing(&setup, &mut checker, &mut random).await;
        setup.shift_clock(shift);
        // Another node takes the chat: writes of its former owner are refused.
        setup.store.acquire(chat_id, "another node").await.unwrap();
        let turn = setup.user.ended(chat_id).await;
        assert_eq!(
            outcome_of(&turn),
            ("completed", ""),
            "{shift}\n{}",
            setup.log()
        );
        written(&setup, &mut checker).await;
    }
    let chat_id = writing(&setup, &mut checker, &mut random).await;
    setup.kill();
    setup.shift_clock(shifts[0]);
    setup.restart().await;
    assert_eq!(
        outcome_of(&setup.user.ended(chat_id).await),
        ("completed", "")
    );
    setup.shift_clock(0);
    written(&setup, &mut checker).await;
    checker.judge(&setup, true).await;
    "4 jumps, 3 takeovers, 1 kill".to_owned()
}
