//! Admin views, and their record for the owners of viewed chats.

use std::time::Duration;

use actix::Actor;
use portolan_blocks::Outcome;
use portolan_chat_actors::{ChatViewer, WatchLatest, notify_moved};
use portolan_domain::{AdminAction, AdminActionKind};
use portolan_store::Store;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    client::TestUser,
    stream::{Stream, accepted, ask, chat, get_chat, post_message},
    world::{SCRIPTED, World},
};

const SHORT: &str = "[[mock tokens=3]]";

pub async fn admin(world: &World) -> TestUser {
    let admin = world.new_user("admin").await;
    world
        .store()
        .set_rights(admin.id, true, false)
        .await
        .unwrap();
    admin
}

fn latest(items: &Value) -> Vec<(String, bool)> {
    let items = items["items"].as_array().unwrap().iter();
    items
        .map(|item| {
            let id = item["chatId"].as_str().unwrap().to_owned();
            (id, item["running"].as_bool().unwrap())
        })
        .collect()
}

/// Polls until the list matches.
async fn latest_is(admin: &TestUser, wanted: &[(Uuid, bool)]) -> Value {
    let wanted: Vec<_> = wanted
        .iter()
        .map(|(id, runs)| (id.to_string(), *runs))
        .collect();
    for _ in 0..1_000 {
        let list = admin.get("/api/admin/chats/latest").await.ok();
        if latest(&list) == wanted {
            return list;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the list never came to {wanted:?}");
}

both!(only_admins_reach_the_admin_pages, |world| {
    let ada = world.new_user("ada").await;
    let id = Uuid::from_u128(1);
    for path in [
        "/api/admin/chats/latest".to_owned(),
        "/api/admin/chats/events".to_owned(),
        format!("/api/admin/chats/{id}?reason=x"),
        format!("/api/admin/chats/{id}/events?reason=x"),
        "/api/admin/user-usage".to_owned(),
        "/api/admin/feedback".to_owned(),
        "/api/admin/models".to_owned(),
        "/api/admin/audit-log".to_owned(),
        format!("/api/admin/models/offered?model={SCRIPTED}"),
    ] {
        ada.get(&path).await.problem(403, "forbidden");
        world
            .client()
            .get(&path)
            .await
            .problem(401, "unauthenticated");
    }
    // Callers without the role can't tell which paths exist.
    let admin = admin(world).await;
    for path in ["/api/admin", "/api/admin/", "/api/admin/nothing/here"] {
        ada.get(path).await.problem(403, "forbidden");
        let anyone = world.client().get(path).await;
        anyone.problem(401, "unauthenticated");
        admin.get(path).await.problem(404, "not_found");
    }
    let path = format!("/api/admin/feedback/{id}");
    let body = json!({"status": "seen"});
    ada.patch(&path, body.clone())
        .await
        .problem(403, "forbidden");
    world
        .client()
        .patch(&path, body)
        .await
        .problem(401, "unauthenticated");
});

both!(admin_tests_the_connection_to_a_model, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let asked = json!({"model": SCRIPTED});
    ada.post("/api/admin/models/test", asked.clone())
        .await
        .problem(403, "forbidden");
    let report = admin.post("/api/admin/models/test", asked).await.ok();
    assert_eq!(report["model"], SCRIPTED);
    assert_eq!(report["streaming"], true);
    assert_eq!(
        (&report["tools"], &report["usage"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(report["error"], Value::Null);
    admin
        .post("/api/admin/models/test", json!({"model": "gpt-9"}))
        .await
        .problem(409, "model_unknown");
    // The call that was made is in the audit log, the refused ones are not.
    let log = admin.get("/api/admin/audit-log").await.ok();
    let log = log["items"].as_array().unwrap();
    assert_eq!(log.len(), 1);
    assert_eq!(
        (
            &log[0]["action"],
            &log[0]["subject"],
            &log[0]["admin"]["email"]
        ),
        (
            &json!("model.tested"),
            &json!(SCRIPTED),
            &json!("admin@example.com")
        )
    );
    let models = admin.get("/api/admin/models").await.ok();
    let scripted = models.as_array().unwrap().iter();
    let scripted: Vec<&Value> = scripted.filter(|model| model["id"] == SCRIPTED).collect();
    assert_eq!(scripted[0]["provider"], "generic");
    assert_eq!(scripted[0]["api"], "chat_completions");
    for price in ["inputPrice", "outputPrice"] {
        assert!(scripted[0][price].is_u64(), "{}", scripted[0]);
    }
    let path = format!("/api/admin/models/offered?model={SCRIPTED}");
    let offered = admin.get(&path).await.ok();
    assert_eq!(offered[0]["id"], "mock");
});

both!(whole_list_is_exported_as_csv_and_recorded, |world| {
    let admin = admin(world).await;
    let mut expected = 0;
    while expected < 3 {
        let asked = json!({"model": SCRIPTED});
        admin.post("/api/admin/models/test", asked).await.is(200);
        expected += 1;
    }
    let path = "/api/admin/audit-log?format=csv&limit=1";
    let export = admin.request(Method::GET, path).send().await.unwrap();
    assert_eq!(export.status(), 200);
    let text = export.text().await.unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "createdAt,admin.email,action,subjectKind,subject,detail"
    );
    // The export is the first of the lines that it has.
    assert_eq!(lines.len(), 1 + 1 + 3, "{text}");
    assert!(lines[1].contains("list.exported"), "{text}");
    assert!(
        lines[4].contains("admin@example.com,model.tested"),
        "{text}"
    );
});

both!(export_of_several_pages_has_all_rows_in_order, |world| {
    let admin = admin(world).await;
    for number in 0..450 {
        world.hand.advance(chrono::TimeDelta::seconds(1));
        let action = AdminAction {
            id: Uuid::from_u128(0x4000_8000_0000_0000_0000 + number),
            admin_id: admin.id,
            action: AdminActionKind::ItemHidden,
            subject_kind: "chart",
            subject: format!("chart {number}"),
            detail: json!({}),
            created_at: world.hand.clock().now(),
        };
        world.store().record_admin_action(&action).await.unwrap();
    }
    for (direction, first) in [("ascending", 0_i32), ("descending", 449)] {
        let path =
            format!("/api/admin/audit-log?format=csv&action=item.hidden&direction={direction}");
        let text = admin.get(&path).await.text();
        let subjects = text.lines().skip(1).map(|line| {
            let subject = line.split(',').nth(4).unwrap();
            subject.strip_prefix("chart ").unwrap().parse().unwrap()
        });
        let subjects: Vec<i32> = subjects.collect();
        let expected: Vec<i32> = (0..450).map(|number| (first - number).abs()).collect();
        assert_eq!(subjects, expected);
    }
});

both!(short_lists_are_exported_as_csv, |world| {
    let admin = admin(world).await;
    for (path, header) in [
        ("/api/admin/models", "id,title,isDefault"),
        ("/api/admin/discover", "kind,id,title"),
        ("/api/admin/proposals", "kind,id,title"),
        ("/api/admin/contributor-applications", "user.id,user.email"),
    ] {
        let export = admin.get(&format!("{path}?format=csv")).await;
        assert!(
            export.header("content-type").starts_with("text/csv"),
            "{path}"
        );
        assert!(
            export.text().starts_with(header),
            "{path}: {}",
            export.text()
        );
    }
    let models = admin.get("/api/admin/models?format=csv").await;
    assert!(models.text().contains(SCRIPTED), "{}", models.text());
});

both!(latest_chats_are_listed_and_updated_live, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let events = admin.request(Method::GET, "/api/admin/chats/events");
    let mut events = events.send().await.unwrap();
    assert_eq!(events.status(), 200);
    let first = chat(&ada).await;
    ask(&ada, first, json!({"text": SHORT, "model": SCRIPTED})).await;
    world.hand.advance(chrono::TimeDelta::seconds(1));
    let second = chat(&ada).await;
    let stalls = json!({"text": "[[mock tokens=9,fault=stall,after=2]]", "model": SCRIPTED});
    accepted(&post_message(&ada, second, stalls).await);
    let list = latest_is(&admin, &[(second, true), (first, false)]).await;
    let item = &list["items"][1];
    assert_eq!(item["user"]["email"], "ada@example.com");
    // Nothing that was written: reading a chat takes a reason.
    assert_eq!((item.get("title"), item.get("lastMessage")), (None, None));
    assert_eq!((&item["turns"], &item["credits"]), (&json!(1), &json!(3)));
    assert_eq!(
        (&item["model"], &item["outcome"]),
        (&json!(SCRIPTED), &json!("completed"))
    );
    let few = admin.get("/api/admin/chats/latest?limit=1").await.ok();
    assert_eq!(latest(&few), [(second.to_string(), true)]);
    admin
        .get("/api/admin/chats/latest?limit=0")
        .await
        .invalid("limit");
    // Both chats sent events while they ran.
    let mut text = String::new();
    let told = |id: Uuid, running: bool| {
        (
            format!("\"chatId\":\"{id}\""),
            format!("\"running\":{running}"),
        )
    };
    for (id, running) in [told(first, false), told(second, true)] {
        while !text
            .lines()
            .any(|line| line.contains(&id) && line.contains(&running))
        {
            let chunk = events.chunk().await.unwrap().expect("the stream goes on");
            text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }
    assert!(text.contains("event: chat.latest"), "{text}");
    ada.post(&format!("/api/chats/{second}/cancel"), json!({}))
        .await
        .is(204);
    latest_is(&admin, &[(second, false), (first, false)]).await;
});

both!(admin_view_of_chat_requires_reason_shown_to_owner, |world| {
    let admin = admin(world).await;
    admin
        .patch("/api/user/profile", json!({"username": "keeper"}))
        .await
        .is(200);
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, json!({"text": SHORT, "model": SCRIPTED})).await;
    let path = format!("/api/admin/chats/{chat_id}");
    for query in ["", "?reason=", "?reason=%20"] {
        admin
            .get(&format!("{path}{query}"))
            .await
            .problem(422, "reason_required");
        admin
            .get(&format!("{path}/events{query}"))
            .await
            .problem(422, "reason_required");
    }
    let views = format!("/api/chats/{chat_id}/views");
    assert_eq!(ada.get(&views).await.ok()["items"], json!([]));
    let seen = admin
        .get(&format!("{path}?reason=A%20complaint"))
        .await
        .ok();
    assert_eq!(seen, ada.get(&format!("/api/chats/{chat_id}")).await.ok());
    admin
        .get(&format!("{path}?reason=A%20complaint"))
        .await
        .is(200);
    let items = ada.get(&views).await.ok()["items"].clone();
    let expected = json!([{"admin": {"username": "keeper"}, "reason": "A complaint", "viewedAt": "2026-11-20T12:00:00Z"}]);
    assert_eq!(items, expected);
    // Only the owner sees who looked.
    admin.get(&views).await.problem(404, "not_found");
    admin
        .get(&format!("/api/chats/{chat_id}"))
        .await
        .problem(404, "not_found");
    let nowhere = format!("/api/admin/chats/{}?reason=x", Uuid::from_u128(1));
    admin.get(&nowhere).await.problem(404, "not_found");
});

both!(admin_receives_same_turn_events_as_owner, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let path = format!("/api/admin/chats/{chat_id}/events?reason=help");
    let mut watching = Stream::at(&admin, &path).await;
    let mut own = Stream::open(&ada, chat_id).await;
    let turn = json!({"text": "[[mock tokens=12]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, turn).await);
    assert_eq!(watching.outcome(turn_id).await, own.outcome(turn_id).await);
    let stored = |stream: &Stream| -> Vec<_> {
        let seen = stream
            .seen
            .iter()
            .filter(|seen| seen.id.as_ref().is_some_and(|id| !id.contains('.')));
        seen.map(|seen| (seen.id.clone(), seen.event.clone()))
            .collect()
    };
    assert_eq!(stored(&watching), stored(&own));
});

both!(admin_streams_end_when_admin_right_is_revoked, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    let path = format!("/api/admin/chats/{chat_id}/events?reason=help");
    let mut watching = Stream::at(&admin, &path).await;
    let mut latest = Stream::at(&admin, "/api/admin/chats/events").await;
    let mut own = Stream::open(&ada, chat_id).await;
    let store = world.store();
    store.set_rights(admin.id, false, false).await.unwrap();
    world.hand.advance(chrono::TimeDelta::seconds(61));
    let turn = json!({"text": "[[mock tokens=12]]", "model": SCRIPTED});
    let turn_id = accepted(&post_message(&ada, chat_id, turn).await);
    assert_eq!(own.outcome(turn_id).await, Outcome::Completed);
    assert_eq!(watching.next().await.map(|seen| seen.event), None);
    assert_eq!(latest.next().await.map(|seen| seen.event), None);
});

both!(usage_is_listed_per_user, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, json!({"text": SHORT, "model": SCRIPTED})).await;
    let charged = get_chat(&ada, chat_id).await.turns[0].metered.credits;
    let all = admin.get("/api/admin/user-usage").await.ok();
    assert_eq!(all["items"].as_array().unwrap().len(), 2);
    let found = admin.get("/api/admin/user-usage?q=ADA").await.ok();
    let user = &found["items"][0];
    assert_eq!(found["items"].as_array().unwrap().len(), 1);
    assert_eq!(user["userId"], json!(ada.id));
    assert_eq!(
        (&user["creditsUsed"], &user["turns"]),
        (&json!(charged), &json!(1))
    );
    assert_eq!(user["creditsTotal"], 200);
    let page = admin.get("/api/admin/user-usage?limit=1").await.ok();
    let next = page["nextCursor"].as_str().unwrap();
    let page = admin
        .get(&format!("/api/admin/user-usage?limit=1&cursor={next}"))
        .await
        .ok();
    assert_eq!(page["items"][0]["email"], "admin@example.com");
    assert_eq!(page["nextCursor"], Value::Null);
});

both!(admin_lists_feedback_and_changes_its_status, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    let body = json!({"text": "Good.", "metadata": {"route": "/chats"}});
    ada.post("/api/feedback", body).await.is(201);
    let list = admin.get("/api/admin/feedback").await.ok();
    let item = &list["items"][0];
    assert_eq!(
        (&item["text"], &item["status"]),
        (&json!("Good."), &json!("new"))
    );
    assert_eq!(
        item["user"],
        json!({"id": ada.id, "email": "ada@example.com"})
    );
    let path = format!("/api/admin/feedback/{}", item["id"].as_str().unwrap());
    admin.patch(&path, json!({"status": "done"})).await.is(204);
    admin
        .patch(&path, json!({"status": "lost"}))
        .await
        .invalid("body");
    let list = admin.get("/api/admin/feedback").await.ok();
    assert_eq!(list["items"][0]["status"], "done");
    let nowhere = format!("/api/admin/feedback/{}", Uuid::from_u128(1));
    admin
        .patch(&nowhere, json!({"status": "done"}))
        .await
        .problem(404, "not_found");
});

both!(
    chat_list_stays_responsive_with_more_updates_than_it_can_show,
    |world| {
        let ada = world.new_user("ada").await;
        let chat_id = chat(&ada).await;
        ask(&ada, chat_id, json!({"text": SHORT, "model": SCRIPTED})).await;
        let store: Store = world.store().clone();
        let viewer = ChatViewer::new(store, Duration::from_millis(20)).start();
        let mut tail = viewer.send(WatchLatest).await.unwrap();
        // Nothing here waits for the viewer, which cannot even run meanwhile: what does not fit is lost.
        for number in 0..100_000 {
            notify_moved(&viewer, Uuid::from_u128(number));
        }
        // And found again.
        let mut seen = String::new();
        while !seen.contains(&chat_id.to_string()) {
            let frames = tail.next().await.expect("the viewer goes on");
            seen.push_str(std::str::from_utf8(&frames).unwrap());
        }
        assert!(seen.contains("\"running\":false"), "{seen}");
    }
);

both!(unread_event_flood_does_not_slow_other_chats, |world| {
    let (ada, bob) = (world.new_user("ada").await, world.new_user("bob").await);
    world
        .store()
        .set_credits(ada.id, 1_000, world.hand.clock().now())
        .await
        .unwrap();
    let flooded = chat(&ada).await;
    // Open, and not read.
    let unread = Stream::open(&ada, flooded).await;
    let flood = json!({"text": "[[mock tokens=40000]]", "model": SCRIPTED});
    let flood = accepted(&post_message(&ada, flooded, flood).await);
    let quiet = chat(&bob).await;
    for _ in 0..5 {
        let chat = ask(&bob, quiet, json!({"text": SHORT, "model": SCRIPTED})).await;
        assert!(chat.turns.iter().all(|turn| turn.outcome.is_some()));
    }
    drop(unread);
    Stream::open(&ada, flooded).await.outcome(flood).await;
});
