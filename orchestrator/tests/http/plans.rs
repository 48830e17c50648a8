//! The limits of a plan are those that the server enforces.

use portolan::boot::testing::TestServer;
use portolan_blocks::Outcome;
use portolan_domain::{Plan, PlanLimits, Plans, Tier};
use serde_json::{Value, json};

use crate::{
    charts::chart,
    client::{HttpAnswer, TestUser},
    pages::{PageServer, html},
    stream::{Stream, accepted, post_message},
    world::{SCRIPTED, World},
};

/// A server with the standard plans, whose free one has these limits.
async fn limited(world: &World, limits: PlanLimits, models: &[&str]) -> TestServer {
    let plans = plans_with(limits, models);
    world.restart_with(|settings| settings.plans = plans).await
}

fn plans_with(limits: PlanLimits, models: &[&str]) -> Vec<Plan> {
    let plans = Plans::standard().without_limits();
    let mut plans: Vec<Plan> = plans.iter().cloned().collect();
    plans[0].limits = limits;
    plans[0].models = models.iter().map(|&model| model.to_owned()).collect();
    plans
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

/// Checks that the plan doesn't include what was asked for, in these words.
#[track_caller]
fn is_over_plan(answer: &HttpAnswer, sentence: &str) {
    assert_eq!(answer.problem(402, "plan_limit"), sentence);
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
    is_over_plan(
        &ada.post("/api/chats", json!({})).await,
        "Your plan includes 2 chats: delete some, or choose a larger plan.",
    );
    let source = json!({"name": "one", "text": "a,b\n1,2\n3,4\n"});
    ada.post("/api/sources", source.clone()).await.is(201);
    is_over_plan(
        &ada.post("/api/sources", source.clone()).await,
        "Your plan's limit for sources is 1: delete one, or choose a larger plan.",
    );
    upgrade(world, &server, &ada).await;
    ada.post("/api/chats", json!({})).await.is(201);
    ada.post("/api/sources", source).await.is(201);
});

both!(each_kind_of_item_has_a_limit_of_its_own, |world| {
    let limits = PlanLimits {
        items: Some(1),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    // One chat and one chart.
    let (chart_id, _) = chart(&ada).await;
    let board = ada.post("/api/boards", json!({"title": "Tides"})).await;
    let board_id = board.is(201).json()["boardId"].clone();
    ada.post("/api/portolans", json!({})).await.is(201);
    let save_chart = format!("/api/saved/chart/{chart_id}");
    ada.put(&save_chart, json!({})).await.is(204);

    let save_board = format!("/api/saved/board/{}", board_id.as_str().unwrap());
    let duplicate = format!("/api/charts/{chart_id}/duplicate");
    let chats = ada.get("/api/chats").await.ok();
    let chat_id = chats["items"][0]["id"].as_str().unwrap();
    let messages = format!("/api/chats/{chat_id}/messages");
    let message = json!({"text": "[[mock tokens=2]]", "model": SCRIPTED});
    let before = ada.get("/api/user/plan").await.ok();
    let one_more = async |items: &str| match items {
        "chats" => ada.post("/api/chats", json!({})).await,
        "charts" => ada.post(&duplicate, json!({})).await,
        "boards" => ada.post("/api/boards", json!({"title": "Winds"})).await,
        "documents" => ada.post("/api/portolans", json!({})).await,
        _ => ada.put(&save_board, json!({})).await,
    };
    let kinds = ["chats", "charts", "boards", "documents", "bookmarks"];
    let sentence = |items: &str| {
        format!("Your plan's limit for {items} is 1: delete one, or choose a larger plan.")
    };
    for items in kinds {
        is_over_plan(&one_more(items).await, &sentence(items));
    }
    // An answer may draw a chart: it isn't begun, and costs nothing.
    is_over_plan(
        &ada.post(&messages, message.clone()).await,
        &sentence("charts"),
    );
    assert_eq!(ada.get("/api/user/plan").await.ok(), before);
    upgrade(world, &server, &ada).await;
    for items in kinds {
        let added = one_more(items).await;
        assert!(added.status < 300, "{items}: {}", added.text());
    }
    ada.post(&messages, message).await.is(202);
});

both!(pages_linked_in_a_message_count_as_sources, |world| {
    let site = PageServer::start([("/rain", html("<p>Rain fell on 12 days.</p>"))]);
    let limits = PlanLimits {
        sources: Some(1),
        ..PlanLimits::default()
    };
    let plans = plans_with(limits, &[]);
    let server = world
        .restart_with(|settings| {
            settings.plans = plans;
            settings.fetch_allow = vec![site.address.to_string()];
        })
        .await;
    let ada = free_user(world, &server).await;
    let chat = ada.post("/api/chats", json!({})).await.is(201).json();
    let path = format!("/api/chats/{}/messages", chat["id"].as_str().unwrap());
    let text = format!("{} [[mock tokens=2]]", site.url("/rain"));
    let linked = json!({"text": text, "model": SCRIPTED});
    let source = json!({"name": "one", "text": "a,b\n1,2\n3,4\n"});
    ada.post("/api/sources", source).await.is(201);
    is_over_plan(
        &ada.post(&path, linked.clone()).await,
        "Your plan's limit for sources is 1: delete one, or choose a larger plan.",
    );
    upgrade(world, &server, &ada).await;
    ada.post(&path, linked).await.is(202);
});

both!(owner_is_told_that_the_board_of_a_chat_is_full, |world| {
    let limits = PlanLimits {
        board_nodes: Some(1),
        ..PlanLimits::default()
    };
    let server = limited(world, limits, &[]).await;
    let ada = free_user(world, &server).await;
    let board = ada.post("/api/boards", json!({"title": "Tides"})).await;
    let board_id = board.is(201).json()["boardId"].clone();
    let chat = ada
        .post("/api/chats", json!({"boardId": board_id.clone()}))
        .await;
    let chat_id = chat.is(201).json()["id"].as_str().unwrap().parse().unwrap();
    let plan = json!({"replies": [{"text": "The lamps burn all night."}]});
    let message = json!({"text": format!("What burns? [[mock {plan}]]"), "model": SCRIPTED});
    for _ in 0..2 {
        let mut stream = Stream::open(&ada, chat_id).await;
        let turn_id = accepted(&post_message(&ada, chat_id, message.clone()).await);
        assert_eq!(stream.outcome(turn_id).await, Outcome::Completed);
    }
    let path = format!("/api/boards/{}", board_id.as_str().unwrap());
    let nodes = ada.get(&path).await.ok()["nodes"].clone();
    assert_eq!(nodes.as_array().unwrap().len(), 1, "{nodes}");
    let events = ada.request(reqwest::Method::GET, "/api/user/events");
    let mut events = events.send().await.unwrap();
    let mut text = String::new();
    while !text.contains("event: plan.changed") || !text.contains("board_full") {
        let chunk = events.chunk().await.unwrap().expect("the stream goes on");
        text.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    let sentence = "Boards of your plan hold 1 card, so this answer is only in the chat.";
    assert_eq!(text.matches(sentence).count(), 1, "{text}");
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
    let sentence = "Your plan includes 2 cards on a board: delete some, or choose a larger plan.";
    is_over_plan(
        &ada.post("/api/boards/import", three.clone()).await,
        sentence,
    );
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
    is_over_plan(&ada.patch(&path, json!({"nodes": [node]})).await, sentence);
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
    is_over_plan(
        &send().await,
        "Your plan includes uploads of up to 1 KB: send less at once, or choose a larger plan.",
    );
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
    is_over_plan(
        &ada.post(&paths[2], slow.clone()).await,
        "Your plan doesn't include this model: choose another model, or a larger plan.",
    );

    let server = limited(world, limits, &[]).await;
    let ada = ada.at(server.address);
    ada.post(&paths[0], slow.clone()).await.is(202);
    let refused = ada.post(&paths[1], slow.clone()).await;
    let detail = refused.problem(429, "turns_running");
    assert_eq!(
        detail,
        "Your plan's limit for answers at the same time is 1; wait for one to finish, then send the message again."
    );
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
    let bucket = portolan_domain::Bucket {
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
