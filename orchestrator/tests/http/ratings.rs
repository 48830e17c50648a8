use serde_json::json;
use uuid::Uuid;

use crate::{
    stream::{ask, chat, get_chat},
    world::SCRIPTED,
};

both!(answer_rating_is_stored_and_removed, |world| {
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let before = ask(&ada, chat_id, body).await;
    let path = format!("/api/turns/{}/rating", before.turns[0].turn_id);
    let rated = async || {
        let read = ada.get(&format!("/api/chats/{chat_id}")).await.ok();
        read["turns"][0]["rating"].clone()
    };
    ada.put(&path, json!({"rating": "up"})).await.is(204);
    assert_eq!(rated().await, json!({"rating": "up"}));
    let down = json!({"rating": "down", "comment": "  By month.  "});
    ada.put(&path, down).await.is(204);
    assert_eq!(
        rated().await,
        json!({"rating": "down", "comment": "By month."})
    );
    ada.put(&path, json!({"rating": null})).await.is(204);
    assert_eq!(get_chat(&ada, chat_id).await, before);
});

both!(invalid_ratings_are_rejected, |world| {
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let turn_id = ask(&ada, chat_id, body).await.turns[0].turn_id;
    let path = format!("/api/turns/{turn_id}/rating");
    ada.put(&path, json!({"rating": "meh"}))
        .await
        .invalid("body");
    let long = json!({"rating": "down", "comment": "x".repeat(4_001)});
    ada.put(&path, long).await.invalid("comment");
    eve.put(&path, json!({"rating": "up"}))
        .await
        .problem(404, "not_found");
    let unknown = format!("/api/turns/{}/rating", Uuid::nil());
    ada.put(&unknown, json!({"rating": "up"}))
        .await
        .problem(404, "not_found");
    world
        .client()
        .put(&path, json!({"rating": "up"}))
        .await
        .problem(401, "unauthenticated");
});
