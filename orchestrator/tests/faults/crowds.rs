//! Faults 11 to 15: those who watch leave, come back and read slowly; those who ask do so all at once.

use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::Instant;
use uuid::Uuid;

use crate::{
    checker::Checker,
    client::{ApiAnswer, patiently},
    narrow::NarrowLine,
    server::ServerSetup,
    table::SeededRandom,
    watcher::{Manner, Watcher},
};

/// An answer of five megabytes, as each of those who read it has it, and as the allocator keeps it.
const ANSWERS_MEGABYTES: u64 = 160;

/// Every request gets its turn, however many there are.
const PATIENT_DATABASE: (&str, &str) = ("PORTOLAN_DATABASE_WAIT_SECONDS", "25");

pub async fn leave_at_every_event(mut random: SeededRandom) -> String {
    let setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = checker.chat(&setup, Manner::Restless).await;
    checker.watch(&setup, chat_id, Manner::Restless);
    checker.watch(&setup, chat_id, Manner::Steady);
    let tokens = 10 + random.below(20);
    for key in ["one", "two"] {
        let text = format!("[[mock reasoning=5,tokens={tokens},interval=8]]");
        let turn_id = setup.user.send(chat_id, key, &text).await;
        checker.accept(chat_id, key, turn_id);
        setup.user.ended(chat_id).await;
    }
    let last = checker.watchers[2].last().event;
    let openings: u64 = checker
        .watchers
        .iter()
        .map(|watcher| watcher.seen().openings)
        .sum();
    assert!(openings > last, "only {openings} streams for {last} events");
    checker.judge(&setup, false).await;
    format!("{openings} streams for {last} stored events")
}

/// Five megabytes of events as fast as they come, for readers on lines of 64 KB/s beside one that keeps up.
pub async fn read_slowly(_: SeededRandom) -> String {
    let setup = ServerSetup::new(&[("PORTOLAN_MODEL_ANSWER_BYTES", "8388608")]).await;
    let mut checker = Checker::start(&setup).await;
    let neighbour = checker.chat(&setup, Manner::Steady).await;
    let turn_id = setup
        .user
        .send(neighbour, "key", "[[mock tokens=20]]")
        .await;
    checker.accept(neighbour, "key", turn_id);
    setup.user.ended(neighbour).await;
    let alone = slowest_read(&setup, neighbour).await;
    // Memory that long answers leave in the allocator is counted before the slow readers start.
    let long = "[[mock tokens=300,letters=16000]]";
    let first = checker.chat(&setup, Manner::Steady).await;
    let turn_id = setup.user.send(first, "first", long).await;
    checker.accept(first, "first", turn_id);
    setup.user.ended(first).await;
    checker.measure(&setup, ANSWERS_MEGABYTES);
    let chat_id = checker.chat(&setup, Manner::Steady).await;
    let line = NarrowLine::to(setup.address).await;
    let far_away = setup.user.over(line.address);
    let slow: Vec<Watcher> = (0..2)
        .map(|_| Watcher::start(&far_away, chat_id, Manner::Steady))
        .collect();
    for reader in &slow {
        reader.opens(1).await;
    }
    let before = setup.holdings().megabytes;
    let turn_id = setup.user.send(chat_id, "long", long).await;
    checker.accept(chat_id, "long", turn_id);
    let beside = slowest_read(&setup, neighbour).await;
    setup.user.ended(chat_id).await;
    let after = setup.holdings().megabytes;
    assert!(
        after < before + ANSWERS_MEGABYTES,
        "{before} MB became {after} MB"
    );
    line.widen();
    for reader in &slow {
        // They were disconnected and reconnect.
        reader.opens(2).await;
    }
    let limit = alone * 2 + Duration::from_millis(250);
    assert!(
        beside < limit,
        "I9: a read took {alone:?} alone and {beside:?} beside"
    );
    checker.watchers.extend(slow);
    checker.judge(&setup, false).await;
    format!(
        "two readers were let go; a neighbour's read took {} ms at most, {} ms alone",
        beside.as_millis(),
        alone.as_millis()
    )
}

/// The slowest of forty reads of a chat.
async fn slowest_read(setup: &ServerSetup, chat_id: Uuid) -> Duration {
    let mut slowest = Duration::ZERO;
    for _ in 0..40 {
        let start = Instant::now();
        setup.user.read(&format!("/api/chats/{chat_id}")).await;
        slowest = slowest.max(start.elapsed());
    }
    slowest
}

pub async fn send_same_message(mut random: SeededRandom) -> String {
    let setup = ServerSetup::new(&[]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = checker.chat(&setup, Manner::Steady).await;
    let copies = 2 + random.below(49);
    let text = "[[mock tokens=8,interval=5]]";
    let posts = (0..copies).map(|_| setup.user.post_until_answered(chat_id, "key", text));
    for answer in join_all(posts).await {
        checker.accept(chat_id, "key", answer.turn());
    }
    setup.user.ended(chat_id).await;
    checker.accept(chat_id, "key", setup.user.send(chat_id, "key", text).await);
    let other = setup.user.post(chat_id, "key", "[[mock tokens=9]]").await;
    let other = other.expect("an answer");
    assert_eq!(
        (other.status, other.code()),
        (409, "idempotency_key_reused")
    );
    let chat = setup.user.read(&format!("/api/chats/{chat_id}")).await;
    assert_eq!(
        chat["turns"].as_array().map(Vec::len),
        Some(1),
        "I4: a key began more than one turn"
    );
    checker.judge(&setup, false).await;
    format!("{copies} copies")
}

pub async fn many_messages_to_one_chat(_: SeededRandom) -> String {
    let setup = ServerSetup::new(&[PATIENT_DATABASE]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = checker.chat(&setup, Manner::Steady).await;
    let keys: Vec<String> = (0..50).map(|number| format!("key {number}")).collect();
    let text = "[[mock tokens=3,fault=stall,after=2]]";
    let user = &setup.user;
    let posts = keys
        .iter()
        .map(|key| async move { (key, user.post_until_answered(chat_id, key, text).await) });
    let answers = join_all(posts).await;
    let taken = count(&answers, 202, "");
    assert_eq!((taken, count(&answers, 409, "turn_running")), (1, 49));
    for (key, answer) in answers.iter().filter(|(_, answer)| answer.status == 202) {
        checker.accept(chat_id, key, answer.turn());
    }
    cancel(&setup, chat_id).await;
    checker.judge(&setup, false).await;
    "1 of 50 taken".to_owned()
}

pub async fn two_hundred_on_credits_for_ten(_: SeededRandom) -> String {
    let setup = ServerSetup::new(&[PATIENT_DATABASE]).await;
    let mut checker = Checker::start(&setup).await;
    let mut chats = Vec::new();
    for _ in 0..10 {
        chats.extend(join_all((0..20).map(|_| setup.user.chat())).await);
    }
    // A call holds fifty.
    setup.grant_credits(500).await;
    let text = "[[mock tokens=9,fault=stall,after=2]]";
    let user = &setup.user;
    let posts = chats.iter().map(|chat_id| async move {
        (
            *chat_id,
            user.post_until_answered(*chat_id, "key", text).await,
        )
    });
    let answers = join_all(posts).await;
    let (taken, refused) = (
        count(&answers, 202, ""),
        count(&answers, 429, "turns_running"),
    );
    assert_eq!((taken, refused), (10, 190), "I6");
    for (chat_id, answer) in answers.iter().filter(|(_, answer)| answer.status == 202) {
        checker.watch(&setup, *chat_id, Manner::Steady);
        checker.accept(*chat_id, "key", answer.turn());
        cancel(&setup, *chat_id).await;
    }
    checker.judge(&setup, false).await;
    "10 of 200 taken".to_owned()
}

fn count<K>(answers: &[(K, ApiAnswer)], status: u16, code: &str) -> usize {
    let is_such = |answer: &ApiAnswer| answer.status == status && answer.code() == code;
    answers.iter().filter(|(_, answer)| is_such(answer)).count()
}

async fn cancel(setup: &ServerSetup, chat_id: Uuid) {
    let path = format!("/api/chats/{chat_id}/cancel");
    patiently("a cancel", async || {
        let request = setup.user.request(reqwest::Method::POST, &path);
        let response = request.send().await.ok()?;
        (response.status() == 204).then_some(())
    })
    .await;
}
