//! The cost of a turn as an installation grows: with chats that are open, events that are stored, viewers of a chat, turns
//! of a chat, and servers. Each test prints a curve of `PERFORMANCE.md`.

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;
use uuid::Uuid;

use crate::{
    client::{ApiUser, patiently},
    server::{ServerSetup, raise_file_limit},
    storm::open_stream,
};

/// Turns of a measurement; their CPU is hundreds of Linux's ticks of 10 ms.
const TURNS: usize = 60;
const SHORT_TURN: &str = "[[mock tokens=20]]";
/// Idle servers work by the second, so a window has several.
const IDLE_WINDOW: Duration = Duration::from_secs(10);

const OPEN_CHATS: [usize; 4] = [0, 500, 2_000, 8_000];
/// Chats of ten turns, and what they hold in the end.
const STORED_CHATS: [u64; 4] = [0, 1_600, 16_000, 200_000];
const TURNS_OF_STORED_CHAT: usize = 10;
const TURNS_OF_CHAT: [u64; 4] = [10, 100, 1_000, 10_000];
const NEXT_TURNS: usize = 20;
const VIEWERS: [usize; 4] = [0, 10, 100, 1_000];
/// A turn of five seconds.
const WATCHED_TURN: &str = "[[mock tokens=250,interval=20]]";
const WATCHED_TOKENS: f64 = 250.0;
const WATCHED_TURNS: usize = 3;

#[test]
#[ignore = "measures CPU for some minutes; the long test runs it"]
fn cost_of_turn_by_open_chats() {
    raise_file_limit();
    actix_web::rt::System::new().block_on(async {
        let setup = measured_server().await;
        let mut streams = Vec::new();
        let before = setup.holdings().kibibytes;
        println!("chats open | CPU of a turn, ms | CPU of an idle second, ms | KiB of a chat with its stream");
        for count in OPEN_CHATS {
            while streams.len() < count {
                let chat_id = setup.user.chat().await;
                let (stream, status) = open_stream(&setup, chat_id).await;
                assert_eq!(status, 200);
                streams.push(stream);
            }
            sleep(Duration::from_secs(2)).await;
            let kibibytes = setup.holdings().kibibytes.saturating_sub(before);
            let used = cpu_by_program();
            sleep(IDLE_WINDOW).await;
            let idle = milliseconds_since(&used, "portolan") / IDLE_WINDOW.as_secs_f64();
            let turn = cost_of_turn(&setup).await;
            let each = kibibytes.checked_div(count as u64);
            println!("{count} | {turn:.1} | {idle:.1} | {}", each.unwrap_or(0));
        }
    });
}

#[test]
#[ignore = "stores ten million events, 5 GB; the long test runs it"]
fn cost_of_turn_by_stored_events() {
    actix_web::rt::System::new().block_on(async {
        let mut setup = measured_server().await;
        let template = setup.user.chat().await;
        for _ in 0..TURNS_OF_STORED_CHAT {
            ask(&setup.user, template, SHORT_TURN).await;
        }
        println!("events stored | MB of database | CPU of a start, ms | CPU of a turn, ms | of reading a stored chat | of the list of chats");
        let mut stored = 0;
        for count in STORED_CHATS {
            setup.store.copy_chat(template, stored..count).await;
            stored = count;
            setup.kill();
            setup.restart().await;
            sleep(Duration::from_secs(2)).await;
            // A new process: all that it has used is its start.
            let start = server_milliseconds(&setup);
            let turn = cost_of_turn(&setup).await;
            let chat = cost_of_reads(&setup, &format!("/api/chats/{template}")).await;
            let list = cost_of_reads(&setup, "/api/chats?limit=20").await;
            let events = setup.store.count_events().await;
            let megabytes = fs::metadata(setup.database()).unwrap().len() >> 20;
            println!("{events} | {megabytes} | {start:.0} | {turn:.1} | {chat:.1} | {list:.1}");
        }
    });
}

#[test]
#[ignore = "measures CPU for some minutes; the long test runs it"]
fn cost_of_turn_by_turns_of_chat() {
    actix_web::rt::System::new().block_on(async {
        let setup = measured_server().await;
        println!("turns of the chat | CPU of the next turn, ms");
        let mut costs = Vec::new();
        for turns in TURNS_OF_CHAT {
            let chat_id = setup.user.chat().await;
            for _ in 0..2 {
                ask(&setup.user, chat_id, SHORT_TURN).await;
            }
            // The actor leaves the chat: it reads the longer log when it comes back.
            sleep(Duration::from_secs(5)).await;
            setup.store.copy_last_turn(chat_id, turns - 2).await;
            ask(&setup.user, chat_id, SHORT_TURN).await;
            let used = server_milliseconds(&setup);
            for _ in 0..NEXT_TURNS {
                ask(&setup.user, chat_id, SHORT_TURN).await;
            }
            let turn = (server_milliseconds(&setup) - used) / NEXT_TURNS as f64;
            println!("{turns} | {turn:.1}");
            costs.push(turn);
        }
        // A model is told of at most a hundred turns, so that a message costs no more beyond them.
        assert!(costs[3] <= 1.5 * costs[1], "{costs:?}");
    });
}

#[test]
#[ignore = "measures CPU for some minutes; the long test runs it"]
fn cost_of_token_by_viewers() {
    raise_file_limit();
    actix_web::rt::System::new().block_on(async {
        let setup = measured_server().await;
        println!("viewers | CPU of a token, µs | of a token for a viewer, µs");
        let mut alone = 0.0;
        for viewers in VIEWERS {
            let chat_id = setup.user.chat().await;
            let mut reading = Vec::new();
            for _ in 0..viewers {
                let (mut stream, status) = open_stream(&setup, chat_id).await;
                assert_eq!(status, 200);
                reading.push(actix_web::rt::spawn(async move {
                    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await
                }));
            }
            let used = server_milliseconds(&setup);
            for _ in 0..WATCHED_TURNS {
                ask(&setup.user, chat_id, WATCHED_TURN).await;
            }
            let tokens = WATCHED_TOKENS * WATCHED_TURNS as f64;
            let token = 1_000.0 * (server_milliseconds(&setup) - used) / tokens;
            if viewers == 0 {
                alone = token;
            }
            let each = (token - alone) / viewers.max(1) as f64;
            println!("{viewers} | {token:.0} | {each:.1}");
            reading.iter().for_each(tokio::task::JoinHandle::abort);
        }
    });
}

#[test]
#[ignore = "measures CPU for some minutes; the long test runs it"]
fn cost_of_turn_by_servers() {
    actix_web::rt::System::new().block_on(async {
        println!("servers | CPU of a turn in the servers, ms | in PostgreSQL | in NATS | of an idle second in the servers | in PostgreSQL");
        for servers in 1..=3 {
            let setup = ServerSetup::several(servers, SETTINGS).await;
            setup.grant_credits(10_000_000).await;
            warm_up(&setup).await;
            let used = cpu_by_program();
            sleep(IDLE_WINDOW).await;
            let idle = |program| milliseconds_since(&used, program) / IDLE_WINDOW.as_secs_f64();
            let (idle_servers, idle_database) = (idle("portolan"), idle("postgres"));
            let used = cpu_by_program();
            for number in 0..TURNS {
                // The chat begins at one server, and the message goes to the next one.
                let chat_id = setup.user_at(number % servers).chat().await;
                ask(&setup.user_at((number + 1) % servers), chat_id, SHORT_TURN).await;
            }
            let turn = |program| milliseconds_since(&used, program) / TURNS as f64;
            println!(
                "{servers} | {:.1} | {:.1} | {:.1} | {idle_servers:.1} | {idle_database:.1}",
                turn("portolan"),
                turn("postgres"),
                turn("nats-server")
            );
        }
    });
}

const SETTINGS: &[(&str, &str)] = &[
    ("PORTOLAN_DATABASE_WAIT_SECONDS", "25"),
    ("PORTOLAN_MODEL_OUTPUT_TOKENS", "400"),
    ("PORTOLAN_CHAT_IDLE_SECONDS", "2"),
    ("PORTOLAN_EXAMPLES", "false"),
];

async fn measured_server() -> ServerSetup {
    let setup = ServerSetup::new(SETTINGS).await;
    setup.grant_credits(10_000_000).await;
    warm_up(&setup).await;
    setup
}

/// The first turns load vocabularies and fill pools.
async fn warm_up(setup: &ServerSetup) {
    for _ in 0..5 {
        let chat_id = setup.user.chat().await;
        ask(&setup.user, chat_id, SHORT_TURN).await;
    }
}

/// Sends a message and reads its turn to the end, in one request; again where the chat is busy.
async fn ask(user: &ApiUser, chat_id: Uuid, text: &str) {
    let path = format!("/api/chats/{chat_id}/messages");
    static NEXT_KEY: AtomicU64 = AtomicU64::new(0);
    let key = NEXT_KEY.fetch_add(1, Ordering::Relaxed).to_string();
    let events = patiently("a turn", async || {
        let request = user
            .request(Method::POST, &path)
            .header("idempotency-key", &key);
        let request = request.header("accept", "text/event-stream");
        let answer = request.json(&json!({"text": text})).send().await.unwrap();
        let status = answer.status();
        assert!([200, 503].contains(&status.as_u16()), "{status}");
        (status == 200).then_some(answer.text().await.unwrap())
    })
    .await;
    assert!(events.contains(r#""outcome":"completed""#), "{events}");
}

/// Milliseconds of the server's CPU for a turn in a new chat.
async fn cost_of_turn(setup: &ServerSetup) -> f64 {
    let used = server_milliseconds(setup);
    for _ in 0..TURNS {
        let chat_id = setup.user.chat().await;
        ask(&setup.user, chat_id, SHORT_TURN).await;
    }
    (server_milliseconds(setup) - used) / TURNS as f64
}

async fn cost_of_reads(setup: &ServerSetup, path: &str) -> f64 {
    let used = server_milliseconds(setup);
    for _ in 0..TURNS {
        setup.user.read(path).await;
    }
    (server_milliseconds(setup) - used) / TURNS as f64
}

fn server_milliseconds(setup: &ServerSetup) -> f64 {
    1_000.0 * setup.cpu_time().as_secs_f64()
}

fn milliseconds_since(before: &BTreeMap<String, u64>, program: &str) -> f64 {
    let of = |used: &BTreeMap<String, u64>| used.get(program).copied().unwrap_or(0);
    // Linux counts in hundredths of a second.
    10.0 * of(&cpu_by_program()).saturating_sub(of(before)) as f64
}

/// The CPU of all processes that this one has started, by the names of their programs, in hundredths of a second. Processes
/// that ended are part of those that started them.
fn cpu_by_program() -> BTreeMap<String, u64> {
    struct Process {
        name: String,
        parent: u32,
        ticks: u64,
    }
    let read = |id: u32| {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let (start, rest) = stat.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split(' ').collect();
        let number = |field: usize| fields.get(field)?.parse::<u64>().ok();
        Some(Process {
            name: start.split_once('(')?.1.to_owned(),
            parent: u32::try_from(number(1)?).ok()?,
            ticks: number(11)? + number(12)? + number(13)? + number(14)?,
        })
    };
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let processes: HashMap<u32, Process> = ids.filter_map(|id| Some((id, read(id)?))).collect();
    let is_own = |process: &Process| {
        let mut parent = process.parent;
        while parent != std::process::id() {
            match processes.get(&parent) {
                Some(process) => parent = process.parent,
                None => return false,
            }
        }
        true
    };
    let mut used = BTreeMap::new();
    for process in processes.values().filter(|process| is_own(process)) {
        *used.entry(process.name.clone()).or_default() += process.ticks;
    }
    used
}
