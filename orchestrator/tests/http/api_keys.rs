//! API keys: clients that act for a user.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::client::Person;

const KEYS: &str = "/api/user/api-keys";

async fn key(person: &Person, scopes: Value) -> Value {
    let body = json!({"name": " Nightly report ", "scopes": scopes});
    person.post(KEYS, body).await.is(201).json()
}

both!(api_key_acts_for_its_owner_until_deleted, |world| {
    let ada = world.person("ada").await;
    let made = key(&ada, json!([])).await;
    let secret = made["key"].as_str().unwrap();
    assert!(secret.starts_with("ptl_") && secret.len() >= 40, "{secret}");
    assert_eq!(made["name"], "Nightly report");
    let program = world.client().with_token(secret);
    program
        .post("/api/chats", json!({"title": "By night"}))
        .await
        .is(201);
    let chats = ada.get("/api/chats").await.ok();
    assert_eq!(chats["items"][0]["title"], "By night");

    // The list tells it apart, and never tells the secret again.
    world.hand.advance(TimeDelta::minutes(2));
    program.get("/api/chats").await.is(200);
    let list = ada.get(KEYS).await;
    assert!(!list.is(200).text().contains(secret));
    let listed = &list.json()["items"][0];
    assert_eq!(listed["prefix"], secret[..10]);
    assert!(listed["lastUsedAt"].is_string());
    assert_eq!(listed.get("userId"), None);

    let id = made["id"].as_str().unwrap();
    let ben = world.person("ben").await;
    ben.delete(&format!("{KEYS}/{id}"))
        .await
        .problem(404, "not_found");
    ada.delete(&format!("{KEYS}/{id}")).await.is(204);
    program
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
});

both!(api_key_is_limited_to_its_scopes, |world| {
    let ada = world.person("ada").await;
    let reading = key(&ada, json!(["read"])).await;
    let program = world.client().with_token(reading["key"].as_str().unwrap());
    program.get("/api/chats").await.is(200);
    let detail = program
        .post("/api/chats", json!({}))
        .await
        .problem(403, "forbidden");
    assert!(detail.contains("write"), "{detail}");
    let writing = key(&ada, json!(["write"])).await;
    let program = world.client().with_token(writing["key"].as_str().unwrap());
    program.post("/api/chats", json!({})).await.is(201);
    program.get("/api/chats").await.is(200);
});

both!(api_key_cannot_create_keys_or_administer, |world| {
    let ada = world.person("ada").await;
    world.store().set_rights(ada.id, true, false).await.unwrap();
    let all = key(&ada, json!([])).await;
    let program = world.client().with_token(all["key"].as_str().unwrap());
    program.get(KEYS).await.problem(403, "forbidden");
    program
        .post(KEYS, json!({"name": "Another"}))
        .await
        .problem(403, "forbidden");
    program
        .get("/api/admin/api-keys")
        .await
        .problem(403, "forbidden");
    let seen = ada.get("/api/admin/api-keys").await.ok();
    assert_eq!(seen["items"][0]["user"]["email"], "ada@example.com");
    assert_eq!(seen["items"][0]["id"], all["id"]);
    let ben = world.person("ben").await;
    ben.get("/api/admin/api-keys")
        .await
        .problem(403, "forbidden");
});

both!(invalid_api_key_request_names_field, |world| {
    let ada = world.person("ada").await;
    for (body, field) in [
        (json!({"name": " "}), "name"),
        (json!({"name": "x".repeat(101)}), "name"),
        (json!({"name": "x", "scopes": ["everything"]}), "body"),
    ] {
        ada.post(KEYS, body).await.invalid(field);
    }
    for _ in 0..50 {
        key(&ada, json!([])).await;
    }
    ada.post(KEYS, json!({"name": "one more"}))
        .await
        .problem(409, "too_many_keys");
    let nobody = world.client().with_token("ptl_guessed");
    nobody
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
});
