use std::collections::BTreeSet;

use portolan::http::contract::document;
use reqwest::Method;
use serde_json::json;
use uuid::Uuid;

use crate::{
    client::{Client, send},
    world::World,
};

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

/// Every operation of the API, with an unknown id at each place of its path.
fn operations() -> Vec<(Method, String)> {
    let unknown = Uuid::from_u128(0xdead).to_string();
    let document = document();
    let paths = document["paths"].as_object().unwrap().iter();
    let operations = paths.flat_map(|(template, operations)| {
        let mut path = template.clone();
        while let Some((start, end)) = path.find('{').zip(path.find('}')) {
            path.replace_range(start..=end, &unknown);
        }
        let methods = operations.as_object().unwrap().keys();
        let methods = methods.filter_map(|name| name.to_uppercase().parse::<Method>().ok());
        methods
            .map(|method| (method, path.clone()))
            .collect::<Vec<_>>()
    });
    operations.collect()
}

/// The status of the call with this body; of a stream, its first line.
async fn status(client: &Client, method: &Method, path: &str, body: &'static str) -> u16 {
    let request = client.request(method.clone(), path);
    let request = request.header("content-type", "application/json");
    request.body(body).send().await.unwrap().status().as_u16()
}

async fn find_changing_statuses(role: &str, client: &Client) -> Vec<String> {
    let mut wrong = Vec::new();
    for (method, path) in operations() {
        for body in ["{}", "{"] {
            let mut statuses = Vec::new();
            for _ in 0..4 {
                statuses.push(status(client, &method, &path, body).await);
            }
            let is_refused = path.starts_with("/api/admin") || role == "anonymous";
            // The first call may change something, such as what it deletes.
            let later: BTreeSet<u16> = statuses[1..].iter().copied().collect();
            let is_same = later.len() == 1 && (!is_refused || later.contains(&statuses[0]));
            let is_failure = statuses.contains(&500);
            if !is_same || is_failure {
                wrong.push(format!("{role}: {method} {path} {body}: {statuses:?}"));
            }
        }
    }
    wrong
}

#[actix_web::test]
async fn same_call_always_gets_the_same_status() {
    assert!(operations().len() > 150, "{:?}", operations());
    let world = World::sqlite().await;
    let mut wrong = find_changing_statuses("anonymous", &world.client()).await;
    let ada = world.new_user("ada").await;
    wrong.extend(find_changing_statuses("user", &ada).await);
    for (method, path) in operations() {
        if !path.starts_with("/api/admin") {
            continue;
        }
        for body in ["{}", "{"] {
            let refused = [
                status(&world.client(), &method, &path, body).await,
                status(&ada, &method, &path, body).await,
            ];
            if refused != [401, 403] {
                wrong.push(format!("{method} {path} {body}: {refused:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
