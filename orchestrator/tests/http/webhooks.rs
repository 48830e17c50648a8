//! Webhooks: what users' endpoints are told of, and what happens when they don't accept it.

use std::time::Duration;

use chrono::TimeDelta;
use portolan_store::{DeliveryResult, EndedAttempt};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    chart_refresh::{MORE_TEA, replace},
    chart_versions::{id_of, made, tea},
    charts::{path_of, show},
    client::{TestUser, send},
    stream::{ask, chat},
    webhook_endpoint::WebhookEndpoint,
    world::{PASSWORD, SCRIPTED, World},
};

const WEBHOOKS: &str = "/api/user/webhooks";
const ALL: [&str; 4] = [
    "turn.finished",
    "chart.published",
    "chart.refreshed",
    "limit.reached",
];

async fn create(user: &TestUser, endpoint: &WebhookEndpoint, events: &[&str]) -> Value {
    let body = json!({"url": endpoint.url, "description": " Ours ", "events": events});
    user.post(WEBHOOKS, body).await.is(201).json()
}

fn path(webhook: &Value, rest: &str) -> String {
    format!("{WEBHOOKS}/{}{rest}", webhook["id"].as_str().unwrap())
}

async fn webhooks(user: &TestUser) -> Vec<Value> {
    let list = user.get(WEBHOOKS).await.ok();
    list["items"].as_array().unwrap().clone()
}

/// Looks until the newest deliveries are as wanted: their supervisor works beside the test.
async fn deliveries_until(
    user: &TestUser,
    webhook: &Value,
    is_wanted: impl Fn(&[Value]) -> bool,
) -> Vec<Value> {
    let mut seen = Vec::new();
    for _ in 0..1_000 {
        let list = user.get(&path(webhook, "/deliveries")).await.ok();
        seen.clone_from(list["items"].as_array().unwrap());
        if is_wanted(&seen) {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the deliveries never came to what was wanted: {seen:?}");
}

fn is_settled(status: &str) -> impl Fn(&[Value]) -> bool {
    move |deliveries| {
        !deliveries.is_empty()
            && deliveries
                .iter()
                .all(|delivery| delivery["status"] == status)
    }
}

/// The user with a session that is valid now.
async fn renewed(world: &World, user: &TestUser) -> TestUser {
    let email = user.session["user"]["email"].clone();
    let body = json!({"email": email, "password": PASSWORD});
    let path = "/auth/v1/token?grant_type=password";
    TestUser::of(&world.client(), &world.client().post(path, body).await)
}

both!(finished_turn_is_delivered_with_a_signature, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &["turn.finished"]).await;
    assert_eq!(webhook["description"], "Ours");
    assert_eq!(webhook["status"], "enabled");
    let secret = webhook["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_"));
    let chat_id = chat(&ada).await;
    let body = json!({"text": "[[mock tokens=7]]", "model": SCRIPTED});
    let turn = ask(&ada, chat_id, body).await.turns.pop().unwrap();
    let received = endpoint.wait_for(1).await.remove(0);
    assert!(received.is_signed_by(secret), "{received:?}");
    assert_eq!(received.header("content-type"), "application/json");
    let now = world.hand.clock().now().timestamp().to_string();
    assert_eq!(received.header("webhook-timestamp"), now);
    let event = received.json();
    assert_eq!(event["type"], "turn.finished");
    assert!(event["timestamp"].is_string());
    assert_eq!(event["data"]["chatId"], chat_id.to_string());
    assert_eq!(event["data"]["turnId"], turn.turn_id.to_string());
    assert_eq!(event["data"]["outcome"], "completed");
    assert_eq!(event["data"]["credits"], turn.metered.credits);
    let delivered = deliveries_until(&ada, &webhook, is_settled("delivered")).await;
    assert_eq!(delivered.len(), 1);
    assert_eq!(delivered[0]["eventId"], received.header("webhook-id"));
    assert_eq!(delivered[0]["payload"], event);
    assert_eq!(delivered[0]["attempts"], 1);
    assert_eq!(delivered[0]["lastAttempt"]["responseStatus"], 204);
    // Its secret is told only once.
    let list = ada.get(WEBHOOKS).await;
    assert!(!list.is(200).text().contains("secret"), "{}", list.text());
    // Another user's turns are none of its business.
    let bob = world.new_user("bob").await;
    let chat_id = chat(&bob).await;
    ask(&bob, chat_id, json!({"text": "Hello"})).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(endpoint.received().len(), 1);
});

both!(published_and_refreshed_charts_are_delivered, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &["chart.published", "chart.refreshed"]).await;
    let source = tea(&ada).await;
    let chart = made(&ada, &source).await;
    let chart_id = id_of(&chart);
    show(&ada, chart_id, "public").await;
    let published = endpoint.wait_for(1).await.remove(0).json();
    assert_eq!(published["type"], "chart.published");
    assert_eq!(published["data"]["chartId"], chart_id.to_string());
    assert_eq!(published["data"]["version"], 1);
    assert_eq!(published["data"]["visibility"], "public");
    assert_eq!(published["data"]["title"], chart["title"]);
    // Nothing changes, so nothing is published.
    show(&ada, chart_id, "public").await;
    replace(&ada, &source, "tea.csv", MORE_TEA).await.is(200);
    let refresh = format!("{}/refresh", path_of(chart_id));
    ada.post(&refresh, json!({})).await.is(200);
    // New data, and a second time none.
    ada.post(&refresh, json!({})).await.is(200);
    let refreshed = endpoint.wait_for(2).await.remove(1).json();
    assert_eq!(refreshed["type"], "chart.refreshed");
    assert_eq!(refreshed["data"]["chartId"], chart_id.to_string());
    assert_eq!(refreshed["data"]["version"], 2);
    show(&ada, chart_id, "private").await;
    let delivered = deliveries_until(&ada, &webhook, is_settled("delivered")).await;
    assert_eq!(delivered.len(), 2, "{delivered:?}");
});

both!(reached_limit_is_delivered_once, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &["limit.reached"]).await;
    let chat_id = chat(&ada).await;
    for _ in 0..4 {
        let body = json!({"text": "[[mock tokens=50]]", "model": SCRIPTED});
        ask(&ada, chat_id, body).await;
    }
    let plan = ada.get("/api/user/plan").await.ok();
    assert_eq!(plan["creditsLeft"], 0);
    let reached = endpoint.wait_for(1).await.remove(0).json();
    assert_eq!(reached["type"], "limit.reached");
    assert_eq!(reached["data"]["creditsUsed"], 200);
    assert_eq!(reached["data"]["creditsIncluded"], 200);
    let delivered = deliveries_until(&ada, &webhook, is_settled("delivered")).await;
    assert_eq!(delivered.len(), 1, "{delivered:?}");
});

both!(refused_event_is_sent_again_under_its_id, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    // A redirect is no acceptance, and is not followed.
    endpoint.answer_with([500, 302]);
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    let waiting = deliveries_until(&ada, &webhook, |deliveries| {
        deliveries[0]["lastAttempt"].is_object()
    })
    .await
    .remove(0);
    assert_eq!(waiting["status"], "queued");
    assert_eq!(waiting["lastAttempt"]["responseStatus"], 500);
    assert_eq!(waiting["lastAttempt"]["responseBody"], "Not now.");
    assert!(waiting["lastAttempt"]["error"].is_string());
    assert!(webhooks(&ada).await[0]["failingSince"].is_string());
    world.hand.advance(TimeDelta::seconds(5));
    endpoint.wait_for(2).await;
    deliveries_until(&ada, &webhook, |deliveries| deliveries[0]["attempts"] == 2).await;
    // The next wait is five minutes, less a fifth at most.
    world.hand.advance(TimeDelta::minutes(3));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(endpoint.received().len(), 2);
    world.hand.advance(TimeDelta::minutes(2));
    let received = endpoint.wait_for(3).await;
    let delivered = deliveries_until(&ada, &webhook, is_settled("delivered")).await;
    assert_eq!(delivered[0]["attempts"], 3);
    assert_eq!(webhooks(&ada).await[0].get("failingSince"), None);
    for attempt in &received {
        assert_eq!(attempt.header("webhook-id"), delivered[0]["eventId"]);
        assert_eq!(attempt.body, received[0].body);
        assert!(attempt.is_signed_by(webhook["secret"].as_str().unwrap()));
    }
    let times = received
        .iter()
        .map(|attempt| attempt.header("webhook-timestamp"));
    let times: Vec<&str> = times.collect();
    assert!(times.is_sorted() && times.first() != times.last());
});

both!(unreachable_webhook_is_disabled_after_five_days, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    endpoint.answer_with([503; 40]);
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    // Each attempt is let settle before the clock moves on; the last follows after three days.
    for attempts in 1..=10_u64 {
        deliveries_until(&renewed(world, &ada).await, &webhook, |deliveries| {
            deliveries[0]["attempts"] == attempts && deliveries[0]["lastAttempt"].is_object()
        })
        .await;
        if attempts < 10 {
            world.hand.advance(TimeDelta::hours(24));
        }
        let ada = renewed(world, &ada).await;
        if webhooks(&ada).await[0]["status"] == "failed" {
            assert!(attempts >= 5, "disabled after {attempts} days");
            break;
        }
    }
    let ada = renewed(world, &ada).await;
    assert_eq!(webhooks(&ada).await[0]["status"], "failed");
    let failed = deliveries_until(&ada, &webhook, is_settled("failed")).await;
    assert_eq!(failed.len(), 1);
    let told = world
        .store()
        .deliver_notifications(ada.id, world.hand.clock().now())
        .await
        .unwrap();
    assert!(
        told.iter()
            .any(|told| json!(told)["kind"] == "webhook_disabled"),
        "{told:?}"
    );
    // While it is disabled nothing is recorded, and nothing can be sent.
    ada.post(&path(&webhook, "/test"), json!({}))
        .await
        .problem(409, "conflict");
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, json!({"text": "Hello"})).await;
    deliveries_until(&ada, &webhook, |deliveries| deliveries.len() == 1).await;
    // Once it is enabled, what has failed can be replayed.
    let before = endpoint.received().len();
    let enable = json!({"isEnabled": true});
    let enabled = ada.patch(&path(&webhook, ""), enable).await.ok();
    assert_eq!(enabled["status"], "enabled");
    let since = json!({"since": "2026-11-20T00:00:00Z"});
    let replayed = ada.post(&path(&webhook, "/replay"), since).await;
    assert_eq!(replayed.is(202).json()["queued"], 1);
    let received = endpoint.wait_for(before + 1).await;
    assert_eq!(
        received[before].header("webhook-id"),
        failed[0]["eventId"].as_str().unwrap()
    );
});

both!(webhook_that_is_gone_is_disabled_at_once, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    endpoint.answer_with([410]);
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    deliveries_until(&ada, &webhook, is_settled("failed")).await;
    assert_eq!(webhooks(&ada).await[0]["status"], "failed");
});

both!(delivered_event_can_be_sent_again, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    let first = deliveries_until(&ada, &webhook, is_settled("delivered"))
        .await
        .remove(0);
    assert_eq!(first["event"], "webhook.test");
    assert_eq!(first["payload"]["data"]["webhookId"], webhook["id"]);
    let again = format!("/deliveries/{}/send", first["id"].as_str().unwrap());
    let queued = ada.post(&path(&webhook, &again), json!({})).await;
    assert_eq!(queued.is(202).json()["status"], "queued");
    let received = endpoint.wait_for(2).await;
    assert_eq!(
        received[0].header("webhook-id"),
        received[1].header("webhook-id")
    );
    assert_eq!(received[0].body, received[1].body);
    let unknown = format!("/deliveries/{}/send", Uuid::from_u128(1));
    ada.post(&path(&webhook, &unknown), json!({}))
        .await
        .problem(404, "not_found");
    // Another webhook doesn't have this delivery.
    let other = create(&ada, &endpoint, &ALL).await;
    ada.post(&path(&other, &again), json!({}))
        .await
        .problem(404, "not_found");
});

both!(rotated_secret_signs_beside_the_old_one_for_a_day, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    let rotated = ada.post(&path(&webhook, "/secret"), json!({})).await.ok();
    let [old, new] = [&webhook, &rotated].map(|webhook| webhook["secret"].as_str().unwrap());
    assert_ne!(old, new);
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    let received = endpoint.wait_for(1).await.remove(0);
    assert!(received.is_signed_by(old) && received.is_signed_by(new));
    deliveries_until(&ada, &webhook, is_settled("delivered")).await;
    world.hand.advance(TimeDelta::hours(24));
    let ada = renewed(world, &ada).await;
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    let received = endpoint.wait_for(2).await.remove(1);
    assert!(!received.is_signed_by(old) && received.is_signed_by(new));
});

both!(webhooks_are_their_owners_alone, |world| {
    let (ada, bob) = (world.new_user("ada").await, world.new_user("bob").await);
    let endpoint = WebhookEndpoint::start().await;
    let webhook = create(&ada, &endpoint, &ALL).await;
    assert!(webhooks(&bob).await.is_empty());
    let delivery = format!("/deliveries/{}/send", Uuid::from_u128(1));
    for (method, rest, body) in [
        (Method::PATCH, "", json!({"isEnabled": false})),
        (Method::DELETE, "", json!({})),
        (Method::POST, "/secret", json!({})),
        (Method::POST, "/test", json!({})),
        (
            Method::POST,
            "/replay",
            json!({"since": "2026-01-01T00:00:00Z"}),
        ),
        (Method::GET, "/deliveries", json!({})),
        (Method::POST, &delivery, json!({})),
    ] {
        let address = path(&webhook, rest);
        let asked = bob.request(method.clone(), &address).json(&body);
        send(asked).await.problem(404, "not_found");
        let nobody = world.client().request(method, &address).json(&body);
        send(nobody).await.problem(401, "unauthenticated");
    }
    ada.delete(&path(&webhook, "")).await.is(204);
    assert!(webhooks(&ada).await.is_empty());
});

both!(unusable_webhooks_are_refused, |world| {
    let ada = world.new_user("ada").await;
    let endpoint = WebhookEndpoint::start().await;
    for url in [
        "",
        "hello",
        "ftp://example.com/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data",
        "http://user:password@127.0.0.1:9/",
    ] {
        let body = json!({"url": url, "events": ALL});
        ada.post(WEBHOOKS, body).await.invalid("url");
    }
    for events in [json!([]), json!(["webhook.test"])] {
        let body = json!({"url": endpoint.url, "events": events});
        ada.post(WEBHOOKS, body).await.invalid("events");
    }
    let body = json!({"url": endpoint.url, "events": ["chat.sung"]});
    ada.post(WEBHOOKS, body).await.is(422);
    let body = json!({"url": endpoint.url, "events": ALL, "description": "x".repeat(201)});
    ada.post(WEBHOOKS, body).await.invalid("description");
    for _ in 0..10 {
        create(&ada, &endpoint, &ALL).await;
    }
    let body = json!({"url": endpoint.url, "events": ALL});
    ada.post(WEBHOOKS, body).await.problem(409, "item_limit");
});

both!(disabled_webhook_gets_nothing, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    endpoint.answer_with([500]);
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    endpoint.wait_for(1).await;
    deliveries_until(&ada, &webhook, |deliveries| {
        deliveries[0]["lastAttempt"].is_object()
    })
    .await;
    let changed = json!({"isEnabled": false, "events": ["turn.finished"]});
    let changed = ada.patch(&path(&webhook, ""), changed).await.ok();
    assert_eq!(changed["status"], "disabled");
    assert_eq!(changed["events"], json!(["turn.finished"]));
    deliveries_until(&ada, &webhook, is_settled("failed")).await;
    world.hand.advance(TimeDelta::minutes(30));
    let chat_id = chat(&ada).await;
    ask(&ada, chat_id, json!({"text": "Hello"})).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(endpoint.received().len(), 1);
});

both!(account_takes_its_webhooks_along, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    let webhook = create(&ada, &endpoint, &ALL).await;
    let archive = ada.get("/api/user/export").await;
    let files = crate::account::files(archive.is(200));
    let kept = String::from_utf8_lossy(&files["webhooks.json"]).into_owned();
    assert!(kept.contains(&endpoint.url), "{kept}");
    assert!(!kept.contains("secret"), "{kept}");
    let body = json!({"confirm": "ada@example.com"});
    send(ada.request(Method::DELETE, "/api/user").json(&body))
        .await
        .is(204);
    assert!(world.store().webhooks(ada.id).await.unwrap().is_empty());
    let page = portolan_domain::PageRequest::default();
    let id = webhook["id"].as_str().unwrap().parse().unwrap();
    let deliveries = world.store().webhook_deliveries(id, ada.id, None, &page);
    assert!(deliveries.await.is_err());
});

both!(interrupted_attempt_is_repeated_after_its_lease, |world| {
    let ada = world.new_user("ada").await;
    let endpoint = WebhookEndpoint::start().await;
    let webhook = create(&ada, &endpoint, &ALL).await;
    let id = webhook["id"].as_str().unwrap().parse().unwrap();
    // Recorded for later than now: no supervisor takes it.
    let store = world.store();
    let later = world.hand.clock().now() + TimeDelta::days(1);
    store
        .queue_test_event(id, ada.id, Uuid::from_u128(7), later)
        .await
        .unwrap();
    let lease = TimeDelta::seconds(60);
    let first = store.claim_delivery(later, later + lease).await.unwrap();
    let first = first.unwrap();
    assert_eq!(first.attempt, 1);
    let held = store.claim_delivery(later, later + lease).await.unwrap();
    assert_eq!(held, None, "the first attempt has its lease");
    let after = later + lease;
    let second = store.claim_delivery(after, after + lease).await.unwrap();
    let second = second.unwrap();
    assert_eq!((second.id, second.event_id), (first.id, first.event_id));
    assert_eq!(second.attempt, 2);
    let ended = EndedAttempt {
        result: DeliveryResult::Delivered,
        details: portolan_domain::DeliveryAttempt {
            attempted_at: after,
            duration_millis: 3,
            response_status: Some(200),
            response_body: None,
            error: None,
        },
        disables: false,
    };
    let is_settled = store.settle_delivery(&first, &ended, after).await.unwrap();
    assert!(!is_settled, "its lease has ended");
    assert!(store.settle_delivery(&second, &ended, after).await.unwrap());
    assert!(!store.settle_delivery(&second, &ended, after).await.unwrap());
});

both!(slow_webhook_keeps_no_other_waiting, |world| {
    let (ada, endpoint) = (world.new_user("ada").await, WebhookEndpoint::start().await);
    // Accepts connections and answers nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/", silent.local_addr().unwrap());
    let body = json!({"url": url, "events": ["chart.published"]});
    let slow = ada.post(WEBHOOKS, body).await.is(201).json();
    for _ in 0..20 {
        ada.post(&path(&slow, "/test"), json!({})).await.is(202);
    }
    let webhook = create(&ada, &endpoint, &ALL).await;
    ada.post(&path(&webhook, "/test"), json!({})).await.is(202);
    let waiting = tokio::time::timeout(Duration::from_secs(5), endpoint.wait_for(1));
    assert_eq!(waiting.await.unwrap().len(), 1);
});
