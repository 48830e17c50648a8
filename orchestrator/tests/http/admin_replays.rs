//! Batch replays that admins start.

use std::time::Duration;

use portolan_domain::{ChatSelection, ClaimedReplay, ReplayStatus};
use portolan_store::Store;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    admin::admin,
    client::{Client, TestUser},
    stream::{ask, chat},
    world::{SCRIPTED, World},
};

const PATH: &str = "/api/admin/replays";

/// Two chats on the built-in model with a chart each, and one on the scripted model.
async fn talk(user: &TestUser) {
    let text = "item,sold\nTea,3\nMate,4\nTea,5\n";
    let source = user.post("/api/sources", json!({"text": text})).await;
    let source = source.is(201).json();
    for question in ["Total sold by item", "Average sold by item"] {
        let body = json!({"text": question, "sourceIds": [source["id"]]});
        ask(user, chat(user).await, body).await;
    }
    let body = json!({"text": "[[mock tokens=7]]", "model": SCRIPTED});
    ask(user, chat(user).await, body).await;
}

/// Reads a run again until it has this status.
async fn wait_for(client: &Client, run: &Value, status: &str) -> Value {
    let path = format!("{PATH}/{}", run["id"].as_str().unwrap());
    let waiting = async {
        loop {
            let run = client.get(&path).await.ok();
            if run["status"] == status {
                return run;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let read = tokio::time::timeout(Duration::from_secs(60), waiting).await;
    read.unwrap_or_else(|_| panic!("the replay is not {status}"))
}

async fn start(admin: &TestUser, body: Value) -> Value {
    admin.post(PATH, body).await.is(201).json()
}

async fn turns(admin: &TestUser, run: &Value, query: &str) -> Vec<Value> {
    let path = format!("{PATH}/{}/turns{query}", run["id"].as_str().unwrap());
    admin.get(&path).await.ok()["items"]
        .as_array()
        .unwrap()
        .clone()
}

fn id_of(run: &Value) -> Uuid {
    run["id"].as_str().unwrap().parse().unwrap()
}

both!(replay_of_latest_chats_equals_originals, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    talk(&ada).await;
    let plan = ada.get("/api/user/plan").await.ok();
    let started = start(&admin, json!({"latest": 2})).await;
    assert_eq!(started["startedBy"]["email"], "admin@example.com");
    let run = wait_for(&admin, &started, "completed").await;
    let differing = turns(&admin, &run, "?onlyDiffering=true").await;
    assert!(differing.is_empty(), "{differing:#?}");
    for (field, value) in [("chats", 2), ("turns", 2), ("done", 2), ("differing", 0)] {
        assert_eq!(run[field], value, "{field}: {run}");
    }
    let path = format!("{PATH}/{}/comparison", run["id"].as_str().unwrap());
    let comparison = admin.get(&path).await.ok();
    assert_eq!(comparison["compared"], 2);
    for part in comparison["parts"].as_array().unwrap() {
        assert_eq!(part["same"], 2, "{part}");
    }
    let amounts = comparison["amounts"].as_array().unwrap();
    assert_eq!(amounts.len(), 9);
    let credits = amounts.iter().find(|found| found["amount"] == "credits");
    let credits = credits.unwrap();
    assert_eq!(credits["reference"], credits["replayed"]);
    assert!(credits["pValue"].is_null(), "no turn differs");
    let all = turns(&admin, &run, "").await;
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|turn| turn["question"].is_string()));
    assert_eq!(ada.get("/api/user/plan").await.ok(), plan);
    // The files hold what users asked.
    let folder = world.folder().join("replays").join(id_of(&run).to_string());
    let removed = async {
        while folder.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), removed)
        .await
        .unwrap();
});

both!(replay_can_be_compared_with_another_replay, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    talk(&ada).await;
    let first = start(&admin, json!({"latest": 3, "model": SCRIPTED})).await;
    let first = wait_for(&admin, &first, "completed").await;
    assert_eq!(first["differing"], 2, "{first}");
    let body = json!({"latest": 3, "model": SCRIPTED, "baselineId": first["id"]});
    let second = start(&admin, body).await;
    let second = wait_for(&admin, &second, "completed").await;
    assert_eq!(
        (&second["done"], &second["differing"]),
        (&json!(3), &json!(0))
    );
    assert_eq!(turns(&admin, &second, "?onlyDiffering=true").await.len(), 2);
    let query = format!(
        "?onlyDiffering=true&baselineId={}",
        first["id"].as_str().unwrap()
    );
    assert!(turns(&admin, &second, &query).await.is_empty());
    let unknown = json!({"latest": 3, "baselineId": Uuid::from_u128(1)});
    admin.post(PATH, unknown).await.invalid("baselineId");
});

both!(replay_chooses_chats_by_user_rating_and_time, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    talk(&ada).await;
    let ben = world.new_user("ben").await;
    let scripted = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
    let chat_id = chat(&ben).await;
    ask(&ben, chat_id, scripted).await;
    let selected = async |body: Value| {
        let run = start(&admin, body).await;
        wait_for(&admin, &run, "completed").await["chats"].clone()
    };
    assert_eq!(selected(json!({"email": " BEN@example.com "})).await, 1);
    assert_eq!(selected(json!({"since": "2026-11-20T00:00:00Z"})).await, 4);
    let turn_id =
        ben.get(&format!("/api/chats/{chat_id}")).await.ok()["turns"][0]["turnId"].clone();
    let path = format!("/api/turns/{}/rating", turn_id.as_str().unwrap());
    ben.put(&path, json!({"rating": "down"})).await.is(204);
    assert_eq!(selected(json!({"latest": 9, "rating": "down"})).await, 1);
    for (body, field) in [
        (json!({}), "latest"),
        (json!({"latest": 0}), "latest"),
        (json!({"latest": 501}), "latest"),
        (json!({"since": "2027-01-01T00:00:00Z"}), "latest"),
        (json!({"email": "nobody@example.com"}), "email"),
        (json!({"latest": 1, "model": "unknown"}), "model"),
        (json!({"last": 1}), "body"),
        (json!({"latest": 1, "tier": "unknown"}), "tier"),
        (json!({"tag": "unknown"}), "latest"),
    ] {
        admin.post(PATH, body).await.invalid(field);
    }
});

both!(replays_are_paged_filtered_and_for_admins_only, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    talk(&ada).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        world.hand.advance(chrono::TimeDelta::seconds(1));
        let run = start(&admin, json!({"latest": 1})).await;
        ids.push(wait_for(&admin, &run, "completed").await["id"].clone());
    }
    ids.reverse();
    let first = admin.get(&format!("{PATH}?limit=2")).await.ok();
    let cursor = first["nextCursor"].as_str().unwrap();
    let second = send_page(&admin, cursor).await;
    let found: Vec<Value> = [&first, &second]
        .iter()
        .flat_map(|page| page["items"].as_array().unwrap())
        .map(|run| run["id"].clone())
        .collect();
    assert_eq!(found, ids);
    assert!(second["nextCursor"].is_null());
    let failed = admin.get(&format!("{PATH}?status=failed")).await.ok();
    assert_eq!(failed["items"], json!([]));
    let csv = admin.get(&format!("{PATH}?format=csv")).await;
    assert_eq!(csv.text().lines().count(), 4);
    let log = admin.get("/api/admin/audit-log").await.ok();
    let started = log["items"].as_array().unwrap().iter();
    let started = started.filter(|entry| entry["action"] == "replay.started");
    assert_eq!(started.count(), 3);
    let run = format!("{PATH}/{}", ids[0].as_str().unwrap());
    ada.get(PATH).await.problem(403, "forbidden");
    ada.post(PATH, json!({"latest": 1}))
        .await
        .problem(403, "forbidden");
    ada.get(&run).await.problem(403, "forbidden");
    ada.get(&format!("{run}/turns"))
        .await
        .problem(403, "forbidden");
    ada.post(&format!("{run}/cancel"), json!({}))
        .await
        .problem(403, "forbidden");
    ada.post(&format!("{run}/resume"), json!({}))
        .await
        .problem(403, "forbidden");
    let unknown = format!("{PATH}/{}", Uuid::from_u128(1));
    admin.get(&unknown).await.problem(404, "not_found");
    admin
        .post(&format!("{unknown}/cancel"), json!({}))
        .await
        .problem(404, "not_found");
});

async fn send_page(admin: &TestUser, cursor: &str) -> Value {
    let request = admin.request(reqwest::Method::GET, PATH);
    let request = request.query(&[("limit", "2"), ("cursor", cursor)]);
    crate::client::send(request).await.ok()
}

/// Queues a run on another server, and claims it there.
async fn claimed_by_other_server(
    world: &World,
    admin: &TestUser,
    node: &str,
) -> (ClaimedReplay, String) {
    let store: &Store = world.store();
    let run = portolan_domain::NewReplayRun {
        id: world.app().ids.id(),
        node: node.to_owned(),
        selection: ChatSelection {
            latest: Some(1),
            ..ChatSelection::default()
        },
        model: None,
        baseline_id: None,
    };
    let now = world.hand.clock().now();
    let action = portolan_domain::AdminAction {
        id: world.app().ids.id(),
        admin_id: admin.id,
        action: portolan_domain::AdminActionKind::ReplayStarted,
        subject_kind: "replay",
        subject: run.id.to_string(),
        detail: json!({}),
        created_at: now,
    };
    store.create_replay(&run, &action).await.unwrap();
    let claimed = store.claim_replay(node, now).await.unwrap().unwrap();
    (claimed, format!("{PATH}/{}", run.id))
}

both!(
    interrupted_replay_is_resumed_and_its_late_server_fenced_off,
    |world| {
        let (admin, ada) = (admin(world).await, world.new_user("ada").await);
        talk(&ada).await;
        let (claimed, path) = claimed_by_other_server(world, &admin, "gone").await;
        assert_eq!(admin.get(&path).await.ok()["status"], "running");
        let resume = format!("{path}/resume");
        admin
            .post(&resume, json!({}))
            .await
            .problem(409, "replay_not_interrupted");
        // A server that starts again under its name knows that nothing runs.
        assert_eq!(world.store().interrupt_replays("gone").await.unwrap(), 1);
        let interrupted = admin.get(&path).await.ok();
        assert_eq!(interrupted["status"], "interrupted");
        admin.post(&resume, json!({})).await.is(204);
        let run = wait_for(&admin, &interrupted, "completed").await;
        assert_eq!((&run["done"], &run["differing"]), (&json!(1), &json!(0)));
        let now = world.hand.clock().now();
        let store = world.store();
        assert!(!store.renew_replay(&claimed, now).await.unwrap());
        store
            .end_replay(&claimed, (ReplayStatus::Failed, None), now)
            .await
            .unwrap();
        assert!(!store.add_replayed_turns(&claimed, &[], now).await.unwrap());
        assert_eq!(admin.get(&path).await.ok(), run);
    }
);

both!(
    replay_of_unresponsive_server_counts_as_interrupted_and_cancel_is_final,
    |world| {
        let (admin, ada) = (admin(world).await, world.new_user("ada").await);
        talk(&ada).await;
        let (claimed, path) = claimed_by_other_server(world, &admin, "silent").await;
        world.hand.advance(chrono::TimeDelta::minutes(3));
        assert_eq!(admin.get(&path).await.ok()["status"], "interrupted");
        let cancel = format!("{path}/cancel");
        admin.post(&cancel, json!({})).await.is(204);
        assert_eq!(admin.get(&path).await.ok()["status"], "cancelled");
        admin
            .post(&cancel, json!({}))
            .await
            .problem(409, "replay_ended");
        let resume = format!("{path}/resume");
        admin
            .post(&resume, json!({}))
            .await
            .problem(409, "replay_not_interrupted");
        let now = world.hand.clock().now();
        assert!(!world.store().renew_replay(&claimed, now).await.unwrap());
    }
);

both!(answers_of_a_turn_are_shown_side_by_side, |world| {
    let (admin, ada) = (admin(world).await, world.new_user("ada").await);
    talk(&ada).await;
    let first = start(&admin, json!({"latest": 3})).await;
    let first = wait_for(&admin, &first, "completed").await;
    let all = turns(&admin, &first, "").await;
    let turn = all
        .iter()
        .find(|turn| turn["replayed"]["model"] != SCRIPTED);
    let turn = turn.unwrap();
    let path = |run: &Value| {
        let (run, turn) = (
            run["id"].as_str().unwrap(),
            turn["turnId"].as_str().unwrap(),
        );
        format!("{PATH}/{run}/turns/{turn}")
    };
    let answers = admin.get(&path(&first)).await.ok();
    assert_eq!(answers["question"], turn["question"]);
    for side in ["reference", "replayed"] {
        let blocks = answers[side].as_array().unwrap();
        assert!(
            blocks.iter().any(|block| block["type"] == "chart"),
            "{side}"
        );
    }
    // Beside another run, and nothing where that lacks the turn.
    let second = start(&admin, json!({"latest": 3, "model": SCRIPTED})).await;
    let second = wait_for(&admin, &second, "completed").await;
    let query = format!(
        "{}?baselineId={}",
        path(&second),
        first["id"].as_str().unwrap()
    );
    let answers = admin.get(&query).await.ok();
    let has_chart = |side: &str| {
        let blocks = answers[side].as_array().unwrap();
        blocks.iter().any(|block| block["type"] == "chart")
    };
    assert!(has_chart("reference") && !has_chart("replayed"));
    // The owner can read that the chat was looked into.
    let chat = turn["chatId"].as_str().unwrap();
    let views = ada.get(&format!("/api/chats/{chat}/views")).await.ok();
    let reasons: Vec<&Value> = views["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|view| &view["reason"])
        .collect();
    for reason in [
        "Compared an answer with that of a replay",
        "Listed questions of a replay",
    ] {
        assert!(reasons.contains(&&json!(reason)), "{views}");
    }
    let log = admin
        .get("/api/admin/audit-log?action=chat.viewed")
        .await
        .ok();
    assert!(
        log.to_string().contains("Listed questions of a replay"),
        "{log}"
    );
    let csv = format!("{PATH}/{}/turns?format=csv", first["id"].as_str().unwrap());
    assert_eq!(admin.get(&csv).await.text().lines().count(), 1 + all.len());
    ada.get(&path(&first)).await.problem(403, "forbidden");
    let unknown = format!(
        "{PATH}/{}/turns/{}",
        first["id"].as_str().unwrap(),
        Uuid::from_u128(1)
    );
    admin.get(&unknown).await.problem(404, "not_found");
    // Where admins can't read chats, they read no answers either.
    let closed = world
        .restart_with(|settings| settings.chat_viewer = false)
        .await;
    let closed = admin.at(closed.address);
    closed
        .get(&path(&first))
        .await
        .problem(403, "chat_viewer_disabled");
});
