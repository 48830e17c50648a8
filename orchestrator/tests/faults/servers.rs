//! Faults 19 to 23, and what several servers do for each other without any.

use std::time::Duration;

use portolan_blocks::Event;
use reqwest::Method;
use rustix::process::Signal;
use serde_json::json;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::{
    checker::{Checker, outcome_of},
    client::{ApiUser, patiently},
    proxy::RoundRobin,
    server::{LEASE, ServerSetup},
    table::SeededRandom,
    watcher::{Manner, Watcher},
};

/// The time in which a chat is taken over from an owner that is gone, with a second for a busy machine.
const TAKEOVER: Duration = Duration::from_secs(2 * LEASE.as_secs() + 1);

/// An answer that takes long enough for a fault.
const SLOW: &str = "[[mock tokens=45,interval=40]]";
/// An answer that takes longer than a drain.
const LONG: &str = "[[mock tokens=45,interval=80]]";
/// An answer that waits to be stopped.
const STALLS: &str = "[[mock tokens=30,fault=stall,after=5]]";

fn is_delta(event: &Event) -> bool {
    event.name() == "block.delta"
}

fn ends(turn_id: Uuid) -> impl Fn(&Event) -> bool {
    move |event| matches!(event, Event::TurnFinished { turn_id: ended, .. } if *ended == turn_id)
}

/// A chat that is watched at every server; the first one, which is asked first, owns it.
async fn watched_everywhere(setup: &ServerSetup, checker: &mut Checker) -> Uuid {
    let chat_id = setup.user.chat().await;
    for server in 0..=setup.others.len() {
        let user = setup.user_at(server);
        let watcher = Watcher::start(&user, chat_id, Manner::Steady);
        watcher.opens(1).await;
        checker.watchers.push(watcher);
    }
    chat_id
}

fn watcher_at(checker: &Checker, chat_id: Uuid, server: usize) -> &Watcher {
    let mut watchers = checker.watchers.iter();
    let mut of_chat = watchers
        .by_ref()
        .filter(|watcher| watcher.chat_id == chat_id);
    of_chat.nth(server).unwrap()
}

/// Sends once; nothing but 202 is right.
async fn send_once(user: &ApiUser, chat_id: Uuid, key: &str, text: &str) -> Uuid {
    user.post(chat_id, key, text)
        .await
        .expect("an answer")
        .turn()
}

async fn status(user: &ApiUser, method: Method, path: &str, body: serde_json::Value) -> u16 {
    let request = user.request(method, path).json(&body);
    request.send().await.unwrap().status().as_u16()
}

#[test]
fn any_server_can_watch_write_and_stop_any_chat() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    actix_web::rt::System::new().block_on(serve_each_other());
}

async fn serve_each_other() {
    let mut setup = ServerSetup::several(3, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let chat_id = watched_everywhere(&setup, &mut checker).await;
    let users = [0, 1, 2].map(|server| setup.user_at(server));

    // Watched live at every server, to its end.
    let turn_id = send_once(&users[0], chat_id, "first", SLOW).await;
    for server in 0..3 {
        let watcher = watcher_at(&checker, chat_id, server);
        watcher.until(is_delta).await;
        assert!(
            !watcher.has_seen(ends(turn_id)),
            "server {server} was not live"
        );
    }
    // A viewer that comes to another server in mid-block gets the text that is already there.
    let late = Watcher::start(&users[1], chat_id, Manner::Restless);
    late.until(is_delta).await;
    checker.watchers.push(late);
    for server in 0..3 {
        watcher_at(&checker, chat_id, server)
            .until(ends(turn_id))
            .await;
    }

    // Written through another server; the same key is the same turn everywhere.
    let since = Instant::now();
    let turn_id = send_once(&users[1], chat_id, "second", "[[mock tokens=3]]").await;
    let over_nats = since.elapsed();
    checker.accept(chat_id, "second", turn_id);
    for user in &users {
        watcher_at(&checker, chat_id, 1).until(ends(turn_id)).await;
        let again = send_once(user, chat_id, "second", "[[mock tokens=3]]").await;
        checker.accept(chat_id, "second", again);
    }

    // Stopped and renamed through others.
    let turn_id = send_once(&users[2], chat_id, "third", STALLS).await;
    watcher_at(&checker, chat_id, 1).until(is_delta).await;
    let path = format!("/api/chats/{chat_id}/cancel");
    assert_eq!(status(&users[1], Method::POST, &path, json!({})).await, 204);
    assert_eq!(
        outcome_of(&users[0].ended(chat_id).await),
        ("cancelled", "")
    );
    watcher_at(&checker, chat_id, 0).until(ends(turn_id)).await;
    let path = format!("/api/chats/{chat_id}");
    let renamed = status(&users[2], Method::PATCH, &path, json!({"title": "Renamed"}));
    assert_eq!(renamed.await, 204);
    let is_renamed =
        |event: &Event| matches!(event, Event::ChatChanged { title } if title == "Renamed");
    watcher_at(&checker, chat_id, 0).until(is_renamed).await;

    // Without NATS everything takes the way through the database.
    setup.shared.as_mut().unwrap().nats.kill();
    let since = Instant::now();
    let turn_id = send_once(&users[1], chat_id, "fourth", "[[mock tokens=3]]").await;
    let over_database = since.elapsed();
    for server in 0..3 {
        watcher_at(&checker, chat_id, server)
            .until(ends(turn_id))
            .await;
    }
    setup.shared.as_mut().unwrap().nats.resume().await;
    println!(
        "sent through another server in {over_nats:?} over NATS, {over_database:?} over the database"
    );

    // A server that drains hands its chats over, and their viewers elsewhere lose nothing.
    let other = watched_everywhere(&setup, &mut checker).await;
    let turn_id = send_once(&users[0], other, "drain", LONG).await;
    watcher_at(&checker, other, 1).until(is_delta).await;
    setup.terminate();
    assert!(setup.ended().await, "{}", setup.log());
    watcher_at(&checker, other, 1).until(ends(turn_id)).await;
    setup.restart().await;
    assert_eq!(outcome_of(&users[2].ended(other).await), ("completed", ""));
    checker.judge(&setup, true).await;
}

/// A turn at the first server that every server's viewers see being written.
async fn begin_at_first(setup: &ServerSetup, checker: &mut Checker) -> (Uuid, Uuid) {
    let chat_id = watched_everywhere(setup, checker).await;
    let turn_id = setup.user.send(chat_id, "fault", SLOW).await;
    checker.accept(chat_id, "fault", turn_id);
    watcher_at(checker, chat_id, 1).until(is_delta).await;
    (chat_id, turn_id)
}

/// Waits until another server has written on in this chat; how long that took.
async fn taken_over(setup: &ServerSetup, chat_id: Uuid, since: Instant) -> Duration {
    let node = owner_of(setup, chat_id).await;
    let is_other = async || {
        let owner = owner_of(setup, chat_id).await;
        (owner.is_some() && owner != node).then_some(())
    };
    patiently("another owner", is_other).await;
    let took = since.elapsed();
    assert!(
        took < TAKEOVER,
        "taken over after {took:?}\n{}",
        setup.logs()
    );
    took
}

async fn owner_of(setup: &ServerSetup, chat_id: Uuid) -> Option<String> {
    let position = setup.store.chat_position(chat_id).await.unwrap();
    position.unwrap().owner
}

async fn finish(setup: &ServerSetup, checker: Checker, chat_id: Uuid, turn_id: Uuid) {
    watcher_at(&checker, chat_id, 1).until(ends(turn_id)).await;
    let turn = setup.user_at(1).ended(chat_id).await;
    assert_eq!(outcome_of(&turn), ("completed", ""), "{}", setup.logs());
    checker.judge(setup, true).await;
}

pub async fn owner_is_killed(mut random: SeededRandom) -> String {
    let mut setup = ServerSetup::several(2, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let (chat_id, turn_id) = begin_at_first(&setup, &mut checker).await;
    sleep(Duration::from_millis(random.below(500))).await;
    let since = Instant::now();
    // The one that owns it is the first: another one has no reason to take it.
    let taking = taken_over(&setup, chat_id, since);
    let killing = async {
        sleep(Duration::from_millis(20)).await;
        setup.signal(Signal::KILL);
    };
    let (took, ()) = tokio::join!(taking, killing);
    // Written to at once, beside the turn that continues.
    let user = setup.user_at(1);
    let answer = user.post(chat_id, "beside", "[[mock tokens=3]]").await;
    assert_eq!(answer.unwrap().code(), "turn_running");
    watcher_at(&checker, chat_id, 1).until(ends(turn_id)).await;
    setup.kill();
    setup.restart().await;
    finish(&setup, checker, chat_id, turn_id).await;
    format!("taken over after {:.1} s", took.as_secs_f32())
}

pub async fn owner_is_paused(mut random: SeededRandom) -> String {
    let setup = ServerSetup::several(2, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let (chat_id, turn_id) = begin_at_first(&setup, &mut checker).await;
    sleep(Duration::from_millis(random.below(500))).await;
    let since = Instant::now();
    let taking = taken_over(&setup, chat_id, since);
    let pausing = async {
        sleep(Duration::from_millis(20)).await;
        setup.signal(Signal::STOP);
    };
    let (took, ()) = tokio::join!(taking, pausing);
    sleep(Duration::from_millis(random.below(1_000))).await;
    setup.signal(Signal::CONT);
    finish(&setup, checker, chat_id, turn_id).await;
    format!("taken over after {:.1} s", took.as_secs_f32())
}

pub async fn owner_is_cut_off(mut random: SeededRandom) -> String {
    let setup = ServerSetup::several(2, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let (chat_id, turn_id) = begin_at_first(&setup, &mut checker).await;
    sleep(Duration::from_millis(random.below(500))).await;
    let since = Instant::now();
    let taking = taken_over(&setup, chat_id, since);
    let line = setup.line.as_ref().unwrap();
    let cutting = async {
        sleep(Duration::from_millis(20)).await;
        line.cut();
    };
    let (took, ()) = tokio::join!(taking, cutting);
    watcher_at(&checker, chat_id, 1).until(ends(turn_id)).await;
    line.restore();
    finish(&setup, checker, chat_id, turn_id).await;
    format!("taken over after {:.1} s", took.as_secs_f32())
}

pub async fn database_is_unreachable(mut random: SeededRandom) -> String {
    let setup = ServerSetup::several(2, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let (chat_id, turn_id) = begin_at_first(&setup, &mut checker).await;
    let away = 200 + random.below(1_500);
    for _ in 0..2 {
        sleep(Duration::from_millis(random.below(400))).await;
        let lines = || {
            std::iter::once(setup.line.as_ref().unwrap())
                .chain(setup.others.iter().map(|other| &other.line))
        };
        lines().for_each(|line| line.cut());
        sleep(Duration::from_millis(away)).await;
        lines().for_each(|line| line.restore());
    }
    finish(&setup, checker, chat_id, turn_id).await;
    format!("away for {away} ms, twice")
}

pub async fn nats_is_killed(mut random: SeededRandom) -> String {
    let mut setup = ServerSetup::several(2, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let (chat_id, turn_id) = begin_at_first(&setup, &mut checker).await;
    for _ in 0..3 {
        sleep(Duration::from_millis(random.below(400))).await;
        let nats = &mut setup.shared.as_mut().unwrap().nats;
        nats.kill();
        sleep(Duration::from_millis(random.below(400))).await;
        nats.resume().await;
    }
    finish(&setup, checker, chat_id, turn_id).await;
    "killed three times".to_owned()
}

/// Turns and viewers of the long run.
const TURNS: usize = 100;
const VIEWERS: usize = 300;
const CHATS: usize = 10;
/// The time between two kills.
const BETWEEN_KILLS: Duration = Duration::from_secs(20);

#[test]
#[ignore = "takes minutes; the long test runs it"]
fn nothing_is_lost_while_three_servers_are_killed_in_turn() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    actix_web::rt::System::new().block_on(kill_one_after_the_other());
}

async fn kill_one_after_the_other() {
    let mut setup = ServerSetup::several(3, &[]).await;
    let mut checker = Checker::start(&setup).await;
    let servers =
        std::iter::once(setup.address).chain(setup.others.iter().map(|other| other.address));
    let proxy = RoundRobin::over(servers.collect()).await;
    let user = setup.user.over(proxy.address);
    setup.user = user.clone();
    let mut chats = Vec::new();
    for _ in 0..CHATS {
        chats.push(user.chat().await);
    }
    for number in 0..VIEWERS {
        let user = user.reconnected();
        let watcher = Watcher::start(&user, chats[number % CHATS], Manner::Steady);
        checker.watchers.push(watcher);
    }
    let begun = Instant::now();
    let sending = chats.iter().enumerate().map(|(number, chat_id)| {
        // A new connection for each request, so that each goes to another server.
        let user = &user;
        async move {
            let mut taken = Vec::new();
            for turn in 0..TURNS / CHATS {
                let key = format!("{number}.{turn}");
                let text = "[[mock tokens=45,interval=130]]";
                // Only a connection that breaks is tried again: no server refuses.
                let answer = patiently("an answer", async || {
                    user.reconnected().post(*chat_id, &key, text).await
                })
                .await;
                taken.push((*chat_id, key, answer.turn()));
                user.reconnected().ended(*chat_id).await;
            }
            taken
        }
    });
    let mut sending = std::pin::pin!(futures_util::future::join_all(sending));
    let mut kills = 0;
    let taken = loop {
        tokio::select! {
            taken = &mut sending => break taken,
            () = sleep(BETWEEN_KILLS) => {}
        }
        match kills % 3 {
            0 => {
                setup.kill();
                setup.restart().await;
            }
            other => setup.others[other - 1].kill_and_restart().await,
        }
        kills += 1;
    };
    let took = begun.elapsed();
    for (chat_id, key, turn_id) in taken.into_iter().flatten() {
        checker.accept(chat_id, &key, turn_id);
    }
    checker.judge(&setup, true).await;
    println!("{TURNS} turns before {VIEWERS} viewers in {took:?}, {kills} kills");
    assert!(kills > 0, "no server was killed");
}
