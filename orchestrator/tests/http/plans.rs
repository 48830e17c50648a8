//! The limits of a plan are those that the server enforces.

use portolan::{
    boot::testing::TestServer,
    model::{Plan, PlanLimits, Plans, Tier},
};
use serde_json::{Value, json};

use crate::{
    client::TestUser,
    world::{SCRIPTED, World},
};

/// A server with the standard plans, whose free one has these limits.
async fn limited(world: &World, limits: PlanLimits, models: &[&str]) -> TestServer {
    let plans = Plans::standard().without_limits();
    let mut plans: Vec<Plan> = plans.iter().cloned().collect();
    plans[0].limits = limits;
    plans[0].models = models.iter().map(|&model| model.to_owned()).collect();
    world.restart_with(|settings| settings.plans = plans).await
}

async fn free_user(world: &World, server: &TestServer) -> TestUser {
    world.new_user("ada").await.at(server.address)
}

async fn upgrade(world: &World, server: &TestServer, user: &TestUser) {
    let now = world.hand.clock().now();
    let store = &server.app.store;
    store
        .set_plan(user.id, Tier::from("pro"), now)
        .await
        .unwrap();
}

both!(stored_items_are_limited_by_plan, |world| {
    let limits = PlanLimits {
        items: Some(2),
        sources: Some(1),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    for _ in 0..2 {
        ada.post("/api/chats", json!({})).await.is(201);
    }
    let detail = ada
        .post("/api/chats", json!({}))
        .await
        .problem(402, "plan_limit");
    assert_eq!(
        detail,
        "Your plan includes 2 chats: delete some, or choose a larger plan."
    );
    let source = json!({"name": "one", "text": "a,b\n1,2\n3,4\n"});
    ada.post("/api/sources", source.clone()).await.is(201);
    ada.post("/api/sources", source.clone())
        .await
        .problem(402, "plan_limit");
    upgrade(world, &server, &ada).await;
    ada.post("/api/chats", json!({})).await.is(201);
    ada.post("/api/sources", source).await.is(201);
});

both!(board_size_is_limited_by_plan, |world| {
    let limits = PlanLimits {
        board_nodes: Some(2),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    let note = |id: &str| json!({"id": id, "type": "text", "text": id, "x": 0, "y": 0, "width": 100, "height": 50});
    let three = json!({"nodes": [note("a"), note("b"), note("c")], "edges": []});
    ada.post("/api/boards/import", three.clone())
        .await
        .problem(402, "plan_limit");
    upgrade(world, &server, &ada).await;
    let board = ada.post("/api/boards/import", three).await.is(201).json();
    let id = board["boardId"].as_str().or(board["id"].as_str()).unwrap();
    let path = format!("/api/boards/{id}");
    let now = world.hand.clock().now();
    let store = &server.app.store;
    store
        .set_plan(ada.id, Tier::from("free"), now)
        .await
        .unwrap();
    // A board that is larger already stays editable.
    ada.patch(&path, json!({"removedNodeIds": ["c"]}))
        .await
        .is(200);
    let nodes = ada.get(&path).await.ok()["nodes"].clone();
    let mut node: Value = nodes[0].clone();
    node["id"] = json!("d");
    let detail = ada
        .patch(&path, json!({"nodes": [node]}))
        .await
        .problem(402, "plan_limit");
    assert!(detail.contains("2 cards on a board"), "{detail}");
});

both!(upload_is_limited_by_plan, |world| {
    let limits = PlanLimits {
        upload_bytes: Some(1 << 10),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    let file = format!("a,b\n{}", "1,2\n".repeat(1_000));
    let send = async || {
        let part = reqwest::multipart::Part::text(file.clone()).file_name("big.csv");
        let form = reqwest::multipart::Form::new().part("file", part);
        let request = ada.request(reqwest::Method::POST, "/api/sources");
        crate::client::send(request.multipart(form)).await
    };
    send().await.problem(402, "plan_limit");
    upgrade(world, &server, &ada).await;
    send().await.is(201);
});

both!(concurrent_turns_and_models_are_limited_by_plan, |world| {
    let limits = PlanLimits {
        turns_at_once: Some(1),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &["portolan-builtin"]).await;
    let ada = free_user(world, &server).await;
    let mut paths = Vec::new();
    for _ in 0..3 {
        let chat = ada.post("/api/chats", json!({})).await.is(201).json();
        let id = chat["id"].as_str().unwrap();
        paths.push(format!("/api/chats/{id}/messages"));
    }
    let slow = json!({"text": "[[mock tokens=20,interval=100000]]", "model": SCRIPTED});
    let detail = ada
        .post(&paths[2], slow.clone())
        .await
        .problem(402, "plan_limit");
    assert!(detail.contains("model"), "{detail}");

    let server = limited(world, limits, &[]).await;
    let ada = ada.at(server.address);
    ada.post(&paths[0], slow.clone()).await.is(202);
    let refused = ada.post(&paths[1], slow.clone()).await;
    let detail = refused.problem(429, "turns_running");
    assert!(detail.contains("1 answers at once"), "{detail}");
    assert_eq!(refused.header("retry-after"), "5");
    upgrade(world, &server, &ada).await;
    ada.post(&paths[1], slow).await.is(202);
});

both!(stored_files_are_limited_by_plan, |world| {
    let limits = PlanLimits {
        upload_bytes: Some(20),
        storage_bytes: Some(30),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    let store = &server.app.store;
    let now = world.hand.clock().now();
    let bucket = portolan::model::Bucket {
        id: "papers".to_owned(),
        owner_id: None,
        is_public: false,
        limits: Default::default(),
        created_at: now,
        updated_at: now,
    };
    store.create_bucket(&bucket).await.unwrap();
    let send = async |name: &str, bytes: usize| {
        let path = format!("/storage/v1/object/papers/{}/{name}", ada.id);
        let request = ada.request(reqwest::Method::POST, &path);
        let request = request.header("content-type", "text/plain");
        crate::client::send(request.body("x".repeat(bytes)))
            .await
            .status
    };
    // Larger than an upload may be, then more than fits beside the first.
    assert_eq!(send("a", 21).await, 400);
    assert_eq!(send("a", 20).await, 200);
    assert_eq!(send("b", 11).await, 400);
    assert_eq!(send("b", 10).await, 200);
    upgrade(world, &server, &ada).await;
    assert_eq!(send("c", 21).await, 200);
});
