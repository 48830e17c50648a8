use chrono::TimeDelta;
use portolan_blocks::Event;
use serde_json::json;
use uuid::Uuid;

use crate::{
    stream::{Stream, TITLE, accepted, chat, get_chat, post_message},
    world::SCRIPTED,
};

both!(chat_is_created_read_renamed_and_deleted, |world| {
    let ada = world.new_user("ada").await;
    let created = ada.post("/api/chats", json!({"title": " Tea "})).await;
    let created = created.is(201).json();
    assert_eq!(created["title"], "Tea");
    assert!(created["createdAt"].as_str().unwrap().ends_with('Z'));
    let path = format!("/api/chats/{}", created["id"].as_str().unwrap());
    let read = ada.get(&path).await.ok();
    assert_eq!(read["title"], "Tea");
    assert_eq!(read["lastEventId"], 0);
    assert_eq!(read["turns"], json!([]));
    ada.patch(&path, json!({"title": "Coffee"})).await.is(204);
    assert_eq!(ada.get(&path).await.ok()["title"], "Coffee");
    ada.delete(&path).await.is(204);
    ada.get(&path).await.problem(404, "not_found");
    ada.delete(&path).await.problem(404, "not_found");
});

both!(viewer_receives_new_chat_title, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let mut viewer = Stream::open(&ada, chat_id).await;
    let path = format!("/api/chats/{chat_id}");
    ada.patch(&path, json!({"title": "Coffee"})).await.is(204);
    let changed = viewer
        .until(|event| matches!(event, Event::ChatChanged { .. }))
        .await;
    assert_eq!(
        changed,
        Event::ChatChanged {
            title: "Coffee".into()
        }
    );
    let read = get_chat(&ada, chat_id).await;
    assert_eq!((read.title.as_str(), read.last_event_id), ("Coffee", 1));
});

both!(untitled_chat_is_named_after_first_message, |world| {
    let ada = world.new_user("ada").await;
    let created = ada.post("/api/chats", json!({})).await;
    let chat_id = created.is(201).json()["id"].as_str().unwrap().parse();
    let chat_id: Uuid = chat_id.unwrap();
    let body = json!({"text": "How are you?", "model": "portolan-builtin"});
    let turn_id = accepted(&post_message(&ada, chat_id, body).await);
    let mut viewer = Stream::open(&ada, chat_id).await;
    viewer
        .until(|event| matches!(event, Event::ChatChanged { title } if title == "How are you?"))
        .await;
    Stream::open(&ada, chat_id).await.outcome(turn_id).await;
    assert_eq!(get_chat(&ada, chat_id).await.title, "How are you?");
});

both!(chats_are_listed_in_pages, |world| {
    let ada = world.new_user("ada").await;
    for number in 0..5 {
        world.hand.advance(TimeDelta::seconds(1));
        ada.post("/api/chats", json!({"title": format!("Chat {number}")}))
            .await
            .is(201);
    }
    world
        .new_user("eve")
        .await
        .post("/api/chats", json!({}))
        .await;
    let mut titles = Vec::new();
    let mut path = "/api/chats?limit=2".to_owned();
    loop {
        let page = ada.get(&path).await.ok();
        let items = page["items"].as_array().unwrap();
        titles.extend(items.iter().map(|item| item["title"].clone()));
        match page["nextCursor"].as_str() {
            Some(cursor) => path = format!("/api/chats?limit=2&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(
        json!(titles),
        json!(["Chat 4", "Chat 3", "Chat 2", "Chat 1", "Chat 0"])
    );
    let found = ada.get("/api/chats?q=chat%203").await.ok();
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(found["items"][0]["title"], "Chat 3");
    ada.get("/api/chats?limit=0").await.invalid("limit");
    ada.get("/api/chats?limit=201").await.invalid("limit");
    ada.get("/api/chats?cursor=nonsense")
        .await
        .invalid("cursor");
});

both!(chat_of_another_user_is_not_found, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let path = format!("/api/chats/{}", chat(&ada).await);
    eve.get(&path).await.problem(404, "not_found");
    eve.patch(&path, json!({"title": "Mine"}))
        .await
        .problem(404, "not_found");
    eve.delete(&path).await.problem(404, "not_found");
    assert_eq!(ada.get(&path).await.ok()["title"], TITLE);
    let unknown = format!("/api/chats/{}", Uuid::nil());
    ada.get(&unknown).await.problem(404, "not_found");
    ada.get("/api/chats/not-an-id")
        .await
        .problem(404, "not_found");
});

both!(invalid_chat_fields_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    ada.post("/api/chats", json!({"title": "x".repeat(201)}))
        .await
        .invalid("title");
    ada.post("/api/chats", json!({"model": "no-such-model"}))
        .await
        .invalid("model");
    ada.post("/api/chats", json!({"title": 7}))
        .await
        .invalid("body");
    let path = format!("/api/chats/{}", chat(&ada).await);
    ada.patch(&path, json!({"title": "x".repeat(201)}))
        .await
        .invalid("title");
});

both!(title_set_by_user_is_kept, |world| {
    let ada = world.new_user("ada").await;
    for _ in 0..8 {
        let created = ada.post("/api/chats", json!({})).await;
        let chat_id: Uuid = created.is(201).json()["id"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        let path = format!("/api/chats/{chat_id}");
        let body = json!({"text": "How are you?", "model": "portolan-builtin"});
        let (sent, renamed) = futures_util::join!(
            post_message(&ada, chat_id, body),
            ada.patch(&path, json!({"title": "Mine"}))
        );
        let turn_id = accepted(&sent);
        renamed.is(204);
        Stream::open(&ada, chat_id).await.outcome(turn_id).await;
        assert_eq!(get_chat(&ada, chat_id).await.title, "Mine");
    }
});

both!(chat_stores_its_own_model, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let path = format!("/api/chats/{chat_id}");
    assert_eq!(ada.get(&path).await.ok()["model"], json!(null));
    ada.patch(&path, json!({"model": "no-such-model"}))
        .await
        .invalid("model");
    ada.patch(&path, json!({"model": SCRIPTED})).await.is(204);
    let read = ada.get(&path).await.ok();
    assert_eq!(
        (&read["model"], &read["title"]),
        (&json!(SCRIPTED), &json!(TITLE))
    );
    let asked = crate::stream::ask(&ada, chat_id, json!({"text": "[[mock tokens=2]]"})).await;
    assert_eq!(asked.turns[0].model, SCRIPTED);
    let other = json!({"text": "Hello", "model": "portolan-builtin"});
    let asked = crate::stream::ask(&ada, chat_id, other).await;
    assert_eq!(asked.turns[1].model, "portolan-builtin");
    let retry = format!("{path}/turns/{}/retry", asked.turns[0].turn_id);
    let turn_id = accepted(&ada.post(&retry, json!({"model": "portolan-builtin"})).await);
    Stream::open(&ada, chat_id).await.outcome(turn_id).await;
    assert_eq!(
        get_chat(&ada, chat_id).await.turns[2].model,
        "portolan-builtin"
    );
    ada.patch(&path, json!({"model": null})).await.is(204);
    assert_eq!(ada.get(&path).await.ok()["model"], json!(null));
});
