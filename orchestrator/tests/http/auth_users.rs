//! Changes by signed-in users, and sessions with other settings.

use chrono::TimeDelta;
use portolan::{boot::testing::delete_old_guests, http::auth::AuthOptions};
use serde_json::json;

use crate::{
    auth_support::{
        anonymous_client, follow, in_fragment, last_message, new_user, operator, sent_messages,
        sign_in, sign_up, verify,
    },
    client::TestUser,
};

fn careful(options: &mut AuthOptions) {
    options.auto_confirm_email = Some(false);
    options.phone = true;
    options.anonymous = Some(true);
    options.secret_key = Some(portolan::http::auth::Secret(
        "sb_secret_of_the_operator".into(),
    ));
}

both!(email_change_is_confirmed_from_both_addresses, |world| {
    let server = world.auth_server(careful).await;
    let ada = new_user(&server, "ada@example.com").await;
    let user = ada
        .put("/auth/v1/user", json!({"email": "new@example.com"}))
        .await
        .ok();
    assert_eq!(user["email"], "ada@example.com");
    assert_eq!(user["new_email"], "new@example.com");
    let old = last_message(&server, "ada@example.com").await;
    let new = last_message(&server, "new@example.com").await;
    let half = follow(&old.link).await;
    assert!(
        in_fragment(&half, "message")
            .unwrap()
            .starts_with("Confirmation link accepted.")
    );
    let user = ada.get("/auth/v1/user").await.ok();
    assert_eq!(user["email"], "ada@example.com");
    let body = json!({"email": "new@example.com", "token": new.code, "type": "email_change"});
    verify(&ada, body).await.is(200);
    let user = ada.get("/auth/v1/user").await.ok();
    assert_eq!(user["email"], "new@example.com");
    assert!(user["new_email"].is_null());
    assert_eq!(
        user["identities"][0]["identity_data"]["email"],
        "new@example.com"
    );
    sign_in(&ada, "new@example.com", "password 1").await.is(200);
    sign_in(&ada, "ada@example.com", "password 1").await.is(400);
});

both!(first_of_two_address_confirmations_is_reported, |world| {
    let server = world.auth_server(careful).await;
    let ada = new_user(&server, "ada@example.com").await;
    let change = json!({"email": "new@example.com"});
    ada.put("/auth/v1/user", change).await.is(200);
    let code = last_message(&server, "new@example.com").await.code;
    let body = json!({"email": "new@example.com", "token": code, "type": "email_change"});
    let half = verify(&ada, body).await.ok();
    assert_eq!(half["code"], "200");
    assert!(half["msg"].as_str().unwrap().contains("other email"));
    assert!(half["access_token"].is_null());
    world.hand.advance(TimeDelta::seconds(61));
    // Sent again, both have to confirm anew.
    let body = json!({"type": "email_change", "email": "ada@example.com"});
    ada.post("/auth/v1/resend", body).await.is(200);
    let code = last_message(&server, "ada@example.com").await.code;
    let body = json!({"email": "ada@example.com", "token": code, "type": "email_change"});
    assert!(verify(&ada, body).await.ok()["msg"].is_string());
    let code = last_message(&server, "new@example.com").await.code;
    let body = json!({"email": "new@example.com", "token": code, "type": "email_change"});
    assert_eq!(
        verify(&ada, body).await.ok()["user"]["email"],
        "new@example.com"
    );
});

both!(email_address_of_another_user_is_rejected, |world| {
    let server = world.auth_server(careful).await;
    let ada = new_user(&server, "ada@example.com").await;
    new_user(&server, "bob@example.com").await;
    let put = async |body| ada.put("/auth/v1/user", body).await;
    put(json!({"email": "bob@example.com"}))
        .await
        .refused(422, "email_exists");
    put(json!({"email": "nonsense"}))
        .await
        .refused(400, "validation_failed");
    // Session and token hold it, and their cookies are read.
    put(json!({"data": {"a": "x".repeat(6_000)}})).await.is(200);
    put(json!({"data": {"a": "x".repeat(9_000)}}))
        .await
        .refused(400, "validation_failed");
    let user = put(json!({"data": {"a": 1, "b": null}})).await.ok();
    assert_eq!(user["user_metadata"], json!({"a": 1}));
});

both!(phone_change_is_confirmed_by_text_message, |world| {
    let server = world.auth_server(careful).await;
    let ada = new_user(&server, "ada@example.com").await;
    let body = json!({"phone": "+420601234567"});
    let user = ada.put("/auth/v1/user", body).await.ok();
    assert_eq!(user["new_phone"], "420601234567");
    assert_eq!(user["phone"], "");
    let code = last_message(&server, "420601234567").await.code;
    let body = json!({"phone": "420601234567", "token": code, "type": "phone_change"});
    let user = verify(&ada, body).await.ok()["user"].clone();
    assert_eq!(user["phone"], "420601234567");
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "phone"]));
    assert_eq!(user["identities"].as_array().unwrap().len(), 2);
});

both!(anonymous_user_signs_in_and_adds_email, |world| {
    let server = world.auth_server(careful).await;
    let client = anonymous_client(&server);
    let body = json!({"data": {"theme": "dark"}, "gotrue_meta_security": {}});
    let answer = client.post("/auth/v1/signup", body).await;
    let guest = TestUser::of(&client, &answer);
    assert_eq!(guest.session["user"]["is_anonymous"], true);
    assert_eq!(guest.session["user"]["user_metadata"]["theme"], "dark");
    guest.get("/api/user/profile").await.is(200);
    let body = json!({"password": "a long password"});
    guest
        .put("/auth/v1/user", body)
        .await
        .refused(422, "validation_failed");
    let refused = guest.get("/auth/v1/reauthenticate").await;
    refused.refused(400, "validation_failed");
    assert_eq!(
        refused.json()["message"],
        "Reauthentication requires the user to have an email or a phone number"
    );
    let body = json!({"email": "ada@example.com"});
    guest.put("/auth/v1/user", body).await.is(200);
    let code = last_message(&server, "ada@example.com").await.code;
    let body = json!({"email": "ada@example.com", "token": code, "type": "email_change"});
    let user = verify(&client, body).await.ok()["user"].clone();
    assert_eq!(
        (&user["id"], &user["is_anonymous"]),
        (&json!(guest.id), &json!(false))
    );
    assert_eq!(user["identities"][0]["provider"], "email");
    // With anonymous sign-in off, sign-up without a name is refused.
    let strict = world
        .auth_server(|options| options.anonymous = Some(false))
        .await;
    anonymous_client(&strict)
        .post("/auth/v1/signup", json!({}))
        .await
        .refused(422, "anonymous_provider_disabled");
});

both!(password_change_after_old_sign_in_requires_code, |world| {
    let server = world
        .auth_server(|options| {
            careful(options);
            options.secure_password_change = true;
        })
        .await;
    let ada = new_user(&server, "ada@example.com").await;
    let put = async |person: &TestUser, body| person.put("/auth/v1/user", body).await;
    put(&ada, json!({"password": "password 2"})).await.is(200);
    world.hand.advance(TimeDelta::hours(25));
    let body = json!({"refresh_token": ada.refresh_token});
    let path = "/auth/v1/token?grant_type=refresh_token";
    let ada = TestUser::of(&anonymous_client(&server), &ada.post(path, body).await);
    put(&ada, json!({"password": "password 3"}))
        .await
        .refused(400, "reauthentication_needed");
    let sent = ada.get("/auth/v1/reauthenticate").await.ok();
    assert_eq!(sent, json!({"delivery": "sent"}));
    let code = last_message(&server, "ada@example.com").await.code;
    put(&ada, json!({"password": "password 3", "nonce": "0"}))
        .await
        .refused(422, "reauthentication_not_valid");
    put(&ada, json!({"password": "password 3", "nonce": code}))
        .await
        .is(200);
    put(&ada, json!({"password": "password 4", "nonce": code}))
        .await
        .refused(422, "reauthentication_not_valid");
});

both!(auth_settings_reflect_configuration, |world| {
    let server = world
        .auth_server(|options| {
            careful(options);
            options.sign_up = Some(false);
            options.minimum_password = 12;
            options.solana = true;
            options.recovery_codes = false;
        })
        .await;
    let client = anonymous_client(&server);
    let settings = client.get("/auth/v1/settings").await.ok();
    assert_eq!(settings["disable_signup"], true);
    assert_eq!(settings["mailer_autoconfirm"], false);
    assert_eq!(settings["saml_enabled"], false);
    let external = &settings["external"];
    assert_eq!(
        (
            &external["email"],
            &external["anonymous_users"],
            &external["google"]
        ),
        (&json!(true), &json!(true), &json!(false))
    );
    assert_eq!(external["web3_solana"], true);
    for (factor, is_on) in [
        ("totp", true),
        ("webauthn", true),
        ("recovery_codes", false),
    ] {
        assert_eq!(settings[format!("mfa_{factor}_enabled")], is_on, "{factor}");
    }
    let refused = sign_up(&client, "ada@example.com", "a long password").await;
    refused.refused(422, "signup_disabled");
    assert_eq!(
        refused.json()["message"],
        "Signups not allowed for this instance"
    );
    let body = json!({"email": "ada@example.com"});
    // As for a known address: the answer reveals nothing, and nothing is sent.
    client.post("/auth/v1/otp", body).await.is(200);
    assert!(sent_messages(&server, "ada@example.com").await.is_empty());
    let body = json!({"email": "ada@example.com", "password": "too short"});
    let weak = operator(&server).post("/auth/v1/admin/users", body).await;
    weak.refused(422, "weak_password");
    assert_eq!(weak.json()["weak_password"]["reasons"], json!(["length"]));
    let sso = client
        .post("/auth/v1/sso", json!({"domain": "example.com"}))
        .await;
    sso.refused(404, "saml_provider_disabled");
    assert_eq!(sso.json()["message"], "SAML 2.0 is disabled");
    assert_eq!(settings["passkeys_enabled"], true);
    client
        .get("/auth/v1/saml/metadata")
        .await
        .refused(404, "not_found");
    assert_eq!(client.get("/auth/v1/health").await.ok()["name"], "Portolan");
});

both!(sign_in_methods_can_be_disabled, |world| {
    let server = world
        .auth_server(|options| {
            options.email = false;
            options.phone = false;
        })
        .await;
    let client = anonymous_client(&server);
    sign_up(&client, "ada@example.com", "secret 1")
        .await
        .refused(400, "email_provider_disabled");
    sign_in(&client, "ada@example.com", "secret 1")
        .await
        .refused(422, "email_provider_disabled");
    let body = json!({"phone": "420601234567", "password": "secret 1"});
    client
        .post("/auth/v1/signup", body.clone())
        .await
        .refused(400, "phone_provider_disabled");
    let path = "/auth/v1/token?grant_type=password";
    client
        .post(path, body)
        .await
        .refused(422, "phone_provider_disabled");
});

both!(
    refresh_token_stays_the_same_if_rotation_is_disabled,
    |world| {
        let server = world
            .auth_server(|options| {
                options.rotate_refresh_tokens = false;
                options.session_seconds = 3_600;
            })
            .await;
        let client = anonymous_client(&server);
        let ada = TestUser::of(
            &client,
            &sign_up(&client, "ada@example.com", "secret 1").await,
        );
        let refresh = async || {
            let body = json!({"refresh_token": ada.refresh_token});
            client
                .post("/auth/v1/token?grant_type=refresh_token", body)
                .await
        };
        for _ in 0..3 {
            world.hand.advance(TimeDelta::minutes(15));
            assert_eq!(
                refresh().await.ok()["refresh_token"],
                json!(ada.refresh_token)
            );
        }
        world.hand.advance(TimeDelta::minutes(16));
        refresh().await.refused(400, "session_expired");
    }
);

both!(auth_is_served_under_configured_path, |world| {
    let server = world
        .auth_server(|options| options.path = String::new())
        .await;
    let client = anonymous_client(&server);
    client.get("/settings").await.is(200);
    let body = json!({"email": "ada@example.com", "password": "secret 1"});
    let ada = TestUser::of(&client, &client.post("/signup", body).await);
    assert_eq!(ada.get("/user").await.ok()["email"], "ada@example.com");
    ada.get("/api/user/profile").await.is(200);
});

both!(auth_allows_cross_origin_requests, |world| {
    let client = anonymous_client(&world.server);
    let request = client
        .request(reqwest::Method::OPTIONS, "/auth/v1/token")
        .header("origin", "chrome-extension://abc")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "apikey, x-client-info");
    let answer = crate::client::send(request).await;
    answer.is(204);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(
        answer
            .header("access-control-allow-headers")
            .contains("x-supabase-api-version")
    );
    let request = client
        .request(reqwest::Method::GET, "/auth/v1/settings")
        .header("origin", "https://other.example");
    let answer = crate::client::send(request).await;
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(answer.header("access-control-allow-credentials").is_empty());
    let request = client
        .request(reqwest::Method::GET, "/api/config")
        .header("origin", "https://other.example");
    let answer = crate::client::send(request).await;
    assert!(answer.header("access-control-allow-origin").is_empty());
});

both!(
    development_mailbox_opens_with_its_secret_on_loopback,
    |world| {
        let server = &world.server;
        let client = anonymous_client(server);
        let link = server.app.auth.mailbox_link().unwrap();
        let look = async |name: &'static str, value: &'static str| {
            let request = client
                .request(reqwest::Method::GET, &link)
                .header(name, value);
            crate::client::send(request).await
        };
        let page = look("accept", "text/html").await;
        assert!(page.is(200).header("content-type").starts_with("text/html"));
        look("x-forwarded-for", "192.0.2.1").await.is(404);
        look("host", "evil.example").await.is(404);
        assert!(sent_messages(server, "ada@example.com").await.is_empty());
        for path in [
            "/dev/mailbox",
            "/dev/mailbox?secret=",
            "/dev/mailbox?secret=guess",
        ] {
            client.get(path).await.problem(403, "forbidden");
        }
    }
);

both!(
    guest_has_reduced_limits_and_is_deleted_after_its_lifetime,
    |world| {
        let server = world
            .auth_server(|options| {
                options.anonymous_credits = 7;
                options.anonymous_days = 3;
            })
            .await;
        let client = anonymous_client(&server);
        // Development mode has guests without a setting.
        let guest = TestUser::of(&client, &client.post("/auth/v1/signup", json!({})).await);
        let plan = guest.get("/api/user/plan").await.ok();
        assert_eq!(plan["creditsLeft"], 7);
        let settled = TestUser::of(&client, &client.post("/auth/v1/signup", json!({})).await);
        let body = json!({"email": "ada@example.com", "password": "a long password"});
        let user = settled.put("/auth/v1/user", body).await.ok();
        assert_eq!(user["is_anonymous"], false);
        world.hand.advance(TimeDelta::days(2));
        assert_eq!(delete_old_guests(&server.app).await.unwrap(), 0);
        world.hand.advance(TimeDelta::days(2));
        assert_eq!(delete_old_guests(&server.app).await.unwrap(), 1);
        sign_in(&client, "ada@example.com", "a long password")
            .await
            .is(200);
    }
);
