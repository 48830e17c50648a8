//! The lists of the admin area with many rows, read from indexes.

use portolan::{
    model::{
        ActivityFilter, ContributorFilter, Direction, DomainFilter, DomainSort, FeedbackFilter,
        FeedbackStatus, ItemFilter, ItemStatus, KeyFilter, KeySort, OutboxFilter, OutboxPart,
        PageRequest, SavedKind, UserFilter, UserSort,
    },
    store::testing::noted_statements,
};
use tokio::time::Instant;

use crate::world::StoreWorld;

/// Rows of each list; `PORTOLAN_ADMIN_ROWS` says another number, and then times are printed.
fn row_count() -> u64 {
    let rows = std::env::var("PORTOLAN_ADMIN_ROWS").ok();
    rows.and_then(|rows| rows.parse().ok()).unwrap_or(500)
}

/// One user for ten rows: a hundred thousand chats are those of ten thousand users.
const FILLINGS: [&str; 18] = [
    "INSERT INTO users (id, email, role, app_metadata, user_metadata, is_anonymous, created_at, updated_at) \
     SELECT id, 'user' || n || '@example.com', 'authenticated', '{}', '{}', FALSE, n, n FROM filling WHERE n % 10 = 1",
    "INSERT INTO profiles (user_id, username, username_key, is_admin, is_contributor, updated_at) \
     SELECT id, 'user' || n, 'user' || n, FALSE, n % 100 = 1, n FROM filling WHERE n % 10 = 1",
    "INSERT INTO accounts (user_id, tier, balance, held, spent, entries, anchored_at, period_start, period_end, \
     cancel_at_period_end) SELECT id, 'free', n % 200, 0, n % 100, 0, 0, 0, 1, FALSE FROM filling WHERE n % 10 = 1",
    "INSERT INTO api_keys (id, user_id, name, hash, scopes, prefix, last_used_at, created_at) \
     SELECT id, owner, 'Key', id, '[]', 'ptl_' || n, n, n FROM filling",
    "INSERT INTO charts (id, user_id, version, kind, title, title_key, description, visibility, published_version, \
     created_at, updated_at) SELECT id, owner, 1, 'table', 'Rain ' || n, 'rain ' || n, '', 'public', 1, n, n FROM filling",
    "INSERT INTO portolans (id, user_id, title, title_key, markdown, excerpt, visibility, created_at, updated_at) \
     SELECT id, owner, 'Rain ' || n, 'rain ' || n, '', '', 'public', n, n FROM filling",
    "INSERT INTO chats (id, user_id, title, title_key, epoch, last_event_id, created_at, updated_at) \
     SELECT id, owner, 'Rain ' || n, 'rain ' || n, 0, 1, n, n FROM filling",
    "INSERT INTO events (chat_id, id, event, data) \
     SELECT id, 1, 'turn.started', '{\"message\":{\"text\":\"Where did it rain?\",\"sourceIds\":[]}}' FROM filling",
    "INSERT INTO turns (id, chat_id, user_id, model, first_event_id, attempts, outcome, input_tokens, output_tokens, \
     charged, started_at, finished_at) \
     SELECT id, id, owner, 'scripted', 1, 1, 'completed', 900, 80, 2, 1763640000000 + n, 1763640004000 + n FROM filling",
    "INSERT INTO feedback (id, user_id, text, metadata, status, created_at) SELECT id, owner, 'Good ' || n, \
     '{\"route\":\"/chats\"}', CASE WHEN n % 50 = 0 THEN 'new' ELSE 'done' END, n FROM filling",
    "INSERT INTO outbox (id, user_id, kind, purpose, recipient, sealed_content, status, attempts, due_at, last_error, \
     expires_at, settled_at, created_at) SELECT id, owner, 'mail', 'recovery', 'user' || n || '@example.com', '', \
     CASE WHEN n % 5000 = 0 THEN 'failed' ELSE 'sent' END, 1, n, CASE WHEN n % 5000 = 0 THEN 'refused' END, n, n, n FROM filling",
    "INSERT INTO admin_actions (id, admin_id, action, subject_kind, subject, detail, created_at) \
     SELECT id, owner, 'item.hidden', 'chart', id, '{}', n FROM filling",
    "INSERT INTO item_views (kind, item_id, day, user_id, views) SELECT 'chart', id, 20400, owner, n FROM filling",
    "INSERT INTO item_topics (kind, item_id, user_id, topic, topic_key, published_at) \
     SELECT 'chart', id, owner, 'Rain', 'rain', n FROM filling WHERE n % 100 = 1",
    "INSERT INTO ledger_entries (user_id, number, kind, amount, balance_after, description, idempotency_key, created_at) \
     SELECT '00000000-0000-4000-8000-000000000001', n, 'charge', -1, n, 'Rain', 'key' || n, n FROM filling",
    "INSERT INTO domain_days (domain, day, reads, blocked, failed, boards) \
     SELECT 'site' || n || '.example', 20400 + n % 30, n, 0, 0, 0 FROM filling",
    "INSERT INTO chart_versions (chart_id, version, chart, title, created_at) SELECT id, 1, '{}', 'Rain ' || n, n FROM filling",
    "INSERT INTO domain_stats (domain, reads, blocked, failed, boards, last_read_at) \
     SELECT 'site' || n || '.example', n, n % 7, n % 5, n % 3, n FROM filling",
];

/// Returns the expression of the id that a number represents.
fn id_of(number: &str) -> String {
    format!(
        "'00000000-0000-4000-8000-' || SUBSTR('00000000000' || CAST({number} AS TEXT), LENGTH(CAST({number} AS TEXT)), 12)"
    )
}

async fn fill(world: &StoreWorld) {
    let rows = row_count();
    world
        .store
        .damage("CREATE TABLE filling (n BIGINT, id TEXT, owner TEXT)")
        .await;
    let numbers: &'static str = format!(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {rows}) \
         INSERT INTO filling SELECT n, {}, {} FROM numbers",
        id_of("n"),
        id_of("(n - (n - 1) % 10)")
    )
    .leak();
    world.store.damage(numbers).await;
    for sql in FILLINGS {
        world.store.damage(sql).await;
    }
}

/// Runs a list, prints its time where that was asked for, and checks that no step of its plan reads a whole table.
/// Figures of the whole installation may sort.
async fn check<T>(world: &StoreWorld, name: &str, list: impl AsyncFn() -> T) {
    let mut times = Vec::new();
    let mut statements = Vec::new();
    for _ in 0..20 {
        let start = Instant::now();
        (_, statements) = noted_statements(list()).await;
        times.push(start.elapsed());
    }
    times.sort();
    if row_count() > 500 {
        println!("| {name} | {:.1} |", times[18].as_secs_f64() * 1_000.0);
    }
    assert!(!statements.is_empty(), "{name}: no statement was seen");
    for sql in statements {
        let plan = world.store.query_plan(&sql).await;
        if world.store.is_on_postgres() {
            // PostgreSQL reads small tables as a whole rather than by an index.
            let is_full = |step: &&String| {
                let tables = LARGE_TABLES.iter();
                step.contains("Seq Scan")
                    && tables
                        .into_iter()
                        .any(|table| step.contains(&format!("Seq Scan on {table} ")))
            };
            let scans: Vec<&String> = plan.iter().filter(is_full).collect();
            // It reads all, and sorts, where a search finds many.
            let may_scan = row_count() < 100_000 || name.contains("search");
            assert!(may_scan || scans.is_empty(), "{name}: {plan:#?}\n{sql}");
            continue;
        }
        let scans = plan.iter().filter(|step| {
            step.starts_with("SCAN ")
                && !step.contains("USING")
                && !step.contains("CONSTANT ROW")
                && !step.starts_with("SCAN (subquery")
                && !ROW_SOURCES
                    .iter()
                    .any(|source| *step == &format!("SCAN {source}"))
        });
        let scans: Vec<&String> = scans.collect();
        assert!(scans.is_empty(), "{name}: {plan:#?}\n{sql}");
        let mut sorts = plan
            .iter()
            .filter(|step| step.contains("USE TEMP B-TREE FOR ORDER BY"));
        assert!(
            name.contains("search") || name.starts_with("figures") || sorts.next().is_none(),
            "{name}: {plan:#?}"
        );
    }
}

/// Tables with a row for each chat; of the users, ten times fewer, PostgreSQL may read all where a search finds many.
const LARGE_TABLES: [&str; 14] = [
    "chats",
    "turns",
    "events",
    "feedback",
    "outbox",
    "admin_actions",
    "item_views",
    "charts",
    "chart_versions",
    "portolans",
    "api_keys",
    "ledger_entries",
    "domain_stats",
    "domain_days",
];

/// Results of subqueries, and the featured items, which are hundreds at most.
const ROW_SOURCES: [&str; 5] = ["placed", "completed", "listed", "things", "curated"];

both!(admin_lists_read_from_indexes, |world| {
    fill(world).await;
    // PostgreSQL does so by itself, SQLite never.
    if world.store.is_on_postgres() {
        world.store.damage("ANALYZE").await;
    }
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
    for (direction, search) in [
        (Direction::Descending, None),
        (Direction::Ascending, None),
        (Direction::Descending, Some("rain 12")),
        (Direction::Descending, Some("nothing")),
    ] {
        let search = search.map(str::to_owned);
        let name = format!("{direction:?}{}", search.as_deref().unwrap_or_default());
        let note = search.as_ref().map_or("", |_| ", search");
        let filter = ActivityFilter {
            search: search.clone(),
            direction,
            ..ActivityFilter::default()
        };
        check(world, &format!("chats {name}{note}"), async || {
            store.latest_activity(&filter, &first).await.unwrap()
        })
        .await;
        let filter = FeedbackFilter {
            status: None,
            search: search.clone(),
            direction,
        };
        check(world, &format!("feedback {name}{note}"), async || {
            store.feedback(&filter, &first).await.unwrap()
        })
        .await;
        let filter = OutboxFilter {
            part: OutboxPart::All,
            search: search.clone(),
            direction,
        };
        check(world, &format!("mail {name}{note}"), async || {
            store.outbox_messages(&filter, &first).await.unwrap()
        })
        .await;
        let filter = ContributorFilter { search, direction };
        check(world, &format!("contributors {name}{note}"), async || {
            store.contributors(&filter, &first, now).await.unwrap()
        })
        .await;
    }
    let filter = FeedbackFilter {
        status: Some(FeedbackStatus::New),
        ..FeedbackFilter::default()
    };
    check(world, "new feedback", async || {
        let page = store.feedback(&filter, &first).await.unwrap();
        assert!(!page.items.is_empty());
    })
    .await;
    for part in [OutboxPart::Stuck, OutboxPart::Queued, OutboxPart::Sent] {
        let filter = OutboxFilter {
            part,
            ..OutboxFilter::default()
        };
        check(world, &format!("mail {part:?}"), async || {
            store.outbox_messages(&filter, &first).await.unwrap()
        })
        .await;
    }
    let user_id = "00000000-0000-4000-8000-000000000001".parse().unwrap();
    check(world, "audit log", async || {
        store.admin_actions(&first).await.unwrap()
    })
    .await;
    check(world, "ledger of a user", async || {
        store.usage(user_id, &first).await.unwrap()
    })
    .await;
    check(world, "figures of the overview", async || {
        store.overview(30, now).await.unwrap()
    })
    .await;
    check(world, "figures of all sites", async || {
        store.domain_days(None, 30, now).await.unwrap()
    })
    .await;
    check(world, "figures of one site", async || {
        let days = store.domain_days(Some("site7.example"), 30, now);
        days.await.unwrap()
    })
    .await;
    check(world, "figures of views", async || {
        store.view_days(user_id, 30, now).await.unwrap()
    })
    .await;
    check(world, "figures of a contributor's items", async || {
        store.contributed_items(user_id, now).await.unwrap()
    })
    .await;
    check(world, "figures of topics", async || {
        store.topics(now).await.unwrap()
    })
    .await;
    check(world, "figures of a topic's items", async || {
        store.topic_items("rain", &first, now).await.unwrap()
    })
    .await;
    check(world, "figures of the discover page", async || {
        store.featured_items().await.unwrap()
    })
    .await;
    check(world, "figures of the contributors' queue", async || {
        store.pending_proposals(now).await.unwrap();
        store.pending_applications().await.unwrap()
    })
    .await;
});
