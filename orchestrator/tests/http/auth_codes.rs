//! Codes and links by mail and text message, in both flows.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use portolan::{boot::testing::TestServer, http::auth::AuthOptions};
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::{
    auth_support::{
        anonymous_client, follow, in_fragment, in_query, last_message, sent_messages, sign_in,
        sign_up, verify,
    },
    client::TestUser,
    world::World,
};

const VERIFIER: &str = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/// Everyone may come in, and has to prove their address.
fn confirming(options: &mut AuthOptions) {
    options.auto_confirm_email = Some(false);
    options.phone = true;
    options.redirect_urls = vec!["https://app.example/**".into()];
}

async fn confirming_server(world: &World) -> TestServer {
    world.auth_server(confirming).await
}

fn challenge() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER))
}

both!(sign_up_waits_for_confirmation, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    let user = sign_up(&client, "Ada@example.com", "secret 1").await.ok();
    assert_eq!(user["email"], "ada@example.com");
    assert!(user["confirmation_sent_at"].is_string() && user["access_token"].is_null());
    assert_eq!(
        user["identities"][0]["identity_data"]["email_verified"],
        false
    );
    sign_in(&client, "ada@example.com", "secret 1")
        .await
        .refused(400, "email_not_confirmed");
    let sent = last_message(&server, "ada@example.com").await;
    assert_eq!(sent.subject, "Confirm your email address");
    let body = json!({"email": "ada@example.com", "token": sent.code, "type": "signup"});
    let session = verify(&client, body.clone()).await;
    let ada = TestUser::of(&client, &session);
    let user = ada.get("/auth/v1/user").await.ok();
    assert!(user["email_confirmed_at"].is_string());
    assert_eq!(
        user["identities"][0]["identity_data"]["email_verified"],
        true
    );
    assert_eq!(user["identities"].as_array().unwrap().len(), 1);
    // Good once.
    let again = verify(&client, body).await;
    again.refused(403, "otp_expired");
    assert_eq!(again.json()["message"], "Token has expired or is invalid");
    sign_in(&client, "ada@example.com", "secret 1")
        .await
        .is(200);
});

both!(sign_up_answers_known_and_new_addresses_alike, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    world.new_user("ada").await;
    let known = sign_up(&client, "ada@example.com", "secret 1").await.ok();
    let new = sign_up(&client, "bob@example.com", "secret 1").await.ok();
    let names = |user: &serde_json::Value| -> Vec<String> {
        user.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(names(&known), names(&new));
    assert_eq!(known["identities"].as_array().unwrap().len(), 1);
    assert!(sent_messages(&server, "ada@example.com").await.is_empty());
    for email in ["ada@example.com", "eve@example.com"] {
        let answer = client
            .post("/auth/v1/recover", json!({"email": email}))
            .await;
        assert_eq!(answer.ok(), json!({}));
    }
    assert_eq!(sent_messages(&server, "eve@example.com").await.len(), 0);
    // Not even by how long one has to wait.
    for email in ["ada@example.com", "eve@example.com"] {
        let again = client
            .post("/auth/v1/recover", json!({"email": email}))
            .await;
        again.refused(429, "over_email_send_rate_limit");
        assert!(
            again.json()["message"]
                .as_str()
                .unwrap()
                .contains("60 seconds")
        );
    }
    for email in ["ada@example.com", "bob@example.com"] {
        sign_up(&client, email, "secret 1")
            .await
            .refused(429, "over_email_send_rate_limit");
    }
});

both!(confirmation_link_returns_session_to_app, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    let wish = "https://app.example/welcome?plan=pro";
    let body = json!({"email": "ada@example.com", "password": "secret 1"});
    client
        .post(&format!("/auth/v1/signup?redirect_to={wish}"), body)
        .await
        .is(200);
    let link = last_message(&server, "ada@example.com").await.link;
    let back = follow(&link).await;
    assert!(back.as_str().starts_with(wish), "{back}");
    assert_eq!(in_fragment(&back, "type").as_deref(), Some("signup"));
    assert_eq!(in_fragment(&back, "token_type").as_deref(), Some("bearer"));
    assert!(in_fragment(&back, "refresh_token").is_some());
    assert!(in_fragment(&back, "expires_in").is_some());
    let token = in_fragment(&back, "access_token").unwrap();
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(user["email"], "ada@example.com");
    // The second time there is nothing but the reason.
    let back = follow(&link).await;
    assert_eq!(
        in_fragment(&back, "error_code").as_deref(),
        Some("otp_expired")
    );
    assert_eq!(in_query(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(in_query(&back, "plan").as_deref(), Some("pro"));
    assert_eq!(
        in_query(&back, "error_description").as_deref(),
        Some("Email link is invalid or has expired")
    );
});

both!(redirects_to_disallowed_sites_are_ignored, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    for wish in [
        "https://evil.example/",
        "https://app.example.evil.example/x",
        "https://app.example@evil.example/",
        "javascript:alert(1)",
        "//evil.example",
    ] {
        let link = format!(
            "{}/auth/v1/verify?token=x&type=signup&redirect_to={wish}",
            client.origin
        );
        let back = follow(&link).await;
        assert_eq!(back.host_str(), Some("127.0.0.1"), "{wish}");
    }
});

both!(client_with_challenge_gets_code, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    let body = json!({
        "email": "ada@example.com",
        "code_challenge": challenge(),
        "code_challenge_method": "s256",
    });
    let path = "/auth/v1/otp?redirect_to=https://app.example/in?sb_flow_id=7";
    assert_eq!(client.post(path, body).await.ok(), json!({}));
    let back = follow(&last_message(&server, "ada@example.com").await.link).await;
    assert!(back.fragment().is_none(), "{back}");
    assert_eq!(in_query(&back, "sb_flow_id").as_deref(), Some("7"));
    let code = in_query(&back, "code").unwrap();
    let exchange = async |code: &str, verifier: &str| {
        client
            .post(
                "/auth/v1/token?grant_type=pkce",
                json!({"auth_code": code, "code_verifier": verifier}),
            )
            .await
    };
    exchange(&code, "").await.refused(400, "validation_failed");
    exchange(&code, &VERIFIER.replace('0', "1"))
        .await
        .refused(400, "bad_code_verifier");
    let ada = TestUser::of(&client, &exchange(&code, VERIFIER).await);
    ada.get("/api/user/profile").await.is(200);
    exchange(&code, VERIFIER)
        .await
        .refused(404, "flow_state_not_found");
});

both!(
    code_challenge_must_be_complete_and_differ_from_the_verifier,
    |world| {
        let server = confirming_server(world).await;
        let ask = async |challenge: Option<&str>, method: Option<&str>| {
            let body = json!({
                "email": "ada@example.com",
                "code_challenge": challenge,
                "code_challenge_method": method,
            });
            anonymous_client(&server)
                .post("/auth/v1/recover", body)
                .await
        };
        ask(None, None).await.is(200);
        let whole = challenge();
        for (challenge, method) in [
            (Some(whole.as_str()), None),
            (None, Some("s256")),
            (Some("short"), Some("s256")),
            (Some(VERIFIER), Some("plain")),
            (Some(&whole), Some("md5")),
        ] {
            ask(challenge, method)
                .await
                .refused(400, "validation_failed");
        }
    }
);

both!(emailed_code_expires_and_allows_ten_attempts, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    let ask = async || {
        let body = json!({"email": "ada@example.com"});
        client.post("/auth/v1/otp", body).await
    };
    ask().await.is(200);
    let first = last_message(&server, "ada@example.com").await.code;
    let soon = ask().await;
    soon.refused(429, "over_email_send_rate_limit");
    assert_eq!(
        soon.json()["message"],
        "For security purposes, you can only request this after 60 seconds."
    );
    let show = async |code: &str| {
        let body = json!({"email": "ada@example.com", "token": code, "type": "email"});
        verify(&client, body).await
    };
    let wrong = if first == "000000" {
        "000001"
    } else {
        "000000"
    };
    for _ in 0..10 {
        show(wrong).await.refused(403, "otp_expired");
    }
    show(&first).await.refused(403, "otp_expired");
    world.hand.advance(TimeDelta::seconds(60));
    ask().await.is(200);
    let second = last_message(&server, "ada@example.com").await.code;
    world.hand.advance(TimeDelta::hours(1));
    show(&second).await.refused(403, "otp_expired");
});

both!(
    unconfirmed_password_is_dropped_when_owner_confirms_address,
    |world| {
        let server = confirming_server(world).await;
        let client = anonymous_client(&server);
        // A stranger signs up with another user's address.
        sign_up(&client, "ada@example.com", "of the thief")
            .await
            .is(200);
        let body = json!({"email": "ada@example.com"});
        client.post("/auth/v1/magiclink", body).await.is(200);
        let sent = last_message(&server, "ada@example.com").await;
        let body = json!({"email": "ada@example.com", "token": sent.code, "type": "magiclink"});
        verify(&client, body).await.is(200);
        sign_in(&client, "ada@example.com", "of the thief")
            .await
            .refused(400, "invalid_credentials");
    }
);

both!(password_is_reset_by_emailed_link, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    let old = world.new_user("ada").await;
    let body = json!({"email": "ada@example.com"});
    client.post("/auth/v1/recover", body).await.is(200);
    let sent = last_message(&server, "ada@example.com").await;
    assert!(sent.text.contains("Choose a new password"));
    let token = sent.link.split("token=").nth(1).unwrap();
    let token = token.split('&').next().unwrap();
    let body = json!({"token_hash": token, "type": "recovery"});
    let ada = TestUser::of(&client, &verify(&client, body).await);
    let put = async |password: &str| {
        ada.put("/auth/v1/user", json!({"password": password}))
            .await
    };
    put("short").await.refused(422, "weak_password");
    put(crate::world::PASSWORD)
        .await
        .refused(422, "same_password");
    put("a new secret").await.is(200);
    old.at(server.address)
        .get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
    sign_in(&client, "ada@example.com", "a new secret")
        .await
        .is(200);
});

both!(phone_number_is_confirmed_by_text_message, |world| {
    let server = world
        .auth_server(|options| {
            confirming(options);
            options.test_codes = [("15550001111".to_owned(), "123456".to_owned())].into();
        })
        .await;
    let client = anonymous_client(&server);
    let body = json!({"phone": "+420601234567", "password": "secret 1", "channel": "sms"});
    let user = client.post("/auth/v1/signup", body).await.ok();
    assert_eq!(user["phone"], "420601234567");
    let sign_in = async |phone: &str| {
        let body = json!({"phone": phone, "password": "secret 1"});
        let path = "/auth/v1/token?grant_type=password";
        client.post(path, body).await
    };
    sign_in("+420601234567")
        .await
        .refused(400, "phone_not_confirmed");
    let code = last_message(&server, "420601234567").await.code;
    let body = json!({"phone": "+420601234567", "token": code, "type": "sms"});
    let session = verify(&client, body).await.ok();
    assert_eq!(
        session["user"]["app_metadata"]["providers"],
        json!(["phone"])
    );
    sign_in("420601234567").await.is(200);
    // Nothing is sent to numbers that tests know.
    let body = json!({"phone": "15550001111"});
    client.post("/auth/v1/otp", body).await.is(200);
    assert!(sent_messages(&server, "15550001111").await.is_empty());
    let body = json!({"phone": "15550001111", "token": "123456", "type": "sms"});
    verify(&client, body).await.is(200);
    let bad = client.post("/auth/v1/otp", json!({"phone": "12-34"})).await;
    bad.refused(400, "validation_failed");
    assert_eq!(
        bad.json()["message"],
        "Invalid phone number format (E.164 required)"
    );
});

both!(confirmation_can_be_resent, |world| {
    let server = confirming_server(world).await;
    let client = anonymous_client(&server);
    sign_up(&client, "ada@example.com", "secret 1")
        .await
        .is(200);
    let first = last_message(&server, "ada@example.com").await.code;
    let resend = async |body| client.post("/auth/v1/resend", body).await;
    let body = json!({"type": "signup", "email": "ada@example.com"});
    resend(body.clone())
        .await
        .refused(429, "over_email_send_rate_limit");
    world.hand.advance(TimeDelta::seconds(61));
    assert_eq!(resend(body).await.ok(), json!({}));
    assert_eq!(sent_messages(&server, "ada@example.com").await.len(), 2);
    // The newest counts.
    let body = json!({"email": "ada@example.com", "token": first, "type": "signup"});
    verify(&client, body).await.is(403);
    let unknown = json!({"type": "signup", "email": "eve@example.com"});
    assert_eq!(resend(unknown).await.ok(), json!({}));
    for body in [
        json!({"email": "ada@example.com"}),
        json!({"type": "recovery", "email": "ada@example.com"}),
        json!({"type": "signup"}),
        json!({"type": "sms", "email": "ada@example.com"}),
    ] {
        resend(body).await.refused(400, "validation_failed");
    }
});

both!(verify_request_without_required_fields_names_them, |world| {
    let client = anonymous_client(&world.server);
    for body in [
        json!({}),
        json!({"type": "signup"}),
        json!({"type": "nonsense", "email": "a@example.com", "token": "1"}),
        json!({"type": "signup", "token": "1"}),
        json!({"type": "signup", "token_hash": "1", "email": "a@example.com"}),
        json!({"type": "email", "token": "1", "email": "a@example.com", "phone": "12345"}),
    ] {
        verify(&client, body)
            .await
            .refused(400, "validation_failed");
    }
    let body = json!({"phone": "12-34", "token": "123456", "type": "sms"});
    let bad = verify(&client, body).await;
    bad.refused(400, "validation_failed");
    assert_eq!(
        bad.json()["message"],
        "Invalid phone number format (E.164 required)"
    );
    let body = json!({"email": "nobody@example.com", "token": "123456", "type": "email"});
    verify(&client, body).await.refused(403, "otp_expired");
});
