//! Limits on one user's concurrent requests, and their effect on others.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::future::join_all;
use portolan::http::{FairShares, Limits};
use serde_json::json;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    admin::admin,
    charts::{chart, path_of, show},
    pages::{PageServer, html},
    reading::reader,
    world::World,
};

both!(
    parallel_searches_of_one_user_are_queued_or_rejected,
    |world| {
        let [ada, ben] = [world.new_user("ada").await, world.new_user("ben").await];
        for number in 0..20 {
            let chat = json!({"title": format!("sales {number}")});
            ada.post("/api/chats", chat).await.is(201);
        }
        let searches = join_all((0..50).map(|_| ada.get("/api/search?q=s")));
        let others = join_all((0..20).map(|_| ben.get("/api/user/profile")));
        let (searches, others) = tokio::join!(searches, others);
        let mut counts = BTreeMap::new();
        for answer in searches {
            *counts.entry(answer.status).or_insert(0) += 1;
        }
        assert!(
            counts.keys().all(|status| [200, 429].contains(status)),
            "{counts:?}"
        );
        assert!(counts[&200] >= 16, "{counts:?}");
        for answer in others {
            answer.is(200);
        }
        let holders = occupy(world, |limits| &limits.long_reads, ada.id).await;
        let searches = join_all((0..8).map(|_| ada.get("/api/search?q=s")));
        for answer in searches.await {
            let retry = answer.header("retry-after").to_owned();
            assert!(["1", "2", "3", "4"].contains(&retry.as_str()));
            answer.problem(429, "too_many_requests");
        }
        ben.get("/api/search?q=s").await.is(200);
        drop(holders);
        ada.get("/api/search?q=s").await.is(200);
    }
);

#[actix_web::test]
async fn account_at_item_limit_gets_advice_to_delete_items() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    world
        .store()
        .fill_chats(ada.id, world.hand.clock().now(), 20_000)
        .await;
    let refused = ada.post("/api/chats", json!({"title": "One more"})).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["code"], "item_limit");
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("20000 chats"), "{detail}");
}

/// Threads that keep every processor busy until this is dropped.
struct BusyThreads(Arc<AtomicBool>);

impl BusyThreads {
    fn start() -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().unwrap().get();
        for _ in 0..2 * processors {
            let is_over = Arc::clone(&is_over);
            std::thread::spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        Self(is_over)
    }
}

impl Drop for BusyThreads {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[actix_web::test]
async fn forty_parallel_messages_are_accepted_or_rejected_with_reason() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let chats = join_all((0..40).map(|_| ada.post("/api/chats", json!({})))).await;
    let load = BusyThreads::start();
    let posts = chats.iter().map(|chat| {
        let path = format!(
            "/api/chats/{}/messages",
            chat.json()["id"].as_str().unwrap()
        );
        let ada = &ada;
        async move {
            let message = json!({"text": "[[mock tokens=2]]", "model": "scripted"});
            ada.post(&path, message).await.status
        }
    });
    let statuses = join_all(posts).await;
    drop(load);
    assert!(
        statuses
            .iter()
            .all(|status| [202, 402, 429].contains(status)),
        "{statuses:?}"
    );
}

#[actix_web::test]
async fn message_over_item_limit_is_rejected_before_it_is_charged() {
    let world = World::sqlite().await;
    let site = PageServer::start([("/rain", html("<p>Rain fell on 12 days.</p>"))]);
    let (_server, ada) = reader(&world, &site).await;
    let now = world.hand.clock().now();
    let store = world.store();
    store.fill_sources_and_charts(ada.id, now, 20_000).await;
    let chat = ada.post("/api/chats", json!({})).await.json();
    let path = format!("/api/chats/{}/messages", chat["id"].as_str().unwrap());
    let before = ada.get("/api/user/plan").await.ok()["creditsLeft"].clone();
    let text = format!("{} [[mock tokens=2]]", site.url("/rain"));
    let linked = json!({"text": text, "model": "scripted"});
    let refused = async |items: &str| {
        let refused = ada.post(&path, linked.clone()).await;
        refused.problem(409, "item_limit");
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains(items), "{detail}");
    };
    refused("20000 charts").await;
    store.delete_filled(1, true).await;
    refused("20000 sources").await;
    assert_eq!(ada.get("/api/user/plan").await.ok()["creditsLeft"], before);
    store.delete_filled(1, false).await;
    ada.post(&path, linked.clone()).await.is(202);
}

/// Takes every place of a user in a queue; all are free again when the result is dropped.
async fn occupy(world: &World, queue: fn(&Limits) -> &FairShares, user_id: Uuid) -> JoinSet<()> {
    let mut holders = JoinSet::new();
    for _ in 0..1_000 {
        let app = world.app().clone();
        holders.spawn_local(async move {
            if let Ok(_share) = queue(&app.limits).enter(user_id).await {
                std::future::pending::<()>().await;
            }
        });
    }
    // Refused requests have ended by now.
    while holders.len() > 900 {
        holders.join_next().await;
    }
    while holders.try_join_next().is_some() {}
    holders
}

#[actix_web::test]
async fn parallel_lists_of_one_user_are_queued_or_rejected() {
    let world = World::sqlite().await;
    let admin = admin(&world).await;
    let ben = world.new_user("ben").await;
    let body = json!({"prefix": "", "limit": 1});
    let lists = ["list", "list-v2"].map(|kind| format!("/storage/v1/object/{kind}/avatars"));
    let holders = occupy(&world, |limits| &limits.long_reads, admin.id).await;
    for path in [
        "/api/admin/user-usage",
        "/api/admin/feedback",
        "/api/admin/domain-stats",
        "/api/admin/mail",
        "/api/admin/charts",
        "/api/admin/portolans",
        "/api/admin/api-keys",
    ] {
        admin.get(path).await.problem(429, "too_many_requests");
    }
    for path in &lists {
        let refused = admin.post(path, body.clone()).await;
        assert_eq!(refused.status, 429, "{}", refused.text());
        assert!(["1", "2", "3", "4"].contains(&refused.header("retry-after")));
        assert_eq!(refused.json()["code"], "SlowDown");
        ben.post(path, body.clone()).await.is(200);
    }
    drop(holders);
    admin.get("/api/admin/mail").await.is(200);
}

#[actix_web::test]
async fn parallel_drawings_of_one_user_are_queued_or_rejected() {
    let world = World::sqlite().await;
    let ada = world.new_user("ada").await;
    let (chart_id, _) = chart(&ada).await;
    show(&ada, chart_id, "public").await;
    let path = format!("{}.csv", path_of(chart_id));
    let holders = occupy(&world, |limits| &limits.drawings, ada.id).await;
    ada.get(&path).await.problem(429, "too_many_requests");
    // Searches of the same user, and other readers, continue.
    ada.get("/api/search?q=s").await.is(200);
    world.new_user("ben").await.get(&path).await.is(200);
    world.client().get(&path).await.is(200);
    drop(holders);
    ada.get(&path).await.is(200);
}
