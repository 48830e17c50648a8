//! Writes of several rows through `/rest/v1` happen together or not at all.

use portolan_blocks::{Event, Outcome};
use portolan_store::DatabaseUrl;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::TestUser,
    realtime_changes::{listening, next},
    rest::{ask, get},
    stream::{Stream, accepted, chat, get_chat, post_message},
    world::{SCRIPTED, World},
};

/// Makes the database refuse to write one row; returns how to stop that.
async fn refuse_row(world: &World, table: &str, operation: &str, condition: &str) -> String {
    let run = async |sql: String| world.store().damage(Box::leak(sql.into_boxed_str())).await;
    match world.database() {
        DatabaseUrl::Postgres(_) => {
            run(
                "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS \
                 $$ BEGIN RAISE EXCEPTION 'refused'; END $$"
                    .to_owned(),
            )
            .await;
            run(format!(
                "CREATE TRIGGER refuse BEFORE {operation} ON {table} FOR EACH ROW WHEN ({condition}) \
                 EXECUTE FUNCTION refuse()"
            ))
            .await;
            "DROP FUNCTION refuse CASCADE".to_owned()
        }
        _ => {
            run(format!(
                "CREATE TRIGGER refuse BEFORE {operation} ON {table} WHEN {condition} \
                 BEGIN SELECT RAISE(ABORT, 'refused'); END"
            ))
            .await;
            "DROP TRIGGER refuse".to_owned()
        }
    }
}

async fn allow_row(world: &World, sql: String) {
    world.store().damage(Box::leak(sql.into_boxed_str())).await;
}

/// Creates three items of a table and returns their ids, the one that is written last at the end.
async fn create_items(ada: &TestUser, table: &str) -> Vec<Uuid> {
    let mut ids: Vec<Uuid> = Vec::new();
    for title in ["a", "b", "c"] {
        let body = match table {
            "charts" => {
                json!({"kind": "mindmap", "title": title, "spec": {"outline": "# Sales\n- one"}})
            }
            _ => json!({"title": title}),
        };
        let created = ada
            .post(&format!("/api/{table}"), body)
            .await
            .is(201)
            .json();
        let id = created.get("boardId").unwrap_or(&created["id"]);
        ids.push(id.as_str().unwrap().parse().unwrap());
    }
    ids.sort();
    ids
}

async fn titles(ada: &TestUser, table: &str) -> Value {
    let path = format!("{table}?select=title&order=title");
    get(ada, &path, &[]).await.ok()
}

both!(rest_insert_with_refused_row_leaves_nothing, |world| {
    let ada = world.new_user("ada").await;
    let long = "t".repeat(201);
    for table in ["boards", "chats", "portolans"] {
        let rows = json!([{"title": "Good"}, {"title": "Better"}, {"title": long}]);
        ask(&ada, Method::POST, table, &[], Some(rows))
            .await
            .rest_refused(400, "23514");
        assert_eq!(titles(&ada, table).await, json!([]), "{table}");
    }
    let board = create_items(&ada, "boards").await[0];
    let rows = json!([
        {"kind": "board", "item_id": board},
        {"kind": "board", "item_id": "0198f2a0-0000-7000-8000-000000000001"},
    ]);
    ask(&ada, Method::POST, "saved", &[], Some(rows))
        .await
        .rest_refused(404, "P0002");
    assert_eq!(get(&ada, "saved", &[]).await.ok(), json!([]));
});

both!(rest_upsert_with_refused_row_changes_nothing, |world| {
    let ada = world.new_user("ada").await;
    let merge = ("prefer", "resolution=merge-duplicates");
    for table in ["boards", "chats", "portolans"] {
        let ids = create_items(&ada, table).await;
        let rows = json!([{"id": ids[0], "title": "Changed"}, {"title": "t".repeat(201)}]);
        let refused = ask(&ada, Method::POST, table, &[merge], Some(rows)).await;
        refused.rest_refused(400, "23514");
        assert_eq!(
            titles(&ada, table).await,
            json!([{"title": "a"}, {"title": "b"}, {"title": "c"}]),
            "{table}"
        );
    }
});

both!(rest_update_with_refused_row_changes_nothing, |world| {
    let ada = world.new_user("ada").await;
    for table in ["boards", "charts", "chats", "portolans"] {
        let ids = create_items(&ada, table).await;
        let condition = format!("OLD.id = '{}'", ids[2]);
        let allowed = refuse_row(world, table, "UPDATE OF title", &condition).await;
        let path = format!("{table}?title=in.(a,b,c)");
        let update = async || {
            ask(
                &ada,
                Method::PATCH,
                &path,
                &[],
                Some(json!({"title": "New"})),
            )
            .await
        };
        update().await.rest_refused(500, "XX000");
        assert_eq!(
            titles(&ada, table).await,
            json!([{"title": "a"}, {"title": "b"}, {"title": "c"}]),
            "{table}"
        );
        allow_row(world, allowed).await;
        update().await.is(204);
        let renamed = json!({"title": "New"});
        assert_eq!(
            titles(&ada, table).await,
            json!([renamed, renamed, renamed]),
            "{table}"
        );
    }
});

both!(rest_delete_with_refused_row_deletes_nothing, |world| {
    let ada = world.new_user("ada").await;
    for table in ["boards", "charts", "chats", "portolans"] {
        let ids = create_items(&ada, table).await;
        let condition = format!("OLD.id = '{}'", ids[2]);
        let allowed = refuse_row(world, table, "DELETE", &condition).await;
        let path = format!("{table}?title=in.(a,b,c)");
        let delete = async || ask(&ada, Method::DELETE, &path, &[], None).await;
        delete().await.rest_refused(500, "XX000");
        assert_eq!(
            titles(&ada, table).await,
            json!([{"title": "a"}, {"title": "b"}, {"title": "c"}]),
            "{table}"
        );
        allow_row(world, allowed).await;
        delete().await.is(204);
        assert_eq!(titles(&ada, table).await, json!([]), "{table}");
    }
    let boards = create_items(&ada, "boards").await;
    for board in &boards {
        ada.put(&format!("/api/saved/board/{board}"), json!({}))
            .await
            .is(204);
    }
    let condition = format!("OLD.item_id = '{}'", boards[2]);
    let allowed = refuse_row(world, "saved", "DELETE", &condition).await;
    let delete = async || ask(&ada, Method::DELETE, "saved?kind=eq.board", &[], None).await;
    delete().await.rest_refused(500, "XX000");
    let saved = get(&ada, "saved?select=kind", &[]).await.ok();
    assert_eq!(saved.as_array().unwrap().len(), 3);
    allow_row(world, allowed).await;
    delete().await.is(204);
    assert_eq!(get(&ada, "saved", &[]).await.ok(), json!([]));
});

both!(refused_rest_write_sends_no_change_events, |world| {
    let ada = world.new_user("ada").await;
    let every = json!([{"event": "*", "schema": "public"}]);
    let mut feed = listening(world, &ada, every).await;
    let rows = json!([{"title": "Rolled back"}, {"title": "t".repeat(201)}]);
    ask(&ada, Method::POST, "boards", &[], Some(rows))
        .await
        .rest_refused(400, "23514");
    let rows = json!([{"title": "One"}, {"title": "Two"}]);
    ask(&ada, Method::POST, "boards", &[], Some(rows))
        .await
        .is(201);
    let mut heard = Vec::new();
    for _ in 0..2 {
        heard.push(next(&mut feed).await.1["record"]["title"].clone());
    }
    assert_eq!(heard, [json!("One"), json!("Two")]);
});

both!(rest_rename_reaches_viewers_of_every_chat, |world| {
    let ada = world.new_user("ada").await;
    let mut chats = Vec::new();
    for _ in 0..2 {
        let chat_id = chat(&ada).await;
        chats.push((chat_id, Stream::open(&ada, chat_id).await));
    }
    let renamed = json!({"title": "Renamed"});
    ask(&ada, Method::PATCH, "chats?title=neq.x", &[], Some(renamed))
        .await
        .is(204);
    for (chat_id, mut viewer) in chats {
        // The chat has left memory; its viewers come back by their cursors.
        while viewer.next().await.is_some() {}
        let mut back = Stream::open(&ada, chat_id).await;
        let is_renamed =
            |event: &Event| matches!(event, Event::ChatChanged { title } if title == "Renamed");
        back.until(is_renamed).await;
        assert_eq!(get_chat(&ada, chat_id).await.last_event_id, 1);
    }
});

both!(rest_rename_keeps_running_turn, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let body = json!({"text": "[[mock tokens=30,interval=5]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    viewer
        .until(|event| matches!(event, Event::BlockDelta { .. }))
        .await;
    let path = format!("chats?id=eq.{chat_id}");
    let renamed = json!({"title": "Renamed"});
    ask(&ada, Method::PATCH, &path, &[], Some(renamed))
        .await
        .is(204);
    let mut back = Stream::open(&ada, chat_id).await;
    assert_eq!(back.outcome(turn_id).await, Outcome::Completed);
    assert_eq!(get_chat(&ada, chat_id).await.title, "Renamed");
});
