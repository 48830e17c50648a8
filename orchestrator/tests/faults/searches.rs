//! One user searches much, and another must not feel it.

use std::{cell::RefCell, collections::BTreeMap, thread, time::Duration};

use chrono::Utc;
use futures_util::future::join_all;
use tokio::{
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
        let searches = join_all((0..SEARCHES).map(|_| search(&setup.user, &counts)));
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

/// Searches without end, and waits as long as a refusal says.
async fn search(user: &ApiUser, counts: &RefCell<BTreeMap<u16, usize>>) {
    loop {
        let answer = user.get("/api/search?q=sales").await.unwrap();
        *counts.borrow_mut().entry(answer.status).or_default() += 1;
        if answer.status == 200 {
            assert_eq!(answer.body["items"][0]["title"], "sales");
        } else {
            let seconds = answer.retry_after.unwrap().parse().unwrap();
            sleep(Duration::from_secs(seconds)).await;
        }
    }
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
