//! Change feeds: a user's own rows, as the product writes them.

use serde_json::{Value, json};

use crate::{client::TestUser, realtime::public_key, socket::Channels, world::World};

pub async fn listening(world: &World, user: &TestUser, feeds: Value) -> Channels {
    let key = public_key(&world.client()).await;
    let mut channels = Channels::open(world.server.address, &key).await;
    let config = json!({"postgres_changes": feeds});
    let token = Some(user.access_token.as_str());
    let (reply, _) = channels
        .ask_to_join("realtime:changes", config, token)
        .await;
    let mut echoes = feeds.as_array().unwrap().clone();
    for (id, echo) in (1..).zip(&mut echoes) {
        echo["id"] = json!(id);
        echo.as_object_mut().unwrap().remove("select");
        for name in ["table", "filter"] {
            if echo.get(name).is_none() {
                echo[name] = Value::Null;
            }
        }
    }
    assert_eq!(
        reply,
        json!({"status": "ok", "response": {"postgres_changes": echoes}})
    );
    let said = channels.event("system").await;
    assert_eq!(
        said.payload,
        json!({
            "extension": "postgres_changes", "status": "ok",
            "message": "Subscribed to PostgreSQL", "channel": "changes",
        })
    );
    channels
}

pub async fn next(channels: &mut Channels) -> (Vec<u64>, Value) {
    let message = channels.event("postgres_changes").await;
    let ids = message.payload["ids"].as_array().unwrap().iter();
    (
        ids.map(|id| id.as_u64().unwrap()).collect(),
        message.payload["data"].clone(),
    )
}

both!(every_published_table_emits_changes, |world| {
    let ada = world.new_user("ada").await;
    let every = json!([{"event": "*", "schema": "public"}]);
    let mut feed = listening(world, &ada, every).await;
    let mut told = async |table: &str, kind: &str| {
        let (ids, data) = next(&mut feed).await;
        assert_eq!(ids, [1]);
        assert_eq!(
            (&data["table"], &data["type"]),
            (&json!(table), &json!(kind)),
            "{data}"
        );
        assert_eq!(
            (&data["schema"], &data["errors"]),
            (&json!("public"), &Value::Null)
        );
        data
    };
    let board = ada
        .post("/api/boards", json!({"title": "Sales"}))
        .await
        .is(201)
        .json();
    let board_id = board["boardId"].clone();
    let made = told("boards", "INSERT").await;
    assert_eq!(made["record"]["id"], board_id);
    assert_eq!(made["record"]["title"], "Sales");
    assert_eq!(made["record"]["user_id"], json!(ada.id));
    assert_eq!(made["record"]["revision"], 1);
    assert_eq!(made["record"]["created_at"], "2026-11-20T12:00:00+00:00");
    assert_eq!(made["commit_timestamp"], "2026-11-20T12:00:00.000Z");
    assert_eq!(made["columns"][0], json!({"name": "id", "type": "uuid"}));
    assert!(made.get("old_record").is_none());
    let path = format!("/api/boards/{}", board_id.as_str().unwrap());
    ada.patch(&path, json!({"title": "Costs"})).await.is(200);
    let changed = told("boards", "UPDATE").await;
    assert_eq!(changed["record"]["title"], "Costs");
    assert_eq!(changed["old_record"], json!({"id": board_id}));
    let saved = format!("/api/saved/board/{}", board_id.as_str().unwrap());
    ada.put(&saved, json!({})).await.is(204);
    let kept = told("saved", "INSERT").await;
    assert_eq!(
        (&kept["record"]["kind"], &kept["record"]["item_id"]),
        (&json!("board"), &board_id)
    );
    ada.delete(&path).await.is(204);
    let gone = told("boards", "DELETE").await;
    assert_eq!(gone["old_record"], json!({"id": board_id}));
    assert!(gone.get("record").is_none());
    let forgotten = told("saved", "DELETE").await;
    assert_eq!(
        forgotten["old_record"],
        json!({"kind": "board", "item_id": board_id})
    );
    let portolan = ada
        .post("/api/portolans", json!({"markdown": "# Hello"}))
        .await
        .is(201)
        .json();
    assert_eq!(
        told("portolans", "INSERT").await["record"]["markdown"],
        "# Hello"
    );
    let path = format!("/api/portolans/{}", portolan["id"].as_str().unwrap());
    ada.put(
        &format!("{path}/visibility"),
        json!({"visibility": "public"}),
    )
    .await
    .is(204);
    assert_eq!(
        told("portolans", "UPDATE").await["record"]["visibility"],
        "public"
    );
    let chat = ada
        .post("/api/chats", json!({"title": "Why"}))
        .await
        .is(201)
        .json();
    assert_eq!(told("chats", "INSERT").await["record"]["title"], "Why");
    ada.delete(&format!("/api/chats/{}", chat["id"].as_str().unwrap()))
        .await
        .is(204);
    told("chats", "DELETE").await;
});

both!(turn_emits_changes_of_chat_charts_and_board, |world| {
    let ada = world.new_user("ada").await;
    let feeds = json!([
        {"event": "INSERT", "schema": "public", "table": "charts"},
        {"event": "UPDATE", "schema": "public", "table": "boards"},
        {"event": "UPDATE", "schema": "public", "table": "chats", "select": ["id", "last_event_id"]},
    ]);
    let mut feed = listening(world, &ada, feeds).await;
    let table = json!({"name": "sales", "text": "month,sales\nJan,3\nFeb,5\nMar,4\n"});
    let source = ada.post("/api/sources", table).await.is(201).json();
    let question = json!({"q": "sales by month", "sourceIds": [source["id"]]});
    let board = ada.post("/api/boards", question).await.is(201).json();
    let mut tables = std::collections::BTreeSet::new();
    while tables.len() < 3 {
        let (_, data) = next(&mut feed).await;
        let table = data["table"].as_str().unwrap().to_owned();
        match table.as_str() {
            "boards" => assert_eq!(data["record"]["id"], board["boardId"]),
            "chats" => {
                assert_eq!(data["record"]["id"], board["chatId"]);
                assert_eq!(data["record"].as_object().unwrap().len(), 2);
            }
            _ => assert_eq!(data["record"]["chat_id"], board["chatId"]),
        }
        tables.insert(table);
    }
});

both!(change_feed_excludes_rows_of_other_users, |world| {
    let ada = world.new_user("ada").await;
    let ben = world.new_user("ben").await;
    let feeds =
        json!([{"event": "*", "schema": "public", "table": "boards", "filter": "title=eq.Mine"}]);
    let mut feed = listening(world, &ada, feeds.clone()).await;
    ben.post("/api/boards", json!({"title": "Mine"}))
        .await
        .is(201);
    ada.post("/api/boards", json!({"title": "Other"}))
        .await
        .is(201);
    ada.post("/api/boards", json!({"title": "Mine"}))
        .await
        .is(201);
    let (_, data) = next(&mut feed).await;
    assert_eq!(data["record"]["user_id"], json!(ada.id));
    let rest = feed.rest().await;
    assert!(
        rest.iter()
            .all(|message| message.event != "postgres_changes"),
        "{rest:?}"
    );
    // Signed-out clients get no rows, and unknown tables can't be subscribed to.
    let key = public_key(&world.client()).await;
    let mut socket = Channels::open(world.server.address, &key).await;
    let config = json!({"postgres_changes": feeds});
    let reason = socket.refused("realtime:a", config, None).await;
    assert!(reason.starts_with("Unauthorized"), "{reason}");
    for feed in [
        json!({"event": "*", "schema": "public", "table": "users"}),
        json!({"event": "*", "schema": "auth"}),
        json!({"event": "*", "schema": "public", "table": "boards", "filter": "secret=eq.1"}),
        json!({"event": "*", "schema": "public", "table": "boards", "filter": "title~x"}),
        json!({"event": "*", "schema": "public", "table": "boards", "select": ["secret"]}),
    ] {
        let config = json!({"postgres_changes": [feed]});
        socket
            .refused("realtime:a", config, Some(&ada.access_token))
            .await;
    }
});
