//! Actions of admins: answers to feedback, exports, and the audit log of all of them.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    admin::admin,
    auth_support::sent_messages,
    charts::{chart, show},
    client::{Client, TestUser},
    stream::chat,
    webhook::{Inbox, mail_server},
    world::{SCRIPTED, World},
};

async fn items(client: &Client, path: &str) -> Vec<Value> {
    let list = client.get(path).await.ok();
    list["items"].as_array().unwrap().clone()
}

async fn write_feedback(client: &Client, text: &str, metadata: Value) {
    let body = json!({"text": text, "metadata": metadata});
    client.post("/api/feedback", body).await.is(201);
}

fn reply_path(item: &Value) -> String {
    format!("/api/admin/feedback/{}/reply", item["id"].as_str().unwrap())
}

both!(feedback_is_answered_once_by_email, |world| {
    let inbox = Inbox::default();
    let smtp = mail_server(inbox.clone()).await;
    let server = world.auth_server_with(Some(smtp), |_| {}).await;
    let admin = admin(world).await.at(server.address);
    let ada = world.new_user("ada").await.at(server.address);
    write_feedback(
        &ada,
        "Line one\n<b>two</b>",
        json!({"route": "/charts?sort=new"}),
    )
    .await;
    world.hand.advance(TimeDelta::seconds(1));
    let visitor = Client::new(server.address);
    let of_visitor = json!({"route": "//evil.example", "email": "visitor@example.com"});
    write_feedback(&visitor, "Hello", of_visitor).await;

    let list = items(&admin, "/api/admin/feedback").await;
    let (of_visitor, of_ada) = (&list[0], &list[1]);
    let path = reply_path(of_ada);
    let reply = json!({"text": " Fixed, thank you. "});
    ada.post(&path, reply.clone())
        .await
        .problem(403, "forbidden");
    admin
        .post(&path, json!({"text": " "}))
        .await
        .invalid("text");
    admin
        .post(&path, json!({"text": "x".repeat(10_001)}))
        .await
        .invalid("text");
    admin.post(&path, reply.clone()).await.is(204);
    admin
        .post(&path, reply.clone())
        .await
        .problem(409, "already_replied");
    let mails = inbox.wait_for(1).await;
    assert_eq!(mails.len(), 1);
    let mail = &mails[0];
    assert!(mail.contains("To: ada@example.com"), "{mail}");
    assert!(mail.contains("Fixed, thank you."), "{mail}");
    assert!(
        mail.contains("/charts?sort=3Dnew") || mail.contains("/charts?sort=new"),
        "{mail}"
    );
    assert!(mail.contains("> Line one"), "{mail}");
    assert!(
        !mail.contains("<b>two</b>\r\n<"),
        "the page is escaped: {mail}"
    );

    // A visitor without an account, whose page is not one of this site.
    admin.post(&reply_path(of_visitor), reply).await.is(204);
    let mails = inbox.wait_for(2).await;
    assert!(mails[1].contains("To: visitor@example.com"), "{}", mails[1]);
    assert!(!mails[1].contains("evil.example"), "{}", mails[1]);

    let list = items(&admin, "/api/admin/feedback").await;
    assert_eq!(list[1]["reply"], "Fixed, thank you.");
    assert_eq!(list[1]["status"], "done");
    assert!(list[1]["repliedAt"].is_string());
    let sent = items(&admin, "/api/admin/mail?status=all&q=VISITOR").await;
    assert_eq!(sent[0]["purpose"], "feedback_reply");
    let log = items(&admin, "/api/admin/audit-log").await;
    assert_eq!(log[0]["action"], "feedback.replied");
    assert_eq!(log[0]["detail"]["recipient"], "visitor@example.com");
    let unknown = format!("/api/admin/feedback/{}/reply", Uuid::from_u128(1));
    let body = json!({"text": "Hello"});
    admin.post(&unknown, body).await.problem(404, "not_found");
});

both!(feedback_reply_reaches_the_development_mailbox, |world| {
    let admin = admin(world).await;
    let ada = world.new_user("ada").await;
    write_feedback(&ada, "Good.", json!({"route": "/chats"})).await;
    let item = items(&admin, "/api/admin/feedback").await.remove(0);
    let reply = json!({"text": "Thank you."});
    admin.post(&reply_path(&item), reply).await.is(204);
    let messages = sent_messages(&world.server, "ada@example.com").await;
    assert_eq!(messages[0].subject, "Re: your feedback on Portolan");
    assert!(
        messages[0].text.starts_with("Thank you."),
        "{}",
        messages[0].text
    );
});

both!(
    feedback_mail_and_chats_are_filtered_paged_and_exported,
    |world| {
        let (admin, ada) = (admin(world).await, world.new_user("ada").await);
        let mut chat_ids = Vec::new();
        for (number, text) in ["One", "Two 100%", "Three"].iter().enumerate() {
            world.hand.advance(TimeDelta::seconds(1));
            let route = format!("/page{number}");
            write_feedback(&ada, text, json!({"route": route})).await;
            let chat_id = chat(&ada).await;
            let body = json!({"text": "[[mock tokens=3]]", "model": SCRIPTED});
            crate::stream::ask(&ada, chat_id, body).await;
            let titled = json!({"title": format!("Rain {text}")});
            ada.patch(&format!("/api/chats/{chat_id}"), titled)
                .await
                .is(204);
            chat_ids.insert(0, chat_id.to_string());
        }
        let ids = async |path: &str, field: &str| {
            let list = items(&admin, path).await;
            let values = list
                .iter()
                .map(|item| item[field].as_str().unwrap().to_owned());
            values.collect::<Vec<_>>()
        };
        let feedback = "/api/admin/feedback";
        let texts = async |query: &str| ids(&format!("{feedback}{query}"), "text").await;
        assert_eq!(texts("").await, ["Three", "Two 100%", "One"]);
        assert_eq!(
            texts("?direction=ascending").await,
            ["One", "Two 100%", "Three"]
        );
        assert_eq!(texts("?q=0%25").await, ["Two 100%"]);
        assert_eq!(texts("?q=PAGE2").await, ["Three"]);
        assert_eq!(texts("?q=ada@").await.len(), 3);
        let first = items(&admin, feedback).await.remove(0);
        let path = format!("{feedback}/{}", first["id"].as_str().unwrap());
        admin.patch(&path, json!({"status": "seen"})).await.is(204);
        assert_eq!(texts("?status=seen").await, ["Three"]);
        assert_eq!(texts("?status=new").await, ["Two 100%", "One"]);

        let chats = "/api/admin/chats/latest";
        let found = async |query: &str| ids(&format!("{chats}{query}"), "chatId").await;
        assert_eq!(found("").await, chat_ids);
        // Titles are not searched.
        assert_eq!(found("?q=two").await, [] as [&str; 0]);
        assert_eq!(found("?q=ADA").await.len(), 3);
        assert_eq!(found("?q=eve").await, [] as [&str; 0]);
        let page = admin.get(&format!("{chats}?limit=2")).await.ok();
        let cursor = page["nextCursor"].as_str().unwrap();
        let request = admin.request(Method::GET, chats);
        let request = request.query(&[("limit", "2"), ("cursor", cursor)]);
        let rest: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(rest["items"][0]["chatId"], chat_ids[2]);
        assert_eq!(rest["nextCursor"], Value::Null);

        for (path, header, rows) in [
            (
                feedback,
                "createdAt,status,user.email,metadata.email,metadata.route,text,repliedAt,reply",
                3,
            ),
            (
                chats,
                "chatId,user.email,user.username,model,running,outcome,turns,credits,createdAt,updatedAt",
                3,
            ),
            (
                "/api/admin/mail",
                "createdAt,kind,purpose,recipient,status,attempts,lastError,expiresAt",
                0,
            ),
            (
                "/api/admin/contributors",
                "user.id,user.email,user.username,items,views,recentViews",
                0,
            ),
        ] {
            let export = admin.get(&format!("{path}?format=csv&limit=1")).await;
            assert!(
                export.header("content-type").starts_with("text/csv"),
                "{path}"
            );
            let text = export.text();
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(
                (lines[0], lines.len()),
                (header, rows + 1),
                "{path}: {text}"
            );
        }
        let exports = items(&admin, "/api/admin/audit-log").await;
        let exported = exports
            .iter()
            .filter(|entry| entry["action"] == "list.exported");
        assert_eq!(exported.count(), 4);
    }
);

both!(disabled_chat_viewer_shows_no_content, |world| {
    let server = world
        .restart_with(|settings| settings.chat_viewer = false)
        .await;
    let admin = admin(world).await.at(server.address);
    let ada = world.new_user("ada").await.at(server.address);
    let chat_id = chat(&ada).await;
    let mut events = admin
        .request(Method::GET, "/api/admin/chats/events")
        .send()
        .await
        .unwrap();
    let body = json!({"text": "[[mock tokens=3]] secret", "model": SCRIPTED});
    crate::stream::ask(&ada, chat_id, body).await;
    for part in ["", "/events"] {
        let path = format!("/api/admin/chats/{chat_id}{part}?reason=help");
        admin.get(&path).await.problem(403, "chat_viewer_disabled");
    }
    let list = items(&admin, "/api/admin/chats/latest").await;
    assert_eq!(list[0]["chatId"], json!(chat_id));
    assert!(!list[0].to_string().contains("secret"), "{list:?}");
    let export = admin.get("/api/admin/chats/latest?format=csv").await;
    assert!(!export.text().contains("secret"), "{}", export.text());
    assert_eq!(
        items(&admin, "/api/admin/chats/latest?q=secret").await,
        [] as [Value; 0]
    );
    let mut seen = String::new();
    while !seen.contains("\"running\":false") {
        let chunk = events.chunk().await.unwrap().expect("the stream goes on");
        seen.push_str(std::str::from_utf8(&chunk).unwrap());
    }
    assert!(!seen.contains("secret"), "{seen}");
    let views = ada.get(&format!("/api/chats/{chat_id}/views")).await.ok();
    assert_eq!(views["items"], json!([]));
});

/// The operations of the document that change something in the admin area, as `POST /api/admin/…`.
async fn changing_operations(admin: &TestUser) -> BTreeSet<String> {
    let document = admin.get("/api/openapi.json").await.ok();
    let paths = document["paths"].as_object().unwrap().iter();
    let admin_paths = paths.filter(|(path, _)| path.starts_with("/api/admin"));
    let operations = admin_paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        let changing =
            methods.filter(|method| ["post", "put", "patch", "delete"].contains(&method.as_str()));
        changing.map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    operations.collect()
}

async fn store_failed_message(world: &World) {
    world
        .store()
        .damage(
            "INSERT INTO outbox (id, kind, purpose, recipient, sealed_content, status, attempts, due_at, last_error, \
             expires_at, created_at) VALUES ('00000000-0000-4000-8000-000000000001', 'mail', 'recovery', \
             'ada@example.com', '', 'failed', 1, 0, 'refused', 9000000000000, 0)",
        )
        .await;
}

/// Two replays on another server: one that waits, one that was interrupted.
async fn store_replays(world: &World) -> [String; 2] {
    world
        .store()
        .damage(
            "INSERT INTO replay_runs (id, node, selection, status, attempt, chats, turns, done, differing, refused, \
             credits, created_at, seen_at) SELECT id, 'elsewhere', '{\"latest\": 1}', status, 0, 0, 0, 0, 0, 0, 0, 0, \
             9000000000000 FROM (SELECT '00000000-0000-4000-8000-000000000002' AS id, 'queued' AS status \
             UNION ALL SELECT '00000000-0000-4000-8000-000000000003', 'interrupted') AS replays",
        )
        .await;
    [2, 3].map(|at| Uuid::from_u128(0x4000_8000_0000_0000_0000 + at).to_string())
}

both!(every_admin_action_is_in_the_audit_log, |world| {
    let admin = admin(world).await;
    let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
    let store = world.store();
    store.set_rights(eve.id, false, true).await.unwrap();
    let (ada_chart, _) = chart(&ada).await;
    show(&ada, ada_chart, "public").await;
    let (eve_chart, _) = chart(&eve).await;
    show(&eve, eve_chart, "public").await;
    let application = json!({"reason": "I chart the tides."});
    ada.post("/api/contributor/application", application)
        .await
        .is(204);
    let proposal = format!("/api/contributor/proposals/chart/{eve_chart}");
    eve.put(&proposal, json!({})).await.is(204);
    write_feedback(&ada, "Good.", json!({"route": "/chats"})).await;
    let feedback = items(&admin, "/api/admin/feedback").await.remove(0);
    let key = json!({"name": "Nightly", "scopes": ["read"]});
    let key = ada.post("/api/user/api-keys", key).await.is(201).json();
    store_failed_message(world).await;
    let [waiting, interrupted] = store_replays(world).await;

    let because = json!({"reason": "A test"});
    let decided = json!({"isAccepted": true, "reason": "A test"});
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (ada_id, eve_id, chart_id) = (
        ada.id.to_string(),
        eve.id.to_string(),
        ada_chart.to_string(),
    );
    let (feedback_id, key_id) = (text(&feedback["id"]), text(&key["id"]));
    let message_id = Uuid::from_u128(0x4000_8000_0000_0000_0001).to_string();
    let order = json!({"items": [{"kind": "chart", "id": ada_chart}]});
    let credits = json!({"kind": "grant", "credits": 5, "reason": "A test"});
    let steps = [
        (
            "PUT /api/admin/discover/{kind}/{itemId}",
            vec!["chart", &chart_id],
            json!({}),
            "item.featured",
        ),
        ("PUT /api/admin/discover", vec![], order, "discover.ordered"),
        (
            "DELETE /api/admin/discover/{kind}/{itemId}",
            vec!["chart", &chart_id],
            json!({}),
            "item.unfeatured",
        ),
        (
            "PUT /api/admin/hidden/{kind}/{itemId}",
            vec!["chart", &chart_id],
            because.clone(),
            "item.hidden",
        ),
        (
            "DELETE /api/admin/hidden/{kind}/{itemId}",
            vec!["chart", &chart_id],
            json!({}),
            "item.shown",
        ),
        (
            "POST /api/admin/contributor-applications/{userId}",
            vec![&ada_id],
            decided.clone(),
            "contributor.accepted",
        ),
        (
            "POST /api/admin/proposals/{kind}/{itemId}",
            vec!["chart"],
            decided,
            "proposal.accepted",
        ),
        (
            "POST /api/admin/contributors/{userId}/withdraw",
            vec![&eve_id],
            because.clone(),
            "contributor.withdrawn",
        ),
        (
            "POST /api/admin/users/{userId}/credits",
            vec![&ada_id],
            credits,
            "credits.granted",
        ),
        (
            "POST /api/admin/users/{userId}/suspend",
            vec![&eve_id],
            because.clone(),
            "user.suspended",
        ),
        (
            "POST /api/admin/users/{userId}/restore",
            vec![&eve_id],
            because,
            "user.restored",
        ),
        (
            "PATCH /api/admin/feedback/{feedbackId}",
            vec![&feedback_id],
            json!({"status": "seen"}),
            "feedback.updated",
        ),
        (
            "POST /api/admin/feedback/{feedbackId}/reply",
            vec![&feedback_id],
            json!({"text": "Thanks."}),
            "feedback.replied",
        ),
        (
            "DELETE /api/admin/api-keys/{keyId}",
            vec![&key_id],
            json!({}),
            "api_key.revoked",
        ),
        (
            "POST /api/admin/mail/{messageId}/retry",
            vec![&message_id],
            json!({}),
            "mail.retried",
        ),
        (
            "POST /api/admin/models/test",
            vec![],
            json!({"model": SCRIPTED}),
            "model.tested",
        ),
        (
            "POST /api/admin/replays",
            vec![],
            json!({"latest": 1}),
            "replay.started",
        ),
        (
            "POST /api/admin/replays/{runId}/cancel",
            vec![&waiting],
            json!({}),
            "replay.cancelled",
        ),
        (
            "POST /api/admin/replays/{runId}/resume",
            vec![&interrupted],
            json!({}),
            "replay.resumed",
        ),
    ];
    let mut expected = Vec::new();
    let mut covered = BTreeSet::new();
    let eve_chart = eve_chart.to_string();
    for (operation, values, body, action) in steps {
        world.hand.advance(TimeDelta::seconds(1));
        let (method, template) = operation.split_once(' ').unwrap();
        let mut values = values.into_iter().chain([eve_chart.as_str()]);
        let parts = template.split('/').map(|part| match part.starts_with('{') {
            true => values.next().unwrap().to_owned(),
            false => part.to_owned(),
        });
        let path = parts.collect::<Vec<_>>().join("/");
        let request = admin.request(method.parse().unwrap(), &path).json(&body);
        let answer = crate::client::send(request).await;
        assert!(
            answer.status < 300,
            "{operation}: {} {}",
            answer.status,
            answer.text()
        );
        covered.insert(operation.to_owned());
        expected.insert(0, action);
        let log = items(&admin, "/api/admin/audit-log").await;
        let actions: Vec<&str> = log
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect();
        assert_eq!(actions, expected, "{operation}");
        assert_eq!(log[0]["admin"]["email"], "admin@example.com", "{operation}");
    }
    assert_eq!(
        covered,
        changing_operations(&admin).await,
        "an operation has no step above"
    );
});
