//! Admins follow 200 running chats, and their users must not feel it.

use std::{cell::RefCell, fs, rc::Rc, time::Duration};

use futures_util::future::join_all;
use reqwest::Method;
use tokio::{task::JoinHandle, time::sleep};
use uuid::Uuid;

use crate::{client::ApiUser, server::ServerSetup};

const CHATS: usize = 200;
/// Without and with admins by turns, so that a busy machine slows both alike.
const ROUNDS: usize = 6;
const ADMINS: usize = 5;
/// Chats that each admin also reads.
const READ_CHATS: usize = 4;
/// Twenty-seven seconds, so that all chats run at the same time.
const TURN: &str = "[[mock tokens=45,interval=600]]";
/// The most that admins may add to the CPU of the chats, and to the time of a turn.
const LARGEST_RATIO: f64 = 1.25;

/// The costs of a round.
#[derive(Clone, Copy, Debug)]
struct RoundCost {
    /// CPU of the server for each turn.
    cpu: Duration,
    /// The median time from the start of a turn to its end.
    turn: Duration,
}

#[test]
#[ignore = "measures CPU of 1,400 turns; the long test runs it"]
fn live_list_and_viewers_do_not_slow_200_running_chats() {
    actix_web::rt::System::new().block_on(measure());
}

async fn measure() {
    let setup = ServerSetup::new(&[("PORTOLAN_DATABASE_WAIT_SECONDS", "25")]).await;
    setup.grant_credits(10_000_000).await;
    let admin = ApiUser::sign_up(setup.address, "admin@example.com").await;
    let store = &setup.store;
    store.set_rights(admin.id, true, false).await.unwrap();
    let mut chats = Vec::new();
    for _ in 0..CHATS {
        chats.push(setup.user.chat().await);
    }
    run_round(&setup, &admin, &chats, "warm").await;
    let (mut alone, mut watched) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let key = round.to_string();
        if round % 2 == 0 {
            alone.push(run_round(&setup, &admin, &chats, &key).await);
            continue;
        }
        let mut lists = Vec::new();
        let mut viewers = Vec::new();
        for number in 0..ADMINS {
            lists.push(FollowedStream::open(&admin, "/api/admin/chats/events").await);
            for chat_id in &chats[number * READ_CHATS..][..READ_CHATS] {
                let path = format!("/api/admin/chats/{chat_id}/events?reason=load");
                viewers.push(FollowedStream::open(&admin, &path).await);
            }
        }
        watched.push(run_round(&setup, &admin, &chats, &key).await);
        // What the supervisor hasn't kept up with comes when it reads the list again.
        sleep(Duration::from_secs(4)).await;
        for list in lists {
            let changes = list.close("chat.latest");
            assert!(changes >= 2 * CHATS, "{changes} changes of the list");
        }
        for viewer in viewers {
            assert!(viewer.close("turn.finished") > 0);
        }
    }
    let ratio = |part: fn(&RoundCost) -> Duration| {
        median(watched.iter().map(part)).as_secs_f64()
            / median(alone.iter().map(part)).as_secs_f64()
    };
    let (cpu, turn) = (ratio(|cost| cost.cpu), ratio(|cost| cost.turn));
    println!("{CHATS} chats alone: {alone:?}");
    println!("watched by {ADMINS} admins: {watched:?}");
    println!("ratios: CPU {cpu:.2}, time of a turn {turn:.2}");
    assert!(cpu <= LARGEST_RATIO, "CPU {cpu}");
    assert!(turn <= LARGEST_RATIO, "time of a turn {turn}");
}

/// Runs a turn in each chat, all at the same time.
async fn run_round(setup: &ServerSetup, admin: &ApiUser, chats: &[Uuid], key: &str) -> RoundCost {
    let before = cpu_time(setup);
    let sending = chats
        .iter()
        .map(|chat_id| setup.user.send(*chat_id, key, TURN));
    let turns = join_all(sending).await;
    let list = admin.read("/api/admin/chats/latest?limit=200").await;
    let rows = list["items"].as_array().unwrap().iter();
    let running = rows.filter(|row| row["running"] == true).count();
    assert_eq!(running, CHATS, "chats of the list that run");
    let user_id = setup.user.id;
    while !setup.store.running_chats(user_id).await.unwrap().is_empty() {
        sleep(Duration::from_millis(100)).await;
    }
    let cpu = cpu_time(setup) - before;
    let mut times = Vec::new();
    for turn_id in turns {
        let turn = setup.store.turn(turn_id).await.unwrap();
        let took = turn.finished_at.unwrap() - turn.started_at;
        times.push(took.to_std().unwrap());
    }
    RoundCost {
        cpu: cpu / u32::try_from(CHATS).unwrap(),
        turn: median(times.into_iter()),
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort();
    times[times.len() / 2]
}

/// The CPU that the server has used, in user mode and in the kernel. Linux reports it in hundredths of a second.
fn cpu_time(setup: &ServerSetup) -> Duration {
    let pid = setup.pid().as_raw_nonzero();
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name of the program may contain spaces.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    let ticks = |field: usize| fields[field].parse::<u64>().unwrap();
    Duration::from_millis(10 * (ticks(11) + ticks(12)))
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
