//! The lists of the admin area with many rows, read from indexes.

use portolan::{
    model::{
        DomainFilter, DomainSort, ItemFilter, ItemStatus, KeyFilter, KeySort, PageRequest,
        SavedKind, UserFilter, UserSort,
    },
    store::testing::composed_statements,
};
use tokio::time::Instant;

use crate::world::StoreWorld;

/// Rows of each list; `PORTOLAN_ADMIN_ROWS` says another number, and then times are printed.
fn row_count() -> u64 {
    let rows = std::env::var("PORTOLAN_ADMIN_ROWS").ok();
    rows.and_then(|rows| rows.parse().ok()).unwrap_or(500)
}

const FILLINGS: [&str; 7] = [
    "INSERT INTO users (id, email, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at) \
     SELECT id, 'user' || n || '@example.com', 'authenticated', '{}', '{}', FALSE, n, n FROM filling",
    "INSERT INTO profiles (user_id, username, username_key, is_admin, is_contributor, updated_at) \
     SELECT id, 'user' || n, 'user' || n, FALSE, FALSE, n FROM filling",
    "INSERT INTO accounts (user_id, tier, balance, held, spent, entries, anchored_at, period_start, period_end, \
     cancel_at_period_end) SELECT id, 'free', n % 200, 0, n % 100, 0, 0, 0, 1, FALSE FROM filling",
    "INSERT INTO api_keys (id, user_id, name, hash, scopes, prefix, last_used_at, created_at) \
     SELECT id, id, 'Key', id, '[]', 'ptl_' || n, n, n FROM filling",
    "INSERT INTO charts (id, user_id, version, kind, title, title_key, description, visibility, published_version, \
     created_at, updated_at) SELECT id, id, 1, 'table', 'Rain ' || n, 'rain ' || n, '', 'public', 1, n, n FROM filling",
    "INSERT INTO portolans (id, user_id, title, title_key, markdown, excerpt, visibility, created_at, updated_at) \
     SELECT id, id, 'Rain ' || n, 'rain ' || n, '', '', 'public', n, n FROM filling",
    "INSERT INTO domain_stats (domain, reads, blocked, failed, boards, last_read_at) \
     SELECT 'site' || n || '.example', n, n % 7, n % 5, n % 3, n FROM filling",
];

async fn fill(world: &StoreWorld) {
    let rows = row_count();
    world
        .store
        .damage("CREATE TABLE filling (n BIGINT, id TEXT)")
        .await;
    let numbers: &'static str = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {rows}) \
         INSERT INTO filling SELECT n, '00000000-0000-4000-8000-' || SUBSTR('00000000000' || CAST(n AS TEXT), \
         LENGTH(CAST(n AS TEXT)), 12) FROM numbers"
    )
    .leak();
    world.store.damage(numbers).await;
    for sql in FILLINGS {
        world.store.damage(sql).await;
    }
}

/// Runs a list, prints its time where that was asked for, and checks that no step of its plan reads a whole table.
async fn check<T>(world: &StoreWorld, name: &str, list: impl AsyncFn() -> T) {
    let mut times = Vec::new();
    let mut statements = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        (_, statements) = composed_statements(list()).await;
        times.push(start.elapsed());
    }
    times.sort();
    if row_count() > 500 {
        println!("| {name} | {:.1} |", times[18].as_secs_f64() * 1_000.0);
    }
    assert!(!statements.is_empty(), "{name}: no statement was seen");
    if world.store.is_on_postgres() {
        return;
    }
    for sql in statements {
        let plan = world.store.query_plan(&sql).await;
        let scans = plan.iter().filter(|step| {
            step.starts_with("SCAN ")
                && !step.contains("USING")
                && !step.contains("CONSTANT ROW")
                && !step.starts_with("SCAN (subquery")
        });
        let scans: Vec<&String> = scans.collect();
        assert!(scans.is_empty(), "{name}: {plan:#?}\n{sql}");
        let sorts = plan
            .iter()
            .filter(|step| step.contains("USE TEMP B-TREE FOR ORDER BY"));
        assert!(
            name.contains("search") || sorts.count() == 0,
            "{name}: {plan:#?}"
        );
    }
}

both!(admin_lists_read_from_indexes, |world| {
    fill(world).await;
    let (store, now) = (&world.store, world.now());
    let first = PageRequest::first(100);
    for (sort, search) in [
        (UserSort::CreatedAt, None),
        (UserSort::CreditsLeft, None),
        (UserSort::PeriodCreditsUsed, None),
        (UserSort::CreatedAt, Some("user12")),
    ] {
        let filter = UserFilter {
            search: search.map(str::to_owned),
            sort,
            days: 30,
            ..UserFilter::default()
        };
        let name = format!("users by {sort:?}{}", search.map_or("", |_| ", search"));
        check(world, &name, async || {
            let page = store.user_usage(&filter, &first, now).await.unwrap();
            assert!(!page.items.is_empty());
        })
        .await;
    }
    for (sort, search) in [
        (KeySort::CreatedAt, None),
        (KeySort::LastUsedAt, None),
        (KeySort::CreatedAt, Some("ptl_12")),
    ] {
        let filter = KeyFilter {
            search: search.map(str::to_owned),
            sort,
            ..KeyFilter::default()
        };
        let name = format!("keys by {sort:?}{}", search.map_or("", |_| ", search"));
        check(world, &name, async || {
            let page = store.all_api_keys(&filter, &first).await.unwrap();
            assert!(!page.items.is_empty());
        })
        .await;
    }
    for sort in [
        DomainSort::Reads,
        DomainSort::Boards,
        DomainSort::Failures,
        DomainSort::Domain,
    ] {
        let filter = DomainFilter {
            sort,
            ..DomainFilter::default()
        };
        check(world, &format!("sites by {sort:?}"), async || {
            let page = store.domain_stats(&filter, &first).await.unwrap();
            assert!(!page.items.is_empty());
        })
        .await;
    }
    for (kind, status, search) in [
        (SavedKind::Chart, ItemStatus::Public, None),
        (SavedKind::Chart, ItemStatus::Public, Some("nothing")),
        (SavedKind::Chart, ItemStatus::Hidden, None),
        (SavedKind::Portolan, ItemStatus::Public, Some("rain 12")),
    ] {
        let filter = ItemFilter {
            search: search.map(str::to_owned),
            status,
            ..ItemFilter::default()
        };
        let name = format!("{kind:?} {status:?}{}", search.map_or("", |_| ", search"));
        check(world, &name, async || {
            store.admin_items(kind, &filter, &first).await.unwrap()
        })
        .await;
    }
});
