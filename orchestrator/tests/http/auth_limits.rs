//! How often secrets may be guessed.

use portolan::http::auth::AuthOptions;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth_support::anonymous_client,
    client::{Client, HttpAnswer, send},
};

fn tight(options: &mut AuthOptions) {
    options.limits.verify = 2;
    options.limits.send = 2;
    options.limits.refresh = 2;
    options.limits.account = 3;
    options.mail_interval_seconds = 0;
    options.sign_up = Some(true);
    options.auto_confirm_email = Some(true);
}

async fn post_from(client: &Client, peer: &str, path: &str, body: Value) -> HttpAnswer {
    let request = client
        .request(Method::POST, path)
        .header("x-forwarded-for", peer)
        .json(&body);
    send(request).await
}

both!(auth_attempts_are_limited_per_peer, |world| {
    let server = world.auth_server(tight).await;
    let client = anonymous_client(&server);
    let code = json!({"email": "a@example.com", "token": "1", "type": "email"});
    let recover = json!({"email": "a@example.com"});
    let refresh = json!({"refresh_token": "x"});
    for (path, body, status) in [
        ("/auth/v1/verify", code, 403),
        ("/auth/v1/recover", recover, 200),
        ("/auth/v1/token?grant_type=refresh_token", refresh, 400),
    ] {
        for _ in 0..2 {
            let answer = post_from(&client, "192.0.2.1", path, body.clone()).await;
            answer.is(status);
        }
        let held = post_from(&client, "192.0.2.1", path, body.clone()).await;
        held.refused(429, "over_request_rate_limit");
        assert_eq!(held.json()["message"], "Request rate limit reached");
        // Forged entries before the proxy's own entry are ignored.
        let forged = "203.0.113.5, 192.0.2.1";
        post_from(&client, forged, path, body.clone()).await.is(429);
        post_from(&client, "192.0.2.2", path, body).await.is(status);
    }
});

both!(auth_attempts_are_limited_per_account, |world| {
    let server = world.auth_server(tight).await;
    let client = anonymous_client(&server);
    let path = "/auth/v1/token?grant_type=password";
    let guess = json!({"email": "ada@example.com", "password": "guess"});
    for peer in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
        post_from(&client, peer, path, guess.clone())
            .await
            .refused(400, "invalid_credentials");
    }
    post_from(&client, "192.0.2.4", path, guess)
        .await
        .refused(429, "over_request_rate_limit");
    let other = json!({"email": "bob@example.com", "password": "guess"});
    post_from(&client, "192.0.2.4", path, other).await.is(400);
});
