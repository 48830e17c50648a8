//! The pool outlives its workers.

use std::time::Duration;

use crate::support::{EngineSetup, pool_options};
use portolan_query::{ConvertedTable, FailureCode, WorkerLimits};
use portolan_query_pool::PoolOptions;
use serde_json::json;
use tokio::time::Instant;

/// Compares every row with every pair of rows.
const ENDLESS: &str = "SELECT count(*) FROM numbers a CROSS JOIN numbers b CROSS JOIN numbers c WHERE a.n * b.n % 7 < c.n";

async fn number_table(desk: &EngineSetup) -> ConvertedTable {
    let rows: Vec<String> = (0..5000).map(|n| n.to_string()).collect();
    desk.table("numbers.csv", format!("n\n{}\n", rows.join("\n")))
        .await
}

async fn expect_answers(desk: &EngineSetup, table: &ConvertedTable) {
    let result = desk
        .query("SELECT sum(n) AS total FROM numbers", &[table])
        .await
        .expect("the pool answers");
    assert_eq!(result.rows, [[json!(12_497_500)]]);
}

#[tokio::test]
async fn query_over_time_limit_is_stopped_and_pool_recovers() {
    let desk = EngineSetup::with(PoolOptions {
        query_timeout: Duration::from_millis(700),
        workers: 1,
        ..pool_options()
    });
    let table = number_table(&desk).await;
    let started = Instant::now();
    let failure = desk.query(ENDLESS, &[&table]).await.unwrap_err();
    assert_eq!(failure.code, FailureCode::QueryTimeout);
    assert!(started.elapsed() < Duration::from_secs(5));
    expect_answers(&desk, &table).await;
}

#[tokio::test]
async fn dropped_request_stops_query_and_frees_worker() {
    let desk = EngineSetup::with(PoolOptions {
        workers: 1,
        ..pool_options()
    });
    let table = number_table(&desk).await;
    let dropped =
        tokio::time::timeout(Duration::from_millis(300), desk.query(ENDLESS, &[&table])).await;
    assert!(dropped.is_err());
    expect_answers(&desk, &table).await;
}

#[tokio::test]
async fn requests_wait_for_worker_no_longer_than_timeout() {
    let desk = EngineSetup::with(PoolOptions {
        query_timeout: Duration::from_secs(2),
        workers: 1,
        ..pool_options()
    });
    let table = number_table(&desk).await;
    let tables = [&table];
    let queries = (0..3).map(|_| desk.query(ENDLESS, &tables));
    let started = Instant::now();
    let results = futures_util::future::join_all(queries).await;
    assert!(started.elapsed() < Duration::from_secs(8));
    for result in results {
        assert_eq!(result.unwrap_err().code, FailureCode::QueryTimeout);
    }
    expect_answers(&desk, &table).await;
}

#[tokio::test]
async fn dead_worker_is_reported_and_replaced() {
    let desk = EngineSetup::with(PoolOptions {
        address_space: 420 << 20,
        limits: WorkerLimits {
            memory_bytes: 8 << 30,
            ..WorkerLimits::default()
        },
        ..pool_options()
    });
    let table = number_table(&desk).await;
    // The pool of the engine is larger than the address space: the process is what gives way.
    let failure = desk
        .query(
            "WITH long AS (SELECT rpad('x', 200, 'y') || a.n AS t FROM numbers a CROSS JOIN numbers b) SELECT count(*), max(s) FROM (SELECT string_agg(t, ',') AS s FROM long)",
            &[&table],
        )
        .await
        .unwrap_err();
    assert_eq!(failure.code, FailureCode::WorkerLost, "{}", failure.message);
    expect_answers(&desk, &table).await;
}

#[tokio::test]
async fn query_over_memory_limit_fails_and_worker_survives() {
    let desk = EngineSetup::with(PoolOptions {
        limits: WorkerLimits {
            memory_bytes: 4 << 20,
            ..WorkerLimits::default()
        },
        ..pool_options()
    });
    let table = number_table(&desk).await;
    let failure = desk
        .query(
            "SELECT a.n, b.n, count(*) FROM numbers a CROSS JOIN numbers b GROUP BY a.n, b.n",
            &[&table],
        )
        .await
        .unwrap_err();
    assert_eq!(
        failure.code,
        FailureCode::QueryTooLarge,
        "{}",
        failure.message
    );
    expect_answers(&desk, &table).await;
}

#[tokio::test]
async fn missing_worker_binary_is_reported() {
    let desk = EngineSetup::with(PoolOptions {
        worker: "/nowhere/portolan-query".into(),
        ..pool_options()
    });
    let failure = desk.convert("a.csv", "a\n1\n").await.unwrap_err();
    assert_eq!(failure.code, FailureCode::WorkerLost);
}

#[test]
fn pool_can_be_created_outside_runtime() {
    let desk = EngineSetup::new();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let table = number_table(&desk).await;
        expect_answers(&desk, &table).await;
    });
}
