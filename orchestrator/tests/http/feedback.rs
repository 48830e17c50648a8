use reqwest::Method;
use serde_json::json;

use crate::client::send;

both!(feedback_is_taken, |world| {
    let ada = world.person("ada").await;
    let body = json!({"text": "Good.", "metadata": {"route": "/chats"}});
    ada.post("/api/feedback", body).await.is(201);
    for (text, status) in [("x".repeat(10_000), 201), ("ü".repeat(10_000), 201)] {
        let body = json!({"text": text, "metadata": {"route": "/"}});
        ada.post("/api/feedback", body).await.is(status);
    }
});

both!(feedback_that_says_nothing_or_too_much_is_refused, |world| {
    let ada = world.person("ada").await;
    for text in ["", "  \n", &"x".repeat(10_001)] {
        let body = json!({"text": text, "metadata": {"route": "/"}});
        ada.post("/api/feedback", body).await.invalid("text");
    }
    ada.post("/api/feedback", json!({"text": "Good."}))
        .await
        .invalid("body");
});

both!(who_is_signed_out_leaves_an_address, |world| {
    let nobody = world.client();
    let body = json!({"text": "Hello", "metadata": {"route": "/contact"}});
    nobody
        .post("/api/feedback", body)
        .await
        .invalid("metadata.email");
    let body = json!({"text": "Hello", "metadata": {"route": "/contact", "email": "a@b.example"}});
    nobody.post("/api/feedback", body).await.is(201);
});

both!(ten_an_hour_are_enough, |world| {
    let (ada, bob) = (world.person("ada").await, world.person("bob").await);
    let body = json!({"text": "Good.", "metadata": {"route": "/"}});
    for _ in 0..10 {
        ada.post("/api/feedback", body.clone()).await.is(201);
    }
    ada.post("/api/feedback", body.clone())
        .await
        .problem(429, "too_many_requests");
    bob.post("/api/feedback", body).await.is(201);
});

both!(what_does_not_exist_is_a_problem_too, |world| {
    let ada = world.person("ada").await;
    ada.get("/api/no-such-call").await.problem(404, "not_found");
    let broken = ada.request(Method::POST, "/api/feedback").body("{");
    let broken = broken.header("content-type", "application/json");
    send(broken).await.invalid("body");
    let config = world.client().get("/api/config").await.ok();
    assert!(config["models"].as_array().unwrap().len() >= 2);
    assert!(config["auth"]["publicKey"].is_string());
    world.client().get("/healthz").await.is(200);
    world.client().get("/readyz").await.is(200);
});
