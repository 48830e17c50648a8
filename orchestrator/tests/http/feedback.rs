use std::time::Duration;

use portolan::feedback::Forwarder;
use portolan_domain::{Feedback, FeedbackItem, FeedbackStatus, FeedbackUser};
use reqwest::Method;
use serde_json::json;

use crate::{
    client::send,
    webhook::{Inbox, mail_server, webhook},
};

both!(feedback_is_accepted, |world| {
    let ada = world.new_user("ada").await;
    let body = json!({"text": "Good.", "metadata": {"route": "/chats"}});
    ada.post("/api/feedback", body).await.is(201);
    for (text, status) in [("x".repeat(10_000), 201), ("ü".repeat(10_000), 201)] {
        let body = json!({"text": text, "metadata": {"route": "/"}});
        ada.post("/api/feedback", body).await.is(status);
    }
});

both!(empty_and_overlong_feedback_is_rejected, |world| {
    let ada = world.new_user("ada").await;
    for text in ["", "  \n", &"x".repeat(10_001)] {
        let body = json!({"text": text, "metadata": {"route": "/"}});
        ada.post("/api/feedback", body).await.invalid("text");
    }
    ada.post("/api/feedback", json!({"text": "Good."}))
        .await
        .invalid("body");
});

both!(signed_out_feedback_requires_email, |world| {
    let visitor = world.client();
    let body = json!({"text": "Hello", "metadata": {"route": "/contact"}});
    visitor
        .post("/api/feedback", body)
        .await
        .invalid("metadata.email");
    let body = json!({"text": "Hello", "metadata": {"route": "/contact", "email": "a@b.example"}});
    visitor.post("/api/feedback", body).await.is(201);
});

both!(feedback_is_limited_to_ten_per_hour, |world| {
    let (ada, bob) = (world.new_user("ada").await, world.new_user("bob").await);
    let body = json!({"text": "Good.", "metadata": {"route": "/"}});
    for _ in 0..10 {
        ada.post("/api/feedback", body.clone()).await.is(201);
    }
    ada.post("/api/feedback", body.clone())
        .await
        .problem(429, "too_many_requests");
    bob.post("/api/feedback", body).await.is(201);
});

both!(unknown_api_path_returns_problem, |world| {
    let ada = world.new_user("ada").await;
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

both!(feedback_forwarding_is_retried_until_delivered, |world| {
    let inbox = Inbox::default();
    let url = webhook(&[500, 503], inbox.clone()).await;
    let server = world.restart_with_webhook(url.parse().unwrap()).await;
    let ada = world.new_user("ada").await.at(server.address);
    let body = json!({"text": "Good.", "metadata": {"route": "/chats"}});
    ada.post("/api/feedback", body).await.is(201);
    inbox.wait_for(1).await;
    // Each attempt waits twice as long as the one before.
    let mut minutes = 0;
    let received = loop {
        world.hand.advance(chrono::TimeDelta::minutes(1));
        minutes += 1;
        let waiting = inbox.wait_for(3);
        if let Ok(received) = tokio::time::timeout(Duration::from_millis(500), waiting).await {
            break received;
        }
    };
    assert!((3..10).contains(&minutes), "after {minutes} minutes");
    assert_eq!(received.len(), 3);
    let item: serde_json::Value = serde_json::from_str(&received[2]).unwrap();
    assert_eq!(item["text"], "Good.");
    assert_eq!(item["user"]["email"], "ada@example.com");
});

#[actix_web::test]
async fn feedback_is_forwarded_by_email() {
    let inbox = Inbox::default();
    let server = mail_server(inbox.clone()).await;
    let forwarder = Forwarder::mail(&server, "portolan@example.com", "team@example.com").unwrap();
    let id = uuid::Uuid::from_u128(7);
    let item = FeedbackItem {
        feedback: Feedback {
            id,
            user_id: Some(id),
            text: "Good.\n.\nVery good, Zoë.".to_owned(),
            metadata: json!({"route": "/chats\r\nBcc: everybody@example.com"}),
            status: FeedbackStatus::New,
            created_at: "2026-11-20T12:00:00Z".parse().unwrap(),
        },
        user: Some(FeedbackUser {
            id,
            email: Some("ada@example.com".to_owned()),
        }),
        reply: None,
        replied_at: None,
    };
    forwarder.forward(&item).await.unwrap();
    let mail = inbox.wait_for(1).await.remove(0);
    assert!(mail.contains("Reply-To: ada@example.com"), "{mail}");
    assert!(mail.contains("To: team@example.com"), "{mail}");
    assert!(!mail.lines().any(|line| line.starts_with("Bcc")), "{mail}");
    assert!(mail.contains(&id.to_string()), "{mail}");
    assert!(Forwarder::mail("ftp://x", "a@b.example", "c@d.example").is_err());
    assert!(Forwarder::mail(&server, "nobody", "c@d.example").is_err());
}
