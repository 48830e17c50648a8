//! Limits on one user's concurrent requests, and their effect on others.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use serde_json::json;

use crate::world::World;

both!(parallel_searches_of_one_user_wait_or_are_refused, |world| {
    let [ada, ben] = [world.person("ada").await, world.person("ben").await];
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
        if answer.status == 429 {
            assert_eq!(answer.headers["retry-after"], "1");
            assert_eq!(answer.json()["code"], "too_many_requests");
        }
    }
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [200, 429]);
    assert!(counts[&200] >= 16, "{counts:?}");
    for answer in others {
        answer.is(200);
    }
    ada.get("/api/search?q=s").await.is(200);
});

#[actix_web::test]
async fn full_account_is_advised_to_delete_items() {
    let world = World::sqlite().await;
    let ada = world.person("ada").await;
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

#[actix_web::test]
async fn forty_messages_at_once_are_taken_or_refused_for_good_reason() {
    let world = World::sqlite().await;
    let ada = world.person("ada").await;
    let chats = join_all((0..40).map(|_| ada.post("/api/chats", json!({})))).await;
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
    assert!(
        statuses
            .iter()
            .all(|status| [202, 402, 429].contains(status)),
        "{statuses:?}"
    );
}
