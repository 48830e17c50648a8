//! Callers queue for the database instead of competing, and none of them has it for long.

use std::time::Duration;

use futures_util::future::join_all;
use portolan_domain::{PageRequest, Replace, StoredObject};
use portolan_store::{Store, StoreError, StoreOptions};
use tokio::time::{Instant, timeout};

use crate::world::StoreWorld;

/// A statement that takes minutes where nothing interrupts it.
const ENDLESS: &str = "WITH RECURSIVE numbers (n) AS (SELECT CAST(1 AS BIGINT) UNION ALL \
     SELECT n + 1 FROM numbers WHERE n < 10000000000) SELECT COUNT(*) AS n FROM numbers";

async fn reopened(world: &StoreWorld, change: impl FnOnce(&mut StoreOptions)) -> Store {
    let mut options = world.database.options.clone();
    change(&mut options);
    Store::open(&options).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_queue_longer_than_lock_timeout() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    let store = reopened(&world, |options| {
        options.busy_timeout = Duration::from_millis(20);
    })
    .await;
    let writers = (0..2_000).map(|credits| {
        let (store, now) = (store.clone(), world.now());
        tokio::spawn(async move { store.set_credits(user_id, credits, now).await })
    });
    let begun = Instant::now();
    for written in join_all(writers).await {
        written.unwrap().unwrap();
    }
    assert!(begun.elapsed() > Duration::from_millis(20), "too few");
}

both!(read_beyond_its_deadline_is_interrupted, |world| {
    let limit = Duration::from_millis(200);
    let store = reopened(world, |options| options.read_timeout = limit).await;
    let begun = Instant::now();
    let error = store.run_scan(ENDLESS).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    // The connection is as good as before.
    store.ping().await.unwrap();
});

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_scans_free_their_connections() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    let store = reopened(&world, |options| {
        options.read_timeout = Duration::from_secs(60);
    })
    .await;
    // More than there are connections.
    for _ in 0..40 {
        let scan = timeout(Duration::from_millis(20), store.run_scan(ENDLESS)).await;
        assert!(scan.is_err(), "ended by itself: {scan:?}");
    }
    let read = timeout(Duration::from_secs(10), store.user(user_id)).await;
    assert_eq!(read.unwrap().unwrap().id, user_id);
}

#[tokio::test(flavor = "multi_thread")]
async fn scans_abandoned_on_postgres_keep_their_slots_until_they_end() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let user_id = world.user("a@example.com").await;
    let limit = Duration::from_secs(4);
    let store = reopened(&world, |options| options.read_timeout = limit).await;
    // More than there are connections.
    for _ in 0..40 {
        let scan = timeout(Duration::from_millis(20), store.run_scan(ENDLESS)).await;
        assert!(scan.is_err(), "ended by itself: {scan:?}");
    }
    assert_eq!(store.free_scans(), 0);
    let read = timeout(Duration::from_secs(2), store.user(user_id)).await;
    assert_eq!(read.unwrap().unwrap().id, user_id);
    let scan = timeout(2 * limit, store.run_scan("SELECT 1")).await;
    scan.expect("a place").unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn write_that_blocks_others_too_long_is_interrupted() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    let store = reopened(&world, |options| {
        options.queue_timeout = Duration::from_millis(200);
    })
    .await;
    let error = store.run_write(ENDLESS).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
    // The connection is as good as before.
    store.set_credits(user_id, 7, world.now()).await.unwrap();
}

both!(short_reads_never_wait_for_long_ones, |world| {
    let user_id = world.user("a@example.com").await;
    let store = reopened(world, |options| {
        options.read_timeout = Duration::from_secs(3);
    })
    .await;
    let scans: Vec<_> = (0..20)
        .map(|_| {
            let store = store.clone();
            tokio::spawn(async move { store.run_scan(ENDLESS).await })
        })
        .collect();
    while store.free_scans() > 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..20 {
        let read = timeout(Duration::from_secs(2), store.user(user_id)).await;
        assert_eq!(read.unwrap().unwrap().id, user_id);
    }
    assert_eq!(store.free_scans(), 0, "the long reads still run");
    for scan in scans {
        scan.abort();
    }
});

both!(accounts_store_no_more_items_than_the_limit, |world| {
    let [full, other] = [
        world.user("a@example.com").await,
        world.user("b@example.com").await,
    ];
    let store = reopened(world, |options| options.account_items = 3).await;
    for _ in 0..3 {
        world.chat(full).await;
    }
    let now = world.now();
    let chat = |user_id| portolan_domain::Chat {
        id: world.ids.id(),
        user_id,
        title: String::new(),
        model: None,
        last_event_id: 0,
        created_at: now,
        updated_at: now,
    };
    let refused = store.create_chat(&chat(full)).await.unwrap_err();
    assert!(
        matches!(
            refused,
            StoreError::TooManyItems {
                items: "chats",
                limit: 3
            }
        ),
        "{refused:?}"
    );
    store.create_chat(&chat(other)).await.unwrap();
});

both!(accounts_store_no_more_files_than_the_limit, |world| {
    let owner = world.user("a@example.com").await;
    let store = reopened(world, |options| options.account_items = 2).await;
    let now = world.now();
    let file = |name: &str| StoredObject {
        id: world.ids.id(),
        bucket_id: "avatars".to_owned(),
        name: name.to_owned(),
        owner_id: Some(owner),
        object_path: world.ids.id().to_string(),
        bytes: 1,
        content_type: "image/png".to_owned(),
        content_encoding: None,
        cache_control: String::new(),
        etag: String::new(),
        user_metadata: serde_json::Map::new(),
        created_at: now,
        updated_at: now,
    };
    let put = async |name: &str| {
        let file = file(name);
        let latest = now + chrono::TimeDelta::hours(1);
        store.schedule_deletion(&file.object_path, latest).await?;
        store.put_object(&file, Replace::Always, None, now).await
    };
    put("a").await.unwrap();
    put("b").await.unwrap();
    let refused = put("c").await.unwrap_err();
    assert!(
        matches!(
            refused,
            StoreError::TooManyItems {
                items: "stored files",
                limit: 2
            }
        ),
        "{refused:?}"
    );
    // A file that is there can be replaced.
    put("b").await.unwrap();
});

/// Every text has 200 words that begin with the same letter, and one word that is the same in all.
#[tokio::test(flavor = "multi_thread")]
async fn short_prefixes_cost_about_as_much_as_whole_words() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    for number in 0..300 {
        let words: Vec<String> = (0..200)
            .map(|word| format!("s{}", (number * 7 + word * 13) % 5_000))
            .collect();
        let title = format!("common {}", words.join(" "));
        world.titled_chat(user_id, &title).await;
    }
    let fastest = async |search: &str| {
        let mut fastest = Duration::MAX;
        for _ in 0..10 {
            let begun = Instant::now();
            let page = PageRequest::default();
            let found = world.store.search(user_id, search, &page).await.unwrap();
            fastest = fastest.min(begun.elapsed());
            assert!(found.next_cursor.is_some());
        }
        fastest
    };
    let (whole, beginning) = (fastest("common").await, fastest("s").await);
    assert!(
        beginning < whole * 3,
        "{beginning:?} for a letter, {whole:?} for a word"
    );
}

/// Ten times the matches cost at most a few times ten times as much; it was a hundred times.
#[tokio::test(flavor = "multi_thread")]
async fn search_time_is_at_most_linear_in_matches() {
    let world = StoreWorld::sqlite().await;
    let [few, many] = [
        world.user("a@example.com").await,
        world.user("b@example.com").await,
    ];
    let fastest = async |user_id| {
        let mut fastest = Duration::MAX;
        // The fastest of several: other programs of a busy machine only ever slow a search down.
        for _ in 0..8 {
            let begun = Instant::now();
            let page = PageRequest::default();
            let found = world.store.search(user_id, "sales", &page).await.unwrap();
            fastest = fastest.min(begun.elapsed());
            assert!(found.next_cursor.is_some());
        }
        fastest
    };
    let now = world.now();
    world
        .store
        .fill_found_chats(many, now, 10_000, "sales")
        .await;
    let slow = fastest(many).await;
    world.store.damage("DELETE FROM chats").await;
    world.store.fill_found_chats(few, now, 1_000, "sales").await;
    let quick = fastest(few).await;
    assert!(
        slow < quick * 40,
        "{quick:?} for 1,000, {slow:?} for 10,000"
    );
}
