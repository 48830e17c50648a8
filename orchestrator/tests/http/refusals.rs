use reqwest::Method;
use serde_json::json;

use crate::client::send;

both!(wrong_method_returns_problem, |world| {
    let ada = world.new_user("ada").await;
    for (method, path) in [
        (Method::PUT, "/api/chats"),
        (Method::DELETE, "/api/config"),
        (Method::POST, "/healthz"),
        (Method::PATCH, "/api/search"),
        (Method::POST, "/start"),
    ] {
        let answer = send(ada.request(method, path)).await;
        answer.problem(405, "method_not_allowed");
    }
    let auth = ada.delete("/auth/v1/signup").await;
    auth.refused(405, "method_not_allowed");
    ada.post("/api/nothing", json!({}))
        .await
        .problem(404, "not_found");
});

both!(oversized_body_is_rejected_with_advice, |world| {
    let ada = world.new_user("ada").await;
    let huge = "x".repeat((1 << 20) + 1);
    for path in ["/auth/v1/signup", "/auth/v1/token?grant_type=password"] {
        let body = json!({"email": "a@example.com", "password": huge});
        ada.post(path, body).await.refused(413, "body_too_large");
    }
    let body = json!({"title": huge});
    ada.post("/api/chats", body)
        .await
        .problem(413, "body_too_large");
});
