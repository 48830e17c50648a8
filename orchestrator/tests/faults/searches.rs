//! One user searches much, and another must not feel it.

use std::{cell::RefCell, collections::BTreeMap, thread, time::Duration};

use chrono::Utc;
use futures_util::future::join_all;
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    sync::oneshot,
    time::{Instant, sleep},
};

use crate::{client::ApiUser, server::ServerSetup};

const CHATS: u64 = 10_000;
const SEARCHES: usize = 50;
/// Measured by turns with and without the searches, so that a busy machine slows both alike.
const ROUNDS: usize = 6;
const CALLS_IN_ROUND: usize = 100;
/// Below this the machine's own noise is measured.
const FLOOR: Duration = Duration::from_millis(5);

#[test]
#[ignore = "measures latencies on a machine that should do nothing else; the long test runs it"]
fn fifty_parallel_searches_do_not_slow_other_users() {
    actix_web::rt::System::new().block_on(measure());
}

#[expect(
    clippy::disallowed_methods,
    reason = "the server under test reads the system's clock too"
)]
async fn measure() {
    let setup = ServerSetup::new(&[]).await;
    let other = ApiUser::sign_up(setup.address, "ben@example.com").await;
    for _ in 0..40 {
        other.chat().await;
    }
    let store = &setup.store;
    let id = setup.user.id;
    store.fill_found_chats(id, Utc::now(), CHATS, "sales").await;
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    let counts = RefCell::new(BTreeMap::new());
    calls_of(&other).await;
    for _ in 0..ROUNDS {
        alone.extend(calls_of(&other).await);
        let searches = join_all((0..SEARCHES).map(|_| search(&setup, &counts)));
        tokio::select! {
            _ = searches => unreachable!("they never end"),
            times = calls_of(&other) => beside.extend(times),
        }
    }
    let (alone, beside) = (percentile(alone), percentile(beside));
    let counts = counts.into_inner();
    println!("p99 alone {alone:?}, beside the searches {beside:?}; searches answered: {counts:?}");
    assert!(counts.keys().all(|status| [200, 429].contains(status)));
    assert!(counts[&200] >= ROUNDS, "{counts:?}");
    assert!(
        beside <= (2 * alone).max(FLOOR),
        "{alone:?}, then {beside:?}"
    );
}

/// Searches without end, and waits as long as a refusal says. The bytes of a request are written as they are: an HTTP
/// client would need as much of the processors as the server, and clients are on other machines.
async fn search(setup: &ServerSetup, counts: &RefCell<BTreeMap<u16, usize>>) {
    let stream = TcpStream::connect(setup.address).await.unwrap();
    let mut stream = BufReader::new(stream);
    let request = format!(
        "GET /api/search?q=sales HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
        setup.address,
        setup.user.token()
    );
    loop {
        stream.write_all(request.as_bytes()).await.unwrap();
        let (head, body) = read_answer(&mut stream).await;
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        *counts.borrow_mut().entry(status).or_default() += 1;
        if status == 200 {
            let body: Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(body["items"][0]["title"], "sales");
        } else {
            let seconds = header(&head, "retry-after").parse().unwrap();
            sleep(Duration::from_secs(seconds)).await;
        }
    }
}

/// Reads the head of an answer and its body.
async fn read_answer(stream: &mut BufReader<TcpStream>) -> (String, Vec<u8>) {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).await.unwrap() > 0, "{head}");
    }
    let mut body = vec![0; header(&head, "content-length").parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    (head, body)
}

fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
    found.unwrap_or_else(|| panic!("no {name} in {head}")).1
}

/// Times of short calls, one after the other, from a thread of its own: what the searching clients
/// do is no part of them.
async fn calls_of(user: &ApiUser) -> Vec<Duration> {
    let user = user.clone();
    let (sender, receiver) = oneshot::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        sender.send(runtime.block_on(call(&user.reconnected())))
    });
    receiver.await.unwrap()
}

async fn call(user: &ApiUser) -> Vec<Duration> {
    let mut times = Vec::new();
    for number in 0..CALLS_IN_ROUND {
        let path = ["/api/user/profile", "/api/chats", "/api/user/plan"][number % 3];
        let begun = Instant::now();
        let answer = user.get(path).await.unwrap();
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        times.push(begun.elapsed());
    }
    times
}

fn percentile(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() * 99 / 100]
}
