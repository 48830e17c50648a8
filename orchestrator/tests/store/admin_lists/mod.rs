//! The lists of the admin area with many rows, read from indexes.

mod log;

use portolan_domain::{
    ActivityFilter, ActivitySort, ContributorFilter, Direction, DomainFilter, DomainSort,
    FeedbackFilter, FeedbackStatus, ItemFilter, ItemSort, ItemStatus, KeyFilter, KeySort,
    OutboxFilter, OutboxPart, OutboxSort, Page, PageRequest, SavedKind, UserFilter, UserSort,
};
use portolan_store::testing::noted_statements;
use tokio::time::Instant;

use crate::world::StoreWorld;

/// Rows of each list; `PORTOLAN_ADMIN_ROWS` says another number, and then times are printed.
fn row_count() -> u64 {
    let rows = std::env::var("PORTOLAN_ADMIN_ROWS").ok();
    rows.and_then(|rows| rows.parse().ok()).unwrap_or(500)
}

/// One user for ten rows: a hundred thousand chats are those of ten thousand users.
const FILLINGS: [&str; 23] = [
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
     SELECT id, owner, CASE n % 10 WHEN 0 THEN 'user.suspended' ELSE 'item.hidden' END, 'chart', id, '{}', n FROM filling",
    "INSERT INTO item_views (kind, item_id, day, user_id, views) SELECT 'chart', id, 20400, owner, n FROM filling",
    "INSERT INTO saved (user_id, kind, item_id, saved_at) SELECT owner, 'portolan', id, n FROM filling",
    "INSERT INTO item_topics (kind, item_id, user_id, topic, topic_key, published_at) \
     SELECT 'chart', id, owner, 'Rain', 'rain', n FROM filling WHERE n % 100 = 1",
    "INSERT INTO ledger_entries (user_id, number, kind, amount, balance_after, turn_id, description, idempotency_key, \
     created_at) \
     SELECT '00000000-0000-4000-8000-000000000001', n, 'charge', -1, n, id, 'Rain', 'key' || n, n FROM filling",
    "INSERT INTO domain_days (domain, day, reads, blocked, failed, boards) \
     SELECT 'site' || n || '.example', 20400 + n % 30, n, 0, 0, 0 FROM filling",
    "INSERT INTO chart_versions (chart_id, version, chart, title, created_at) SELECT id, 1, '{}', 'Rain ' || n, n FROM filling",
    "INSERT INTO domain_stats (domain, reads, blocked, failed, boards, last_read_at) \
     SELECT 'site' || n || '.example', n, n % 7, n % 5, n % 3, n FROM filling",
    "INSERT INTO replay_runs (id, node, selection, status, attempt, chats, turns, done, differing, refused, credits, \
     created_at, seen_at) SELECT id, 'node', '{}', CASE n % 10 WHEN 0 THEN 'failed' ELSE 'completed' END, \
     1, 1, 1, 1, 0, 0, 0, n, n FROM filling",
    "INSERT INTO replay_results (run_id, turn_id, chat_id, question, missing_sources, fingerprint, original_fingerprint, \
     original, compared_at) SELECT '00000000-0000-4000-8000-000000000001', id, id, 'Rain?', 0, 'a', \
     CASE n % 10 WHEN 0 THEN 'b' ELSE 'a' END, '{\"model\":null,\"outcome\":null,\"blockTypes\":[],\"charts\":[]}', n FROM filling",
    "INSERT INTO contributor_applications (user_id, reason, status, applied_at) \
     SELECT id, 'Rain', 'pending', n FROM filling WHERE n % 10 = 1",
    "INSERT INTO proposals (kind, item_id, user_id, status, proposed_at) SELECT 'portolan', id, owner, 'pending', n FROM filling",
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

/// The work that a list may be: SQLite counts instructions of its machine, PostgreSQL rows that it visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// That of a page, however long the list is.
    OfPage,
    /// That of reading every row once: of searches in the middle of texts, and of figures of the whole installation.
    OfAllRows,
}

impl Work {
    fn limit(self, is_on_postgres: bool) -> u64 {
        match (self, is_on_postgres) {
            (Self::OfPage, false) => 400_000,
            // PostgreSQL reads tables of a few pages as a whole for each row of a page.
            (Self::OfPage, true) => 9_000,
            (Self::OfAllRows, false) => 400_000 + 200 * row_count(),
            (Self::OfAllRows, true) => 9_000 + 12 * row_count(),
        }
    }
}

/// Runs a read 20 times; prints its work and, where rows are many, its time.
async fn check<T>(world: &StoreWorld, name: &str, work: Work, read: impl AsyncFn() -> T) -> T {
    let is_timed = row_count() > 500;
    let mut times = Vec::new();
    let (mut result, mut statements) = noted_statements(read()).await;
    for _ in 0..if is_timed { 20 } else { 0 } {
        let start = Instant::now();
        (result, statements) = noted_statements(read()).await;
        times.push(start.elapsed());
    }
    times.sort();
    assert!(!statements.is_empty(), "{name}: no statement was seen");
    let mut done = 0;
    for sql in &statements {
        done += world.store.statement_work(sql).await;
        check_plan(world, name, work, sql).await;
    }
    if let Some(p95) = times.get(18) {
        let millis = p95.as_secs_f64() * 1_000.0;
        println!("| {name} | {millis:.1} | {done} |");
    }
    let limit = work.limit(world.store.is_on_postgres());
    assert!(
        done <= limit,
        "{name}: work {done}, at most {limit}: {statements:#?}"
    );
    result
}

/// Checks that no step of a plan reads a whole table, nor on SQLite a whole index.
async fn check_plan(world: &StoreWorld, name: &str, work: Work, sql: &str) {
    let plan = world.store.query_plan(sql).await;
    if work == Work::OfAllRows {
        return;
    }
    if world.store.is_on_postgres() {
        // PostgreSQL reads small tables as a whole rather than by an index.
        let is_scan = |step: &&String| {
            let mut tables = LARGE_TABLES.iter();
            tables.any(|table| step.contains(&format!("Seq Scan on {table} ")))
        };
        let scans: Vec<&String> = plan.iter().filter(is_scan).collect();
        assert!(
            row_count() < 100_000 || scans.is_empty(),
            "{name}: {plan:#?}\n{sql}"
        );
        return;
    }
    let is_scan = |step: &&String| {
        let source = step.strip_prefix("SCAN ");
        source.is_some_and(|source| !ROW_SOURCES.contains(&source))
    };
    let scans: Vec<&String> = plan.iter().filter(is_scan).collect();
    assert!(scans.is_empty(), "{name}: {plan:#?}\n{sql}");
    // The rows that a search finds are sorted, and the page of proposals that a subquery has chosen; those of other lists
    // come in their order.
    let sorts = plan
        .iter()
        .any(|step| step.contains("USE TEMP B-TREE FOR ORDER BY"));
    assert!(
        name.contains("search") || name.starts_with("proposals") || !sorts,
        "{name}: {plan:#?}\n{sql}"
    );
}

/// Checks the first page of a list and the one after it.
async fn check_pages<T>(
    world: &StoreWorld,
    name: &str,
    work: Work,
    read: impl AsyncFn(PageRequest) -> portolan_store::Result<Page<T>>,
) {
    let first = PageRequest::first(100);
    let page = check(world, name, work, async || {
        read(first.clone()).await.unwrap()
    })
    .await;
    assert!(!page.items.is_empty(), "{name}: nothing was found");
    let Some(cursor) = page.next_cursor else {
        return;
    };
    let next = PageRequest {
        cursor: Some(cursor),
        ..first
    };
    let name = format!("{name}, next page");
    check(world, &name, work, async || {
        read(next.clone()).await.unwrap()
    })
    .await;
}

/// Tables with a row for each chat or user.
const LARGE_TABLES: [&str; 22] = [
    "accounts",
    "admin_actions",
    "api_keys",
    "chart_versions",
    "charts",
    "chats",
    "contributor_applications",
    "domain_days",
    "domain_stats",
    "events",
    "feedback",
    "item_views",
    "ledger_entries",
    "outbox",
    "portolans",
    "profiles",
    "proposals",
    "replay_results",
    "replay_runs",
    "saved",
    "turns",
    "users",
];

/// Results of subqueries that are a page, and one row without a table.
const ROW_SOURCES: [&str; 4] = ["listed", "things", "(subquery-1)", "CONSTANT ROW"];

const DIRECTIONS: [Direction; 2] = [Direction::Descending, Direction::Ascending];

async fn filled(world: &StoreWorld) {
    fill(world).await;
    // PostgreSQL does so by itself, SQLite never.
    if world.store.is_on_postgres() {
        world.store.damage("ANALYZE").await;
    }
}

/// The beginning of the names of some users: of few where there are many.
fn some_users() -> Option<&'static str> {
    Some(if row_count() > 500 {
        "user1234"
    } else {
        "user1"
    })
}

/// Every hundredth row is a contributor's: other beginnings of names than those of users find some of them.
fn some_contributors() -> Option<&'static str> {
    Some(if row_count() > 500 {
        "user1230"
    } else {
        "user1"
    })
}

fn search_note(search: Option<&str>) -> String {
    search.map_or_else(String::new, |search| format!(", search {search:?}"))
}

both!(user_and_key_lists_read_from_indexes, |world| {
    filled(world).await;
    let (store, now) = (&world.store, world.now());
    for (sort, search) in [
        (UserSort::CreatedAt, None),
        (UserSort::CreditsLeft, None),
        (UserSort::Email, None),
        (UserSort::PeriodCreditsUsed, None),
        (UserSort::CreatedAt, some_users()),
        (UserSort::CreditsLeft, some_users()),
    ] {
        for direction in DIRECTIONS {
            let filter = UserFilter {
                search: search.map(str::to_owned),
                sort,
                direction,
                days: 30,
            };
            let name = format!("users by {sort:?} {direction:?}{}", search_note(search));
            check_pages(world, &name, Work::OfPage, async |page| {
                store.user_usage(&filter, &page, now).await
            })
            .await;
        }
    }
    for (sort, search) in [
        (KeySort::CreatedAt, None),
        (KeySort::LastUsedAt, None),
        (KeySort::Name, None),
        (KeySort::CreatedAt, Some("ptl_1")),
        (KeySort::CreatedAt, some_users()),
    ] {
        for direction in DIRECTIONS {
            let filter = KeyFilter {
                search: search.map(str::to_owned),
                sort,
                direction,
            };
            let name = format!("keys by {sort:?} {direction:?}{}", search_note(search));
            let work = if search.is_some() {
                Work::OfAllRows
            } else {
                Work::OfPage
            };
            check_pages(world, &name, work, async |page| {
                store.all_api_keys(&filter, &page).await
            })
            .await;
        }
    }
    for search in [None, some_contributors()] {
        for direction in DIRECTIONS {
            let filter = ContributorFilter {
                search: search.map(str::to_owned),
                direction,
            };
            let name = format!("contributors {direction:?}{}", search_note(search));
            check_pages(world, &name, Work::OfPage, async |page| {
                store.contributors(&filter, &page, now).await
            })
            .await;
        }
    }
    check_pages(world, "applications", Work::OfPage, async |page| {
        store.pending_applications(&page).await
    })
    .await;
    check_pages(world, "proposals", Work::OfPage, async |page| {
        store.pending_proposals(&page, now).await
    })
    .await;
    let user_id = "00000000-0000-4000-8000-000000000001".parse().unwrap();
    check_pages(world, "ledger of a user", Work::OfPage, async |page| {
        store.usage(user_id, &page).await
    })
    .await;
    check_pages(world, "usage events", Work::OfPage, async |page| {
        store.charged_entries(None, now, &page).await
    })
    .await;
});

both!(item_and_site_lists_read_from_indexes, |world| {
    filled(world).await;
    let store = &world.store;
    for sort in [
        DomainSort::Reads,
        DomainSort::Boards,
        DomainSort::Failures,
        DomainSort::LastReadAt,
        DomainSort::Domain,
    ] {
        for search in [None, Some("site12")] {
            let filter = DomainFilter {
                search: search.map(str::to_owned),
                sort,
                ..DomainFilter::default()
            };
            let name = format!("sites by {sort:?}{}", search_note(search));
            check_pages(world, &name, Work::OfPage, async |page| {
                store.domain_stats(&filter, &page).await
            })
            .await;
        }
    }
    for (kind, sort, search) in [
        (SavedKind::Chart, ItemSort::Time, None),
        (SavedKind::Chart, ItemSort::Title, None),
        (SavedKind::Portolan, ItemSort::Title, None),
        (SavedKind::Chart, ItemSort::Time, Some("rain 12")),
        (SavedKind::Portolan, ItemSort::Title, Some("rain 12")),
    ] {
        for direction in DIRECTIONS {
            let filter = ItemFilter {
                search: search.map(str::to_owned),
                sort,
                direction,
                ..ItemFilter::default()
            };
            let name = format!("{kind:?} by {sort:?} {direction:?}{}", search_note(search));
            let work = if search.is_some() {
                Work::OfAllRows
            } else {
                Work::OfPage
            };
            check_pages(world, &name, work, async |page| {
                store.admin_items(kind, &filter, &page).await
            })
            .await;
        }
    }
    let filter = ItemFilter {
        status: ItemStatus::Hidden,
        ..ItemFilter::default()
    };
    let first = PageRequest::first(100);
    check(world, "hidden charts", Work::OfPage, async || {
        let hidden = store.admin_items(SavedKind::Chart, &filter, &first).await;
        hidden.unwrap()
    })
    .await;
});

both!(chat_feedback_and_mail_lists_read_from_indexes, |world| {
    filled(world).await;
    let store = &world.store;
    for sort in [ActivitySort::UpdatedAt, ActivitySort::CreatedAt] {
        for (direction, search) in [
            (Direction::Descending, None),
            (Direction::Ascending, None),
            (Direction::Descending, Some("user101")),
        ] {
            let filter = ActivityFilter {
                search: search.map(str::to_owned),
                sort,
                direction,
            };
            let name = format!("chats by {sort:?} {direction:?}{}", search_note(search));
            check_pages(world, &name, Work::OfPage, async |page| {
                store.latest_activity(&filter, &page).await
            })
            .await;
        }
    }
    for (status, search) in [
        (None, None),
        (Some(FeedbackStatus::New), None),
        (None, Some("good 12")),
    ] {
        for direction in DIRECTIONS {
            let filter = FeedbackFilter {
                status,
                search: search.map(str::to_owned),
                direction,
            };
            let name = format!("feedback {status:?} {direction:?}{}", search_note(search));
            let work = if search.is_some() {
                Work::OfAllRows
            } else {
                Work::OfPage
            };
            check_pages(world, &name, work, async |page| {
                store.feedback(&filter, &page).await
            })
            .await;
        }
    }
    for sort in [OutboxSort::CreatedAt, OutboxSort::Recipient] {
        for part in [
            OutboxPart::All,
            OutboxPart::Sent,
            OutboxPart::Stuck,
            OutboxPart::Queued,
        ] {
            let filter = OutboxFilter {
                part,
                sort,
                ..OutboxFilter::default()
            };
            let first = PageRequest::first(100);
            check(
                world,
                &format!("mail {part:?} by {sort:?}"),
                Work::OfPage,
                async || store.outbox_messages(&filter, &first).await.unwrap(),
            )
            .await;
        }
        let filter = OutboxFilter {
            part: OutboxPart::All,
            search: Some("ser1".to_owned()),
            sort,
            ..OutboxFilter::default()
        };
        let name = format!("mail by {sort:?}, search");
        check_pages(world, &name, Work::OfAllRows, async |page| {
            store.outbox_messages(&filter, &page).await
        })
        .await;
    }
});

both!(figures_read_each_row_once, |world| {
    filled(world).await;
    let (store, now) = (&world.store, world.now());
    let user_id = "00000000-0000-4000-8000-000000000001".parse().unwrap();
    let first = PageRequest::first(100);
    let all = Work::OfAllRows;
    check(world, "figures of the overview", all, async || {
        store.overview(30, now).await.unwrap()
    })
    .await;
    check(world, "figures of all sites", all, async || {
        store.domain_days(None, 30, now).await.unwrap()
    })
    .await;
    check(world, "figures of one site", Work::OfPage, async || {
        let days = store.domain_days(Some("site7.example"), 30, now);
        days.await.unwrap()
    })
    .await;
    check(world, "figures of a contributor's views", all, async || {
        store.view_days(user_id, 30, now).await.unwrap()
    })
    .await;
    check(world, "figures of a contributor's items", all, async || {
        store.contributed_items(user_id, now).await.unwrap()
    })
    .await;
    check(world, "figures of topics", all, async || {
        store.topics(now).await.unwrap()
    })
    .await;
    check(world, "figures of a topic's items", all, async || {
        store.topic_items("rain", &first, now).await.unwrap()
    })
    .await;
    check(world, "figures of the discover page", all, async || {
        store.featured_items().await.unwrap()
    })
    .await;
});
