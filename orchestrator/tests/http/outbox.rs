//! The queue of verification emails and text messages.

use std::{collections::BTreeSet, time::Duration};

use chrono::TimeDelta;
use portolan::{
    boot::testing::TestServer,
    http::auth::{AuthOptions, Secret},
};
use portolan_domain::{AdminAction, AdminActionKind, MessageKind, OutboxFilter, PageRequest};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    admin::admin,
    auth_support::{anonymous_client, operator, verify},
    client::TestUser,
    webhook::{Inbox, MailReply, mail_server, mail_server_that, webhook},
    world::World,
};

fn with_operator(options: &mut AuthOptions) {
    options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
    options.mail_interval_seconds = 0;
    options.auto_confirm_email = Some(false);
    options.limits.send = 1_000;
}

async fn ask_code(server: &TestServer, email: &str) -> Value {
    let body = json!({"email": email});
    anonymous_client(server)
        .post("/auth/v1/otp", body)
        .await
        .ok()
}

/// Looks until the list of stuck messages satisfies this.
async fn stuck_until(admin: &TestUser, is_right: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    listed_until(admin, "", is_right).await
}

async fn listed_until(
    admin: &TestUser,
    query: &str,
    is_right: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    for _ in 0..1_000 {
        let list = admin.get(&format!("/api/admin/mail{query}")).await.ok();
        let items = list["items"].as_array().unwrap().clone();
        if is_right(&items) {
            return items;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the list of messages never came to this");
}

fn header<'a>(mail: &'a str, name: &str) -> &'a str {
    mail.lines()
        .find_map(|line| line.strip_prefix(name))
        .unwrap_or_else(|| panic!("{name} in {mail}"))
}

both!(
    temporarily_rejected_email_is_shown_to_admins_and_delivered_once,
    |world| {
        let (inbox, reply) = (Inbox::default(), MailReply::default());
        let smtp = mail_server_that(inbox.clone(), reply.clone()).await;
        let server = world.auth_server_with(Some(smtp), with_operator).await;
        let admin = admin(world).await.at(server.address);
        reply.refuse("451 try again later");
        assert_eq!(ask_code(&server, "ada@example.com").await, json!({}));
        let stuck = stuck_until(&admin, |items| items.len() == 1)
            .await
            .remove(0);
        assert_eq!(stuck["recipient"], "ada@example.com");
        assert_eq!(stuck["status"], "waiting");
        assert_eq!(stuck["purpose"], "magic_link");
        assert!(
            stuck["lastError"].as_str().unwrap().contains("451"),
            "{stuck}"
        );
        // Minute by minute: refused at first, then without a mail server.
        for minute in 1..=5_u64 {
            if minute == 3 {
                reply.go_down();
            }
            world.hand.advance(TimeDelta::minutes(1));
            let is_tried = |items: &[Value]| {
                (items.first()).is_some_and(|item| item["attempts"].as_u64().unwrap() > 1)
            };
            if minute <= 2 {
                stuck_until(&admin, is_tried).await;
            }
        }
        let is_unreachable = |items: &[Value]| {
            (items.first()).is_some_and(|item| !item["lastError"].to_string().contains("451"))
        };
        stuck_until(&admin, is_unreachable).await;
        reply.accept();
        // An attempt that began before may still fail and be made again up to five minutes later.
        for _ in 0..30 {
            world.hand.advance(TimeDelta::minutes(1));
            let arrival = tokio::time::timeout(Duration::from_millis(120), inbox.wait_for(1));
            if arrival.await.is_ok() {
                break;
            }
        }
        // A second copy would come with the next looks.
        for _ in 0..3 {
            world.hand.advance(TimeDelta::minutes(2));
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
        let mails = inbox.wait_for(1).await;
        assert_eq!(mails.len(), 1);
        assert!(stuck_until(&admin, <[Value]>::is_empty).await.is_empty());
        let code = mails[0].split("enter this code: ").nth(1).unwrap();
        let body = json!({"email": "ada@example.com", "token": &code[..6], "type": "email"});
        verify(&anonymous_client(&server), body).await.is(200);
    }
);

both!(retry_sends_a_stuck_message_at_once, |world| {
    let (inbox, reply) = (Inbox::default(), MailReply::default());
    let smtp = mail_server_that(inbox.clone(), reply.clone()).await;
    let server = world.auth_server_with(Some(smtp), with_operator).await;
    let admin = admin(world).await.at(server.address);
    reply.refuse("550 no such mailbox");
    ask_code(&server, "ada@example.com").await;
    let is_failed = |items: &[Value]| items.len() == 1 && items[0]["status"] == "failed";
    let stuck = stuck_until(&admin, is_failed).await.remove(0);
    assert_eq!(stuck["attempts"], 1);
    // The clock stands still: only the admin makes it due.
    reply.accept();
    let path = format!("/api/admin/mail/{}/retry", stuck["id"].as_str().unwrap());
    admin.post(&path, json!({})).await.is(204);
    assert_eq!(inbox.wait_for(1).await.len(), 1);
    stuck_until(&admin, <[Value]>::is_empty).await;
    admin
        .post(&path, json!({}))
        .await
        .problem(409, "message_not_stuck");
    let unknown = format!("/api/admin/mail/{}/retry", Uuid::from_u128(1));
    admin
        .post(&unknown, json!({}))
        .await
        .problem(404, "not_found");
    let ada = world.new_user("ada.other").await.at(server.address);
    ada.post(&path, json!({})).await.problem(403, "forbidden");
    ada.get("/api/admin/mail").await.problem(403, "forbidden");
});

both!(admins_filter_the_queue_by_status, |world| {
    let (inbox, reply) = (Inbox::default(), MailReply::default());
    let smtp = mail_server_that(inbox.clone(), reply.clone()).await;
    let server = world.auth_server_with(Some(smtp), with_operator).await;
    let admin = admin(world).await.at(server.address);
    ask_code(&server, "sent@example.com").await;
    listed_until(&admin, "?status=sent", |items| items.len() == 1).await;
    world.hand.advance(TimeDelta::seconds(1));
    reply.refuse("550 no such mailbox");
    ask_code(&server, "stuck@example.com").await;
    stuck_until(&admin, |items| items.len() == 1).await;
    let recipients = async |query: &str| -> Vec<String> {
        let list = admin.get(&format!("/api/admin/mail{query}")).await.ok();
        let items = list["items"].as_array().unwrap().iter();
        items
            .map(|item| item["recipient"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(recipients("").await, ["stuck@example.com"]);
    assert_eq!(recipients("?status=stuck").await, ["stuck@example.com"]);
    assert_eq!(recipients("?status=sent").await, ["sent@example.com"]);
    assert!(recipients("?status=queued").await.is_empty());
    let all = ["stuck@example.com", "sent@example.com"];
    assert_eq!(recipients("?status=all").await, all);
    assert_eq!(recipients("?status=all&limit=1").await, all[..1]);
    admin.get("/api/admin/mail?status=lost").await.is(422);
});

both!(messages_stop_when_their_code_expires, |world| {
    let reply = MailReply::default();
    let smtp = mail_server_that(Inbox::default(), reply.clone()).await;
    let server = world.auth_server_with(Some(smtp), with_operator).await;
    let admin = admin(world).await.at(server.address);
    reply.refuse("451 try again later");
    ask_code(&server, "ada@example.com").await;
    stuck_until(&admin, |items| items.len() == 1).await;
    world.hand.advance(TimeDelta::hours(2));
    // By then the admin's own session has expired.
    let failed = failed_in_store(world).await;
    assert!(
        failed["lastError"].as_str().unwrap().contains("expired"),
        "{failed}"
    );
    let id: Uuid = failed["id"].as_str().unwrap().parse().unwrap();
    let action = AdminAction {
        id: Uuid::from_u128(7),
        admin_id: admin.id,
        action: AdminActionKind::MailRetried,
        subject_kind: "message",
        subject: id.to_string(),
        detail: json!({}),
        created_at: world.hand.clock().now(),
    };
    let again = world.store().retry_message(id, &action);
    assert!(again.await.is_err());
});

async fn failed_in_store(world: &World) -> Value {
    for _ in 0..1_000 {
        let request = PageRequest::default();
        let page = world
            .store()
            .outbox_messages(&OutboxFilter::default(), &request)
            .await
            .unwrap();
        let items = json!(page.items);
        if items[0]["status"] == "failed" {
            return items[0].clone();
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the message never failed");
}

both!(two_servers_send_each_message_once, |world| {
    let inbox = Inbox::default();
    let smtp = mail_server(inbox.clone()).await;
    let one = world
        .auth_server_with(Some(smtp.clone()), with_operator)
        .await;
    let two = world.auth_server_with(Some(smtp), with_operator).await;
    let admin = admin(world).await.at(one.address);
    for number in 0..20 {
        let server = if number % 2 == 0 { &one } else { &two };
        ask_code(server, &format!("user{number}@example.com")).await;
    }
    // Not before each server knows that its messages have left: a lease that ends in mid-attempt lets the
    // other server send the message again.
    listed_until(&admin, "?status=sent&limit=50", |items| items.len() == 20).await;
    // A second copy would come with the next looks of both, also after leases have ended.
    for _ in 0..3 {
        world.hand.advance(TimeDelta::minutes(2));
        tokio::time::sleep(Duration::from_millis(120)).await;
    }
    let mails = inbox.wait_for(20).await;
    assert_eq!(mails.len(), 20);
    let ids: BTreeSet<&str> = mails
        .iter()
        .map(|mail| header(mail, "Message-ID: "))
        .collect();
    assert_eq!(ids.len(), 20);
});

both!(email_has_text_and_html, |world| {
    let inbox = Inbox::default();
    let smtp = mail_server(inbox.clone()).await;
    let server = world.auth_server_with(Some(smtp), with_operator).await;
    ask_code(&server, "ada@example.com").await;
    let mail = inbox.wait_for(1).await.remove(0);
    assert!(header(&mail, "Content-Type: ").starts_with("multipart/alternative"));
    assert!(
        header(&mail, "Message-ID: ").ends_with("@example.com>"),
        "{mail}"
    );
    for part in [
        "Content-Type: text/plain",
        "Content-Type: text/html",
        "<a href",
    ] {
        assert!(mail.contains(part), "{part} in {mail}");
    }
});

both!(
    signed_in_callers_get_an_error_for_rejected_addresses,
    |world| {
        let reply = MailReply::default();
        let smtp = mail_server_that(Inbox::default(), reply.clone()).await;
        let server = world.auth_server_with(Some(smtp), with_operator).await;
        let ada = world.new_user("ada").await.at(server.address);
        let sent = ada.get("/auth/v1/reauthenticate").await.ok();
        assert_eq!(sent, json!({"delivery": "sent"}));
        reply.refuse("451 try again later");
        let queued = ada.get("/auth/v1/reauthenticate").await.ok();
        assert_eq!(queued, json!({"delivery": "queued"}));
        reply.refuse("550 no such mailbox");
        let body = json!({"email": "wrong@example.com"});
        let refused = operator(&server)
            .post("/auth/v1/invite", body.clone())
            .await;
        assert_eq!(refused.status, 500, "{}", refused.text());
        assert!(
            refused.text().contains("Error sending invite"),
            "{}",
            refused.text()
        );
        // Strangers hear the same of known and unknown addresses.
        for email in [
            "ada@example.com",
            "wrong@example.com",
            "unknown@example.com",
        ] {
            let body = json!({"email": email});
            let answer = anonymous_client(&server)
                .post("/auth/v1/recover", body)
                .await;
            assert_eq!(answer.ok(), json!({}));
        }
    }
);

both!(text_messages_are_queued, |world| {
    let texts = Inbox::default();
    let hook = webhook(&[503], texts.clone()).await;
    let server = world
        .auth_server_with(None, |options| {
            options.phone = true;
            options.sms_webhook = Some(hook.parse().unwrap());
        })
        .await;
    let body = json!({"phone": "+420601234567"});
    anonymous_client(&server)
        .post("/auth/v1/otp", body)
        .await
        .is(200);
    texts.wait_for(1).await;
    for _ in 0..500 {
        world.hand.advance(TimeDelta::seconds(1));
        let waiting = texts.wait_for(2);
        if tokio::time::timeout(Duration::from_millis(20), waiting)
            .await
            .is_ok()
        {
            break;
        }
    }
    let received = texts.wait_for(2).await;
    assert_eq!(received[0], received[1]);
});

both!(queued_content_is_sealed, |world| {
    // No transport of any server takes it, so it stays.
    let smtp = "smtp://127.0.0.1:9".to_owned();
    let server = world
        .auth_server_with(Some(smtp), |options| {
            with_operator(options);
            options.templates.insert(
                "magic_link".into(),
                serde_json::from_value(json!({
                    "subject": "Hello", "text": "recognisable {{ code }}",
                }))
                .unwrap(),
            );
        })
        .await;
    ask_code(&server, "ada@example.com").await;
    let now = world.hand.clock().now() + TimeDelta::minutes(10);
    let claimed = loop {
        let kinds = [Some(MessageKind::Mail), None];
        let claimed = world.store().claim_message(kinds, now, now).await.unwrap();
        if let Some(claimed) = claimed {
            break claimed;
        }
    };
    let bytes = hex::decode(&claimed.sealed_content).unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains("recognisable"));
});
