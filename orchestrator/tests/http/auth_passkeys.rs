//! Signing in with what an authenticator keeps.

use chrono::TimeDelta;
use portolan::{
    boot::testing::TestServer,
    http::auth::{AuthOptions, Secret},
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth_support::{anonymous_client, claims, new_user, operator},
    authenticator::Authenticator,
    client::{Client, HttpAnswer, TestUser, send},
    world::World,
};

const SITE: &str = "https://charts.example";

pub fn with_passkeys(options: &mut AuthOptions) {
    options.relying_party_id = Some("charts.example".into());
    options.relying_party_origins = vec![SITE.into()];
    options.maximum_passkeys = 2;
    options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
}

async fn server(world: &World) -> TestServer {
    world.auth_server(with_passkeys).await
}

async fn ask(client: &Client, ceremony: &str) -> Value {
    let path = format!("/auth/v1/passkeys/{ceremony}/options");
    let question = client.post(&path, json!({})).await.ok();
    assert!(question["challenge_id"].is_string());
    assert!(question["expires_at"].is_i64());
    question
}

async fn answer(
    client: &Client,
    ceremony: &str,
    question: &Value,
    credential: Value,
) -> HttpAnswer {
    let path = format!("/auth/v1/passkeys/{ceremony}/verify");
    let body = json!({"challenge_id": question["challenge_id"], "credential": credential});
    client.post(&path, body).await
}

async fn register(user: &TestUser, authenticator: &mut Authenticator) -> HttpAnswer {
    let question = ask(user, "registration").await;
    let credential = authenticator.create(&question["options"]);
    answer(user, "registration", &question, credential).await
}

async fn sign_in(client: &Client, authenticator: &mut Authenticator) -> HttpAnswer {
    let question = ask(client, "authentication").await;
    let credential = authenticator.get(&question["options"]);
    answer(client, "authentication", &question, credential).await
}

both!(passkey_signs_owner_in, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let mut key = Authenticator::new(1, SITE);
    key.kind = *b"\xfb\xfc\x30\x07\x15\x4e\x4e\xcc\x8c\x0b\x6e\x02\x05\x57\xd7\xbd";
    let question = ask(&ada, "registration").await;
    let options = &question["options"];
    assert_eq!(
        options["rp"],
        json!({"id": "charts.example", "name": "Portolan"})
    );
    assert_eq!(options["user"]["name"], "ada@example.com");
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    let made = answer(&ada, "registration", &question, key.create(options)).await;
    let made = made.ok();
    assert_eq!(made["friendly_name"], "Apple Passwords");
    assert!(made["created_at"].is_string());

    let client = anonymous_client(&server);
    let session = sign_in(&client, &mut key).await;
    let again = TestUser::of(&client, &session);
    assert_eq!(again.id, ada.id);
    let said = claims(&again.session);
    assert_eq!(said["aal"], "aal1");
    assert_eq!(said["amr"][0]["method"], "passkey");

    let list = ada.get("/auth/v1/passkeys").await.ok();
    assert_eq!(list[0]["id"], made["id"]);
    assert!(list[0]["last_used_at"].is_string());
    assert!(list[0].get("credential").is_none());
});

both!(passkey_answer_is_valid_only_for_its_challenge, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let client = anonymous_client(&server);
    let mut key = Authenticator::new(1, SITE);
    register(&ada, &mut key).await.is(200);

    // Each question is answered once, well or badly, and only as what it was.
    let question = ask(&client, "authentication").await;
    let credential = key.get(&question["options"]);
    let used = answer(&client, "authentication", &question, credential.clone()).await;
    used.is(200);
    let gone = answer(&client, "authentication", &question, credential.clone()).await;
    gone.refused(400, "webauthn_challenge_not_found");
    assert_eq!(
        gone.json()["message"],
        "Challenge not found or already used"
    );
    let other = ask(&client, "authentication").await;
    let replayed = answer(&client, "authentication", &other, credential).await;
    replayed.refused(400, "webauthn_verification_failed");
    assert_eq!(replayed.json()["message"], "Credential verification failed");
    let right = key.get(&other["options"]);
    answer(&client, "authentication", &other, right)
        .await
        .refused(400, "webauthn_challenge_not_found");
    let question = ask(&ada, "registration").await;
    let mut second = Authenticator::new(2, SITE);
    let credential = second.create(&question["options"]);
    answer(&client, "authentication", &question, credential.clone())
        .await
        .refused(400, "webauthn_challenge_not_found");
    let bob = new_user(&server, "bob@example.com").await;
    answer(&bob, "registration", &question, credential.clone())
        .await
        .refused(400, "webauthn_challenge_not_found");
    // In time.
    world.hand.advance(TimeDelta::minutes(5));
    answer(&ada, "registration", &question, credential)
        .await
        .refused(400, "webauthn_challenge_expired");
    let question = ask(&client, "authentication").await;
    world.hand.advance(TimeDelta::minutes(5));
    let credential = key.get(&question["options"]);
    answer(&client, "authentication", &question, credential)
        .await
        .refused(400, "webauthn_challenge_expired");
});

both!(forged_passkey_answers_are_rejected, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let client = anonymous_client(&server);
    let mut key = Authenticator::new(1, SITE);
    register(&ada, &mut key).await.is(200);
    let refused = |answer: HttpAnswer| answer.refused(400, "webauthn_verification_failed");

    // From another page, for another site, with another key, for an unknown user.
    let mut elsewhere = key.clone();
    elsewhere.origin = "https://charts.example.attacker.example".into();
    refused(sign_in(&client, &mut elsewhere).await);
    refused(register(&ada, &mut Authenticator::new(3, "https://attacker.example")).await);
    for ceremony in ["registration", "authentication"] {
        let asking: &Client = if ceremony == "registration" {
            &ada
        } else {
            &client
        };
        let mut question = ask(asking, ceremony).await;
        let options = &mut question["options"];
        let credential = if ceremony == "registration" {
            options["rp"]["id"] = json!("attacker.example");
            Authenticator::new(3, SITE).create(options)
        } else {
            options["rpId"] = json!("attacker.example");
            key.get(options)
        };
        refused(answer(asking, ceremony, &question, credential).await);
    }
    let mut stolen = Authenticator::new(9, SITE);
    stolen.create(&ask(&ada, "registration").await["options"]);
    let unknown = sign_in(&client, &mut stolen).await;
    refused(unknown);
    stolen.credential_id = key.credential_id;
    refused(sign_in(&client, &mut stolen).await);
    // As another user.
    let bob = new_user(&server, "bob@example.com").await;
    let mut of_bob = key.clone();
    of_bob.create(&ask(&bob, "registration").await["options"]);
    refused(sign_in(&client, &mut of_bob).await);

    // A copy of the authenticator has been used meanwhile.
    key.counter = 10;
    sign_in(&client, &mut key).await.is(200);
    let mut copy = key.clone();
    copy.counter = 4;
    refused(sign_in(&client, &mut copy).await);
    copy.counter = 10;
    refused(sign_in(&client, &mut copy).await);
    sign_in(&client, &mut key).await.is(200);
});

both!(malformed_passkey_answers_are_rejected, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    for (ceremony, asking) in [
        ("registration", &*ada),
        ("authentication", &anonymous_client(&server)),
    ] {
        let path = format!("/auth/v1/passkeys/{ceremony}/verify");
        for (body, words) in [
            (json!({}), "challenge_id is required"),
            (json!({"challenge_id": "x"}), "credential is required"),
            (
                json!({"challenge_id": "x", "credential": {}}),
                "challenge_id must be a valid UUID",
            ),
        ] {
            let answer = asking.post(&path, body).await;
            answer.refused(400, "validation_failed");
            assert_eq!(answer.json()["message"], words);
        }
        for credential in [json!({}), json!("x"), json!({"id": "AA", "response": {}})] {
            let question = ask(asking, ceremony).await;
            let answer = answer(asking, ceremony, &question, credential).await;
            answer.refused(400, "webauthn_verification_failed");
            assert_eq!(answer.json()["message"], "Invalid credential response");
        }
    }
});

both!(passkeys_are_renamed_and_removed_by_their_owner, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let bob = new_user(&server, "bob@example.com").await;
    let mut key = Authenticator::new(1, SITE);
    let first = register(&ada, &mut key).await.ok();
    let known = ask(&ada, "registration").await;
    let excluded = &known["options"]["excludeCredentials"];
    assert_eq!(excluded.as_array().unwrap().len(), 1);
    let again = register(&bob, &mut key.clone()).await;
    again.refused(422, "webauthn_credential_exists");
    register(&ada, &mut Authenticator::new(2, SITE))
        .await
        .is(200);
    ada.post("/auth/v1/passkeys/registration/options", json!({}))
        .await
        .refused(422, "too_many_passkeys");
    let third = Authenticator::new(3, SITE).create(&known["options"]);
    answer(&ada, "registration", &known, third)
        .await
        .refused(422, "too_many_passkeys");

    let path = format!("/auth/v1/passkeys/{}", first["id"].as_str().unwrap());
    let renamed = ada.patch(&path, json!({"friendly_name": "laptop"})).await;
    assert_eq!(renamed.ok()["friendly_name"], "laptop");
    for body in [json!({}), json!({"friendly_name": "x".repeat(121)})] {
        ada.patch(&path, body)
            .await
            .refused(400, "validation_failed");
    }
    bob.patch(&path, json!({"friendly_name": "mine"}))
        .await
        .refused(404, "validation_failed");
    bob.delete(&path).await.refused(404, "validation_failed");
    ada.delete("/auth/v1/passkeys/nonsense")
        .await
        .refused(404, "validation_failed");
    ada.delete(&path).await.is(204);
    sign_in(&anonymous_client(&server), &mut key)
        .await
        .refused(400, "webauthn_verification_failed");

    let operator = operator(&server);
    let of_ada = format!("/auth/v1/admin/users/{}/passkeys", ada.id);
    let list = operator.get(&of_ada).await.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    let one = format!("{of_ada}/{}", list[0]["id"].as_str().unwrap());
    ada.get(&of_ada).await.refused(403, "not_admin");
    operator.delete(&one).await.is(204);
    operator
        .delete(&one)
        .await
        .refused(404, "validation_failed");
    assert_eq!(ada.get("/auth/v1/passkeys").await.ok(), json!([]));
});

both!(passkey_is_rejected_for_banned_and_deleted_users, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let mut key = Authenticator::new(1, SITE);
    register(&ada, &mut key).await.is(200);
    let path = format!("/auth/v1/admin/users/{}", ada.id);
    let operator = operator(&server);
    let ban = |duration: &str| operator.put(&path, json!({"ban_duration": duration}));
    ban("1h").await.is(200);
    sign_in(&anonymous_client(&server), &mut key)
        .await
        .refused(403, "user_banned");
    ban("none").await.is(200);
    sign_in(&anonymous_client(&server), &mut key).await.is(200);
    operator.delete(&path).await.is(200);
    sign_in(&anonymous_client(&server), &mut key)
        .await
        .refused(400, "webauthn_verification_failed");

    let off = world.auth_server(|options| options.passkeys = false).await;
    for ceremony in ["registration", "authentication"] {
        let path = format!("/auth/v1/passkeys/{ceremony}/options");
        anonymous_client(&off)
            .post(&path, json!({}))
            .await
            .refused(404, "passkey_disabled");
    }
});

both!(guests_have_no_passkeys_and_guessing_is_limited, |world| {
    let server = world
        .auth_server(|options| {
            with_passkeys(options);
            options.anonymous = Some(true);
            options.limits.factor = 1;
        })
        .await;
    let client = anonymous_client(&server);
    let guest = client.post("/auth/v1/signup", json!({})).await;
    let guest = TestUser::of(&client, &guest);
    for path in [
        "/auth/v1/passkeys/registration/options",
        "/auth/v1/factors",
        "/auth/v1/factors/recovery-codes",
    ] {
        guest
            .post(path, json!({}))
            .await
            .refused(403, "no_authorization");
    }
    let ada = new_user(&server, "ada@example.com").await;
    let from = async |path: &str| {
        let request = ada.request(Method::POST, path).json(&json!({}));
        send(request.header("x-forwarded-for", "192.0.2.1")).await
    };
    let path = "/auth/v1/passkeys/registration/options";
    from(path).await.is(200);
    from(path).await.refused(429, "over_request_rate_limit");
    let path = "/auth/v1/passkeys/authentication/options";
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(from(path).await.status);
    }
    assert!(answers.contains(&429), "{answers:?}");
});
