//! Two servers on one PostgreSQL: who is at the one hears what is said at the other.

use portolan::boot::testing::TestServer;
use serde_json::{Value, json};

use crate::{
    client::{TestUser, send},
    realtime::public_key,
    socket::Channels,
    world::World,
};

const TOPIC: &str = "realtime:room";

/// Ada at the world's server and Ben at another, on one topic and with each other's presence seen:
/// from then on the servers know of each other.
struct Two {
    other: TestServer,
    ada: (Channels, String),
    ben: (Channels, String),
    key: String,
}

impl Two {
    async fn meet(world: &World) -> Self {
        let other = world.restart_with(|_| {}).await;
        let key = public_key(&world.client()).await;
        let mut ada = Channels::open(world.server.address, &key).await;
        let mut ben = Channels::open(other.address, &key).await;
        let config = |key: &str| json!({"presence": {"key": key, "enabled": true}, "broadcast": {"ack": true}});
        let ada_ref = ada.join(TOPIC, config("ada"), None).await;
        let ben_ref = ben.join(TOPIC, config("ben"), None).await;
        track(&mut ada, &ada_ref, json!({"at": "one"})).await;
        let came = present_at(&mut ben, "ada").await;
        assert_eq!(came["metas"][0]["at"], "one");
        track(&mut ben, &ben_ref, json!({"at": "other"})).await;
        let came = present_at(&mut ada, "ben").await;
        assert_eq!(came["metas"][0]["at"], "other");
        Self {
            other,
            ada: (ada, ada_ref),
            ben: (ben, ben_ref),
            key,
        }
    }
}

async fn track(channels: &mut Channels, join_ref: &str, payload: Value) {
    let track = json!({"type": "presence", "event": "track", "payload": payload});
    let reference = channels.push(Some(join_ref), TOPIC, "presence", track);
    let reference = reference.await;
    assert_eq!(channels.reply(&reference).await["status"], "ok");
}

/// Waits until this key is present.
async fn present_at(channels: &mut Channels, key: &str) -> Value {
    loop {
        let diff = channels.event("presence_diff").await.payload;
        if diff["joins"][key].is_object() {
            return diff["joins"][key].clone();
        }
    }
}

/// Waits until a presence of this key ends.
async fn without(channels: &mut Channels, key: &str) -> Value {
    loop {
        let diff = channels.event("presence_diff").await.payload;
        if diff["leaves"][key].is_object() {
            return diff;
        }
    }
}

async fn say((channels, join_ref): &mut (Channels, String), event: &str, payload: Value) {
    let body = json!({"type": "broadcast", "event": event, "payload": payload});
    let reference = channels
        .push(Some(join_ref), TOPIC, "broadcast", body)
        .await;
    assert_eq!(channels.reply(&reference).await["status"], "ok");
}

#[actix_web::test]
async fn messages_of_any_size_arrive_in_order_across_servers() {
    let Some(world) = World::postgres().await else {
        return;
    };
    let mut two = Two::meet(&world).await;
    let long = "ž".repeat(50_000);
    for (event, payload) in [
        ("a", json!({"n": 1})),
        ("b", json!({"long": long})),
        ("c", json!({})),
    ] {
        say(&mut two.ada, event, payload.clone()).await;
        let heard = two.ben.0.event("broadcast").await.payload;
        assert_eq!(
            (&heard["event"], &heard["payload"]),
            (&json!(event), &payload)
        );
    }
    say(&mut two.ben, "back", json!({"n": 2})).await;
    let heard = two.ada.0.event("broadcast").await.payload;
    assert_eq!(heard["event"], "back");

    // Also over HTTP, and of bytes.
    let client = world.client();
    let bytes: Vec<u8> = (0..=255).cycle().take(20_000).collect();
    let request = client
        .request(
            reqwest::Method::POST,
            "/realtime/v1/api/broadcast/room/events/raw",
        )
        .header("apikey", &two.key)
        .header("content-type", "application/octet-stream")
        .body(bytes.clone());
    send(request).await.is(202);
    for channels in [&mut two.ada.0, &mut two.ben.0] {
        let heard = channels.event("broadcast").await.payload;
        assert_eq!(heard["payload"], json!(bytes));
    }
    // No message arrives twice, and senders don't receive their own.
    for channels in [&mut two.ada.0, &mut two.ben.0] {
        let rest = channels.rest().await;
        assert!(
            rest.iter().all(|message| message.event != "broadcast"),
            "{rest:?}"
        );
    }
}

#[actix_web::test]
async fn presence_is_shared_between_servers() {
    let Some(world) = World::postgres().await else {
        return;
    };
    let mut two = Two::meet(&world).await;
    // A later member receives the complete presence state.
    let mut cyd = Channels::open(two.other.address, &two.key).await;
    let config = json!({"presence": {"key": "cyd", "enabled": true}});
    cyd.join(TOPIC, config, None).await;
    let state = cyd.event("presence_state").await.payload;
    let names: Vec<&String> = state.as_object().unwrap().keys().collect();
    assert_eq!(names, ["ada", "ben"]);

    let (ada, ada_ref) = &mut two.ada;
    track(ada, ada_ref, json!({"at": "two"})).await;
    let changed = without(&mut two.ben.0, "ada").await;
    assert_eq!(changed["leaves"]["ada"]["metas"][0]["at"], "one");
    assert_eq!(changed["joins"]["ada"]["metas"][0]["at"], "two");
    let now = &changed["joins"]["ada"]["metas"][0];
    let before = &changed["leaves"]["ada"]["metas"][0];
    assert_eq!(now["phx_ref_prev"], before["phx_ref"]);

    drop(two.ada);
    let gone = without(&mut two.ben.0, "ada").await;
    assert_eq!(gone["leaves"]["ada"]["metas"][0]["at"], "two");

    // A server that comes later is told of everyone too.
    let third = world.restart_with(|_| {}).await;
    let mut dee = Channels::open(third.address, &two.key).await;
    let config = json!({"presence": {"key": "dee", "enabled": true}});
    dee.join(TOPIC, config, None).await;
    let state = dee.event("presence_state").await.payload;
    if state["ben"].is_null() {
        present_at(&mut dee, "ben").await;
    }
}

#[actix_web::test]
async fn change_feeds_include_writes_of_other_servers() {
    let Some(world) = World::postgres().await else {
        return;
    };
    let ada = world.new_user("ada").await;
    let two = Two::meet(&world).await;
    let mut feed = Channels::open(two.other.address, &two.key).await;
    let config = json!({"postgres_changes": [{"event": "*", "schema": "public"}]});
    feed.join("realtime:changes", config, Some(&ada.access_token))
        .await;
    let told = async |feed: &mut Channels| {
        let data = feed.event("postgres_changes").await.payload["data"].clone();
        (data["type"].clone(), data["record"]["title"].clone(), data)
    };
    let board = |user: &TestUser, title: &str| {
        let user = user.clone();
        let body = json!({"title": title});
        async move { user.post("/api/boards", body).await.is(201).json() }
    };
    board(&ada, "Here").await;
    let (kind, title, _) = told(&mut feed).await;
    assert_eq!((kind, title), (json!("INSERT"), json!("Here")));
    let made = board(&ada.at(two.other.address), "There").await;
    let (kind, title, _) = told(&mut feed).await;
    assert_eq!((kind, title), (json!("INSERT"), json!("There")));
    let path = format!("/api/boards/{}", made["boardId"].as_str().unwrap());
    ada.delete(&path).await.is(204);
    let (kind, _, data) = told(&mut feed).await;
    assert_eq!(kind, "DELETE");
    assert_eq!(data["old_record"]["id"], made["boardId"]);
    let rest = feed.rest().await;
    assert!(
        rest.iter()
            .all(|message| message.event != "postgres_changes"),
        "{rest:?}"
    );
}

both!(account_deletion_emits_deletion_of_every_row, |world| {
    let ada = world.new_user("ada").await;
    let key = public_key(&world.client()).await;
    ada.post("/api/boards", json!({"title": "Sales"}))
        .await
        .is(201);
    ada.post("/api/chats", json!({"title": "Sales"}))
        .await
        .is(201);
    ada.post("/api/portolans", json!({"title": "Sales", "markdown": "x"}))
        .await
        .is(201);
    let mut feed = Channels::open(world.server.address, &key).await;
    let config = json!({"postgres_changes": [{"event": "DELETE", "schema": "public"}]});
    feed.join("realtime:changes", config, Some(&ada.access_token))
        .await;
    let body = json!({"confirm": "ada@example.com"});
    let request = ada
        .request(reqwest::Method::DELETE, "/api/user")
        .json(&body);
    send(request).await.is(204);
    let mut tables = Vec::new();
    for _ in 0..3 {
        let data = feed.event("postgres_changes").await.payload["data"].clone();
        assert_eq!(data["type"], "DELETE");
        tables.push(data["table"].as_str().unwrap().to_owned());
    }
    tables.sort();
    assert_eq!(tables, ["boards", "chats", "portolans"]);
});
