//! Errors of the store when its database fails.

use std::{future::poll_fn, pin::pin, task::Poll, time::Duration};

use portolan_store::{DatabaseUrl, Store, StoreError, StoreOptions};
use sqlx::{Connection, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::world::StoreWorld;

#[tokio::test]
async fn locked_sqlite_is_busy_for_writers_and_open_for_readers() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    let DatabaseUrl::Sqlite(path) = &world.database.options.url else {
        panic!("a file");
    };
    let options = StoreOptions {
        busy_timeout: Duration::from_millis(50),
        ..world.database.options.clone()
    };
    let hasty = Store::open(&options).await.unwrap();
    let mut other = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(path))
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut other)
        .await
        .unwrap();
    let busy = hasty.set_credits(user_id, 5, world.now()).await;
    assert!(matches!(busy, Err(StoreError::Busy(_))), "{busy:?}");
    assert_eq!(
        hasty.plan(user_id, world.now()).await.unwrap().credits_left,
        200
    );
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(
        hasty
            .set_credits(user_id, 5, world.now())
            .await
            .unwrap()
            .credits_left,
        5
    );
}

#[tokio::test]
async fn full_disk_stops_writes_but_not_reads() {
    let world = StoreWorld::sqlite_in_memory().await;
    let user_id = world.user("a@example.com").await;
    let chat = world.chat(user_id).await;
    let turn_id = chat.begun(1).await;
    world.store.limit_pages(1).await;
    let block = [chat.text_block(turn_id, &"x".repeat(1 << 20))];
    let full = chat.append(&block).await;
    assert!(matches!(full, Err(StoreError::Full(_))), "{full:?}");
    assert_eq!(chat.last_event_id().await, 1);
    world.assert_audited().await;
    world.store.limit_pages(1 << 30).await;
    chat.append(&block).await.unwrap();
    chat.finish(turn_id, 1).await.unwrap();
    world.assert_audited().await;
}

#[tokio::test]
async fn unreachable_postgres_is_busy() {
    let url = "postgres://nobody@localhost:1/nothing?host=/nonexistent"
        .parse()
        .unwrap();
    let options = StoreOptions {
        busy_timeout: Duration::from_millis(100),
        queue_timeout: Duration::from_millis(100),
        ..StoreOptions::new(url)
    };
    let error = Store::open(&options).await.unwrap_err();
    assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
}

/// As after a pause of the server in the middle of a transaction.
#[tokio::test]
async fn transaction_ended_by_postgres_is_busy() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let DatabaseUrl::Postgres(connect) = &world.database.options.url else {
        panic!("PostgreSQL");
    };
    let connect = connect
        .clone()
        .options([("idle_in_transaction_session_timeout", "1")]);
    let mut paused = PgConnection::connect_with(&connect).await.unwrap();
    let process: i32 = sqlx::query_scalar("SELECT pg_backend_pid()")
        .fetch_one(&mut paused)
        .await
        .unwrap();
    sqlx::raw_sql("BEGIN").execute(&mut paused).await.unwrap();
    let mut other = PgConnection::connect_with(&connect).await.unwrap();
    let is_open = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)";
    while sqlx::query_scalar(is_open)
        .bind(process)
        .fetch_one(&mut other)
        .await
        .unwrap()
    {}
    let ended = sqlx::raw_sql("SELECT 1").execute(&mut paused).await;
    let error = StoreError::from(ended.unwrap_err());
    assert!(matches!(error, StoreError::Busy(_)), "{error:?}");
}

/// Polls a call so many times and drops it, as when a client disconnects.
async fn abandon_after(polls: usize, call: impl Future<Output = ()>) {
    let mut call = pin!(call);
    let mut left = polls;
    poll_fn(|context| {
        left -= 1;
        match call.as_mut().poll(context) {
            Poll::Pending if left > 0 => Poll::Pending,
            _ => Poll::Ready(()),
        }
    })
    .await;
}

#[tokio::test]
async fn abandoned_calls_leave_no_transaction_open_on_postgres() {
    let Some(world) = StoreWorld::postgres().await else {
        return;
    };
    let DatabaseUrl::Postgres(connect) = &world.database.options.url else {
        panic!("PostgreSQL");
    };
    let user_id = world.user("a@example.com").await;
    let chat = world.chat(user_id).await;
    let mut other = PgConnection::connect_with(connect).await.unwrap();
    let open = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
         AND state LIKE 'idle in transaction%'";
    for polls in 1..=20 {
        abandon_after(polls, async {
            world.store.turns_page(chat.id, None, 1).await.unwrap();
        })
        .await;
        abandon_after(polls, async {
            world
                .store
                .set_credits(user_id, 5, world.now())
                .await
                .unwrap();
        })
        .await;
        let mut looks = 0;
        loop {
            let count: i64 = sqlx::query_scalar(open)
                .fetch_one(&mut other)
                .await
                .unwrap();
            if count == 0 {
                break;
            }
            looks += 1;
            assert!(looks < 1_000, "open after {polls} polls");
        }
    }
}

#[tokio::test]
async fn reopened_store_has_all_data() {
    let world = StoreWorld::sqlite().await;
    let user_id = world.user("a@example.com").await;
    world.store.close().await;
    let store = world.database.reopen().await;
    store.ping().await.unwrap();
    assert_eq!(store.user(user_id).await.unwrap().id, user_id);
}
