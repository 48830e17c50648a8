//! Small holes that were measured from outside, and stay closed.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use portolan::http::auth::Secret;
use portolan_auth::{Claims, Keys};
use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    auth_support::{anonymous_client, sent_messages, sign_in},
    chart_versions::{made, tea},
    client::{TestUser, send},
    world::PASSWORD,
};

both!(otp_answers_known_and_unknown_addresses_alike, |world| {
    let server = world.auth_server(|options| options.phone = true).await;
    world.new_user("ada").await;
    let client = anonymous_client(&server);
    let body = json!({"phone": "+420601000001", "password": "secret 1"});
    client.post("/auth/v1/signup", body).await.is(200);
    let asked = async |member: &str, value: &str| {
        let body = json!({member: value, "create_user": false});
        // The second request comes too soon, for known and unknown addresses.
        let first = client.post("/auth/v1/otp", body.clone()).await;
        let second = client.post("/auth/v1/otp", body).await;
        [first, second].map(|answer| {
            let mut json = answer.json();
            if let Some(id) = json.get_mut("message_id") {
                *id = json!("some id");
            }
            (answer.status, json)
        })
    };
    let known = asked("email", "ada@example.com").await;
    assert_eq!((known[0].0, known[1].0), (200, 429));
    assert_eq!(asked("email", "eve@example.com").await, known);
    assert!(sent_messages(&server, "eve@example.com").await.is_empty());
    world.hand.advance(chrono::TimeDelta::seconds(120));
    let known = asked("phone", "+420601000001").await;
    assert_eq!((known[0].0, known[1].0), (200, 429));
    assert_eq!(asked("phone", "+420601000002").await, known);
    assert!(sent_messages(&server, "420601000002").await.is_empty());
});

both!(
    preview_of_another_users_private_chart_looks_like_an_unknown_chart,
    |world| {
        let (ada, eve) = (world.new_user("ada").await, world.new_user("eve").await);
        let chart = made(&ada, &tea(&ada).await).await;
        let query = json!({"sql": "SELECT 1 AS one", "sourceIds": []});
        for path in ["/api/charts/preview", "/functions/v1/preview-chart"] {
            for query in [Value::Null, query.clone()] {
                for kind in ["table", "plot", "markmap"] {
                    let ask = async |id: Value| {
                        let body = json!({"kind": kind, "spec": {}, "chartId": id, "query": query});
                        let answer = eve.post(path, body).await;
                        (answer.status, answer.json())
                    };
                    let unknown = ask(json!(Uuid::nil())).await;
                    assert_eq!(
                        ask(chart["id"].clone()).await,
                        unknown,
                        "{path} {kind} {query}"
                    );
                }
            }
        }
    }
);

both!(metrics_require_the_configured_token, |world| {
    world
        .client()
        .get("/metrics")
        .await
        .problem(404, "not_found");
    let server = world
        .restart_with(|settings| settings.metrics_token = Some(Secret("a token".into())))
        .await;
    let client = anonymous_client(&server);
    client.get("/metrics").await.problem(401, "unauthenticated");
    let other = client.with_token("another token").get("/metrics").await;
    other.problem(401, "unauthenticated");
    let read = client.with_token("a token").get("/metrics").await;
    assert!(read.is(200).text().contains("portolan_chats_live"));
});

both!(share_links_use_only_the_public_url, |world| {
    let ada = world.new_user("ada").await;
    let chat = ada.post("/api/chats", json!({})).await.is(201).json();
    let id = chat["id"].as_str().unwrap();
    let message = json!({"text": "[[mock tokens=3]]", "model": crate::world::SCRIPTED});
    let path = format!("/api/chats/{id}/messages");
    ada.post(&path, message).await.is(202);
    let public = world
        .restart_with(|settings| {
            settings.is_development = false;
            settings.public_url = Some("https://charts.example".parse().unwrap());
        })
        .await;
    for (server, start) in [(&world.server, ""), (&public, "https://charts.example")] {
        let client = anonymous_client(server);
        let ada = TestUser::of(
            &client,
            &sign_in(&client, "ada@example.com", PASSWORD).await,
        );
        let request = ada
            .request(Method::POST, &format!("/api/chats/{id}/share"))
            .header("host", "evil.example")
            .header("x-forwarded-host", "evil.example")
            .header("x-forwarded-proto", "https")
            .header("forwarded", "host=evil.example;proto=https");
        let shared = send(request).await.is(201).json();
        let token = shared["token"].as_str().unwrap();
        assert_eq!(shared["url"], format!("{start}/shared/{token}"));
    }
});

both!(cookie_writes_compare_the_scheme_of_the_origin, |world| {
    let ada = world.new_user("ada").await;
    let public = world
        .restart_with(|settings| {
            settings.is_development = false;
            settings.public_url = Some("https://charts.example".parse().unwrap());
        })
        .await;
    let proxied = world
        .restart_with(|settings| {
            settings.trusted_proxies = vec!["127.0.0.1/32".parse().unwrap()];
        })
        .await;
    let client = anonymous_client(&public);
    let ada_there = sign_in(&client, "ada@example.com", PASSWORD).await.ok();
    let cookie = |session: &Value| {
        let session = BASE64_URL_SAFE_NO_PAD.encode(session.to_string());
        format!("portolan-auth-token=base64-{session}")
    };
    // Server, what a proxy says of the scheme, origin, and whether it may write.
    for (server, proto, origin, may_write) in [
        (&public, "", "https://charts.example", true),
        (&public, "", "http://charts.example", false),
        (&public, "https", "http://charts.example", false),
        (&world.server, "", "http://charts.example", true),
        (&world.server, "", "https://charts.example", false),
        (&world.server, "https", "https://charts.example", false),
        (&proxied, "https", "https://charts.example", true),
        (&proxied, "https", "http://charts.example", false),
        (&proxied, "http", "http://charts.example", true),
    ] {
        let is_public = std::ptr::eq(server, &public);
        let session = if is_public { &ada_there } else { &ada.session };
        let request = anonymous_client(server)
            .request(Method::PATCH, "/api/user/profile")
            .header("cookie", cookie(session))
            .header("host", "charts.example")
            .header("x-forwarded-proto", proto)
            .header("origin", origin)
            .json(&json!({"bio": "x"}));
        let answer = send(request).await;
        let status = if may_write { 200 } else { 403 };
        assert_eq!(answer.status, status, "{proto} {origin}: {}", answer.text());
    }
});

both!(tokens_of_another_issuer_are_rejected, |world| {
    let ada = world.new_user("ada").await;
    let text = std::fs::read_to_string(world.folder().join("signing-keys.json")).unwrap();
    let keys = Keys::parse(&text).unwrap();
    let payload = ada.access_token.split('.').nth(1).unwrap();
    let payload = BASE64_URL_SAFE_NO_PAD.decode(payload).unwrap();
    let own: Claims = serde_json::from_slice(&payload).unwrap();
    let server = world
        .auth_server(|options| options.issuer = Some("https://charts.example/auth/v1".into()))
        .await;
    let local = own.iss.clone();
    for (issuer, is_taken_locally, is_taken_with_issuer) in [
        (local.as_str(), true, false),
        ("https://charts.example/auth/v1", false, true),
        ("https://evil.example/auth/v1", false, false),
        ("http://localhost.evil.example/auth/v1", false, false),
        ("http://127.0.0.1", false, false),
        ("supabase", false, false),
        ("", false, false),
    ] {
        let claims = Claims {
            iss: issuer.into(),
            ..own.clone()
        };
        let token = keys.sign(&claims).unwrap();
        for (server, is_taken) in [
            (&world.server, is_taken_locally),
            (&server, is_taken_with_issuer),
        ] {
            for path in ["/api/user/profile", "/auth/v1/user"] {
                let answer = anonymous_client(server).with_token(&token).get(path).await;
                assert_eq!(
                    answer.status == 200,
                    is_taken,
                    "{issuer} at {path}: {}",
                    answer.text()
                );
            }
        }
    }
});

both!(
    unauthorized_requests_get_the_same_status_regardless_of_body,
    |world| {
        let eve = world.new_user("eve").await;
        let id = Uuid::nil();
        let feedback = format!("/api/admin/feedback/{id}");
        let chart = format!("/api/charts/{id}");
        for _ in 0..10 {
            for body in ["{\"status\":\"done\"}", "{}", "nonsense", ""] {
                let write = |method: Method, path: &str, client: &crate::client::Client| {
                    let request = client
                        .request(method, path)
                        .header("content-type", "application/json");
                    send(request.body(body))
                };
                write(Method::PATCH, &feedback, &eve)
                    .await
                    .problem(403, "forbidden");
                write(Method::PATCH, &feedback, &world.client())
                    .await
                    .problem(401, "unauthenticated");
                write(Method::PATCH, &chart, &world.client())
                    .await
                    .problem(401, "unauthenticated");
            }
        }
    }
);
