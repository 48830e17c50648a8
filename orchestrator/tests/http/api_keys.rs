//! API keys: clients that act for a user.

use chrono::TimeDelta;
use portolan_domain::{Plans, Tier};
use reqwest::Method;
use serde_json::{Value, json};

use crate::client::{TestUser, send};

const KEYS: &str = "/api/user/api-keys";

async fn key(user: &TestUser, scopes: Value) -> Value {
    let body = json!({"name": " Nightly report ", "scopes": scopes});
    user.post(KEYS, body).await.is(201).json()
}

both!(api_key_acts_for_its_owner_until_deleted, |world| {
    let ada = world.new_user("ada").await;
    let made = key(&ada, json!(["read", "chat"])).await;
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

    // The list distinguishes it, and never tells the secret again.
    world.hand.advance(TimeDelta::minutes(2));
    program.get("/api/chats").await.is(200);
    let list = ada.get(KEYS).await;
    assert!(!list.is(200).text().contains(secret));
    let listed = &list.json()["items"][0];
    assert_eq!(listed["prefix"], secret[..10]);
    assert!(listed["lastUsedAt"].is_string());
    assert_eq!(listed.get("userId"), None);

    let id = made["id"].as_str().unwrap();
    let ben = world.new_user("ben").await;
    ben.delete(&format!("{KEYS}/{id}"))
        .await
        .problem(404, "not_found");
    ada.delete(&format!("{KEYS}/{id}")).await.is(204);
    program
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
});

/// Requests, and the scopes that open each; none if no key does.
const ACCESS: [(Method, &str, &[&str]); 48] = [
    (Method::GET, "/api/chats", &["read", "chat"]),
    (Method::POST, "/api/chats", &["chat"]),
    (Method::GET, "/api/chats/ID", &["read", "chat"]),
    (Method::PATCH, "/api/chats/ID", &["chat"]),
    (Method::DELETE, "/api/chats/ID", &["chat"]),
    (Method::GET, "/api/chats/ID/events", &["read", "chat"]),
    (Method::POST, "/api/chats/ID/messages", &["chat"]),
    (Method::POST, "/api/chats/ID/cancel", &["chat"]),
    (Method::POST, "/api/chats/ID/share", &["chat"]),
    (Method::POST, "/api/ask", &["chat"]),
    (Method::POST, "/api/ag-ui", &["chat"]),
    (Method::PUT, "/api/turns/ID/rating", &["chat"]),
    (Method::GET, "/api/sources", &["read", "chat", "boards"]),
    (Method::POST, "/api/sources", &["chat", "boards"]),
    (Method::POST, "/api/databases/tables", &["chat", "boards"]),
    (Method::DELETE, "/api/sources/ID", &["chat", "boards"]),
    (Method::GET, "/api/charts", &["read", "chat", "boards"]),
    (Method::POST, "/api/charts", &["boards"]),
    (
        Method::GET,
        "/api/charts/ID.svg",
        &["read", "chat", "boards"],
    ),
    (Method::PUT, "/api/charts/ID/visibility", &["boards"]),
    (Method::GET, "/api/boards", &["read", "chat", "boards"]),
    (Method::POST, "/api/boards", &["chat", "boards"]),
    (Method::POST, "/api/boards/import", &["boards"]),
    (Method::PATCH, "/api/boards/ID", &["boards"]),
    (Method::GET, "/api/portolans", &["read", "chat", "boards"]),
    (Method::POST, "/api/portolans", &["boards"]),
    (Method::GET, "/api/saved", &["read", "chat", "boards"]),
    (Method::PUT, "/api/saved/chart/ID", &["boards"]),
    (Method::GET, "/api/search?q=x", &["read"]),
    (Method::GET, "/api/user/profile", &["read"]),
    (Method::GET, "/api/user/usage", &["read"]),
    (Method::PATCH, "/api/user/profile", &[]),
    (Method::POST, "/api/user/plan/cancel", &[]),
    (Method::DELETE, "/api/user", &[]),
    (Method::GET, "/api/user/api-keys", &[]),
    (Method::POST, "/api/user/api-keys", &[]),
    (Method::GET, "/api/user/webhooks", &["read"]),
    (Method::POST, "/api/user/webhooks", &[]),
    (Method::POST, "/api/user/webhooks/ID/test", &[]),
    (Method::GET, "/api/admin/api-keys", &["admin"]),
    (Method::GET, "/api/admin/overview", &["admin"]),
    (Method::GET, "/api/admin/does-not-exist", &["admin"]),
    (Method::GET, "/rest/v1/charts", &["read", "chat", "boards"]),
    (Method::PATCH, "/rest/v1/charts?id=eq.ID", &["boards"]),
    (Method::POST, "/rest/v1/rpc/plan", &["read"]),
    (Method::POST, "/functions/v1/change-chart", &["boards"]),
    (
        Method::PUT,
        "/api/contributor/proposals/chart/ID",
        &["boards"],
    ),
    (Method::POST, "/api/contributor/application", &[]),
];

both!(api_key_allows_only_routes_of_its_scopes, |world| {
    let ada = world.new_user("ada").await;
    world.store().set_rights(ada.id, true, false).await.unwrap();
    for scope in ["read", "chat", "boards", "admin"] {
        let made = key(&ada, json!([scope])).await;
        let program = world.client().with_token(made["key"].as_str().unwrap());
        for (method, path, scopes) in &ACCESS {
            let path = path.replace("ID", "00000000-0000-7000-8000-000000000001");
            let answer = send(program.request(method.clone(), &path)).await;
            let told = format!(
                "{scope}: {method} {path}: {} {}",
                answer.status,
                answer.text()
            );
            let is_refused = answer.status == 403
                && (answer
                    .text()
                    .contains("This API key doesn't have the scope")
                    || answer.text().contains("An API key can't do this"));
            assert_eq!(is_refused, !scopes.contains(&scope), "{told}");
            // An unknown path is no call, whoever comes.
            let is_missing = answer.status == 404 || answer.status == 405;
            assert!(
                answer.status != 401 && (is_refused || is_missing || answer.status != 403),
                "{told}"
            );
        }
        for path in ["/api/config", "/api/plans", "/api/discover", "/healthz"] {
            program.get(path).await.is(200);
        }
    }
});

both!(admin_scope_requires_an_admin, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({"name": "x", "scopes": ["admin"]});
    let detail = ada.post(KEYS, body.clone()).await.problem(403, "forbidden");
    assert!(detail.contains("Only admins"), "{detail}");
    world.store().set_rights(ada.id, true, false).await.unwrap();
    let made = ada.post(KEYS, body).await.is(201).json();
    let program = world.client().with_token(made["key"].as_str().unwrap());
    program.get("/api/admin/overview").await.is(200);
    // The key goes with the right.
    world
        .store()
        .set_rights(ada.id, false, false)
        .await
        .unwrap();
    program
        .get("/api/admin/overview")
        .await
        .problem(403, "forbidden");
});

both!(expired_api_key_is_rejected, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({"name": "x", "scopes": ["read"], "expiresInDays": 7});
    let made = ada.post(KEYS, body).await.is(201).json();
    assert_eq!(made["expiresAt"], "2026-11-27T12:00:00Z");
    let program = world.client().with_token(made["key"].as_str().unwrap());
    world
        .hand
        .advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    program.get("/api/chats").await.is(200);
    world.hand.advance(TimeDelta::seconds(1));
    let detail = program
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
    assert!(detail.contains("expired"), "{detail}");
});

both!(api_key_is_limited_to_its_requests_per_minute, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({"name": "x", "scopes": ["read"], "requestsPerMinute": 3});
    let made = ada.post(KEYS, body).await.is(201).json();
    assert_eq!(made["requestsPerMinute"], 3);
    let program = world.client().with_token(made["key"].as_str().unwrap());
    for _ in 0..3 {
        program.get("/api/chats").await.is(200);
    }
    let refused = program.get("/api/chats").await;
    let detail = refused.problem(429, "too_many_requests");
    assert!(detail.contains("3 requests a minute"), "{detail}");
    assert_eq!(refused.header("retry-after"), "20");
    ada.get("/api/chats").await.is(200);
    world.hand.advance(TimeDelta::seconds(20));
    program.get("/api/chats").await.is(200);
});

both!(api_keys_require_a_plan_that_includes_them, |world| {
    let server = world
        .restart_with(|settings| settings.plans = Plans::standard().iter().cloned().collect())
        .await;
    let ada = world.new_user("ada").await.at(server.address);
    let body = json!({"name": "x", "scopes": ["read"]});
    ada.post(KEYS, body.clone())
        .await
        .problem(402, "plan_limit");
    let (store, now) = (&server.app.store, world.hand.clock().now());
    store
        .set_plan(ada.id, Tier::from("pro"), now)
        .await
        .unwrap();
    let too_fast = json!({"name": "x", "scopes": ["read"], "requestsPerMinute": 121});
    ada.post(KEYS, too_fast).await.invalid("requestsPerMinute");
    let made = ada.post(KEYS, body.clone()).await.is(201).json();
    for _ in 1..10 {
        ada.post(KEYS, body.clone()).await.is(201);
    }
    let detail = ada.post(KEYS, body).await.problem(402, "plan_limit");
    assert!(detail.contains("10 API keys"), "{detail}");
    let program = ada.with_token(made["key"].as_str().unwrap());
    program.get("/api/chats").await.is(200);
    store
        .set_plan(ada.id, Tier::from("free"), now)
        .await
        .unwrap();
    program.get("/api/chats").await.problem(402, "plan_limit");
});

both!(api_key_cannot_create_keys_or_administer, |world| {
    let ada = world.new_user("ada").await;
    world.store().set_rights(ada.id, true, false).await.unwrap();
    let all = key(&ada, json!(["read", "chat", "boards"])).await;
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
    let ben = world.new_user("ben").await;
    ben.get("/api/admin/api-keys")
        .await
        .problem(403, "forbidden");
});

both!(invalid_api_key_request_names_field, |world| {
    let ada = world.new_user("ada").await;
    for (body, field) in [
        (json!({"name": " ", "scopes": ["read"]}), "name"),
        (json!({"name": "x".repeat(101), "scopes": ["read"]}), "name"),
        (json!({"name": "x", "scopes": ["everything"]}), "body"),
        (json!({"name": "x"}), "body"),
        (json!({"name": "x", "scopes": []}), "scopes"),
        (
            json!({"name": "x", "scopes": ["read"], "expiresInDays": 0}),
            "expiresInDays",
        ),
        (
            json!({"name": "x", "scopes": ["read"], "requestsPerMinute": 0}),
            "requestsPerMinute",
        ),
    ] {
        ada.post(KEYS, body).await.invalid(field);
    }
    let visitor = world.client().with_token("ptl_guessed");
    visitor
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
});
