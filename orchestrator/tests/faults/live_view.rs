//! Admins follow 200 running chats, and their users must not feel it.

use std::{cell::RefCell, rc::Rc, time::Duration};

use futures_util::{StreamExt, future::join_all, stream};
use reqwest::Method;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep},
};
use uuid::Uuid;

use crate::{client::ApiUser, server::ServerSetup};

const CHATS: usize = 200;
/// Messages that are sent at the same time.
const SENDERS: usize = 10;
/// Whether admins look in each window. The order gives both the same share of what changes with time.
const WINDOWS: [bool; 4] = [false, true, true, false];
const WINDOW: Duration = Duration::from_secs(15);
const ADMINS: usize = 5;
/// Chats that each admin also reads.
const READ_CHATS: usize = 4;
/// Turns that begin and end in each window, so that the list changes.
const SHORT_TURNS: usize = 20;
/// Ten minutes: nothing ends while it is measured.
const TURN: &str = "[[mock tokens=300,interval=2000]]";
/// The most CPU beside admins, as a ratio to that without them.
const LARGEST_RATIO: f64 = 1.5;

#[test]
#[ignore = "measures CPU for some minutes; the long test runs it"]
fn live_list_and_viewers_do_not_slow_200_running_chats() {
    actix_web::rt::System::new().block_on(measure());
}

async fn measure() {
    let setup = ServerSetup::new(&[
        ("PORTOLAN_DATABASE_WAIT_SECONDS", "25"),
        ("PORTOLAN_MODEL_CONNECT_SECONDS", "20"),
        ("PORTOLAN_MODEL_OUTPUT_TOKENS", "400"),
        ("PORTOLAN_EXAMPLES", "false"),
    ])
    .await;
    setup.grant_credits(10_000_000).await;
    let admin = ApiUser::sign_up(setup.address, "admin@example.com").await;
    let store = &setup.store;
    store.set_rights(admin.id, true, false).await.unwrap();
    let user = &setup.user;
    let starting = stream::iter(0..CHATS).map(async |_| {
        let chat_id = user.chat().await;
        user.send(chat_id, "key", TURN).await;
        chat_id
    });
    let chats: Vec<Uuid> = starting.buffer_unordered(SENDERS).collect().await;
    let list = admin.read("/api/admin/chats/latest?limit=200").await;
    let rows = list["items"].as_array().unwrap().iter();
    assert_eq!(rows.filter(|row| row["running"] == true).count(), CHATS);

    let (mut alone, mut watched) = (Duration::ZERO, Duration::ZERO);
    let mut others = Vec::new();
    for _ in 0..SHORT_TURNS {
        others.push(user.chat().await);
    }
    for (number, is_watched) in WINDOWS.into_iter().enumerate() {
        let key = number.to_string();
        if !is_watched {
            let used = use_chats(&setup, &others, &key).await;
            println!("alone: {used:?}");
            alone += used;
            continue;
        }
        let lists = join_all((0..ADMINS).map(|_| FollowedStream::open(&admin, LIST))).await;
        let read = chats[..ADMINS * READ_CHATS].iter();
        let paths = read.map(|id| format!("/api/admin/chats/{id}/events?reason=load"));
        let viewers: Vec<_> = stream::iter(paths)
            .then(async |path| FollowedStream::open(&admin, &path).await)
            .collect()
            .await;
        let used = use_chats(&setup, &others, &key).await;
        println!("watched: {used:?}");
        watched += used;
        for list in lists {
            let changes = list.close("chat.latest");
            assert!(changes >= SHORT_TURNS, "{changes} changes of the list");
        }
        for viewer in viewers {
            assert!(viewer.close("block.delta") > 0);
        }
    }
    let ratio = watched.as_secs_f64() / alone.as_secs_f64();
    println!("CPU of {CHATS} chats, watched by {ADMINS} admins and alone: {ratio:.2}");
    assert!(
        ratio <= LARGEST_RATIO,
        "{watched:?} watched, {alone:?} alone"
    );
}

const LIST: &str = "/api/admin/chats/events";

/// Lets the chats run for a window and others answer a message each; returns the CPU of the server.
async fn use_chats(setup: &ServerSetup, others: &[Uuid], key: &str) -> Duration {
    let (before, begun) = (setup.cpu_time(), Instant::now());
    for chat_id in others {
        setup.user.send(*chat_id, key, "[[mock tokens=3]]").await;
    }
    sleep(WINDOW.saturating_sub(begun.elapsed())).await;
    setup.cpu_time() - before
}

/// A stream of the admin area that is read.
struct FollowedStream {
    reading: JoinHandle<()>,
    text: Rc<RefCell<String>>,
}

impl FollowedStream {
    async fn open(admin: &ApiUser, path: &str) -> Self {
        let mut answer = admin.request(Method::GET, path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        let text = Rc::new(RefCell::new(String::new()));
        let received = Rc::clone(&text);
        let reading = actix_web::rt::spawn(async move {
            while let Ok(Some(chunk)) = answer.chunk().await {
                let chunk = String::from_utf8_lossy(&chunk);
                received.borrow_mut().push_str(&chunk);
            }
        });
        Self { reading, text }
    }

    /// Closes the stream; how many events of this name it has brought.
    fn close(self, event: &str) -> usize {
        self.reading.abort();
        let line = format!("event: {event}\n");
        self.text.borrow().matches(&line).count()
    }
}
