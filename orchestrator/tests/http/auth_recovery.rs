//! Second factors that an authenticator signs, and codes on paper for users who have lost theirs.

use chrono::TimeDelta;
use portolan::{boot::testing::TestServer, http::auth::AuthOptions};
use serde_json::{Value, json};

use crate::{
    auth_passkeys::with_passkeys,
    auth_support::{anonymous_client, claims, new_user, operator, sign_in},
    authenticator::Authenticator,
    client::{HttpAnswer, TestUser},
    world::World,
};

const SITE: &str = "https://charts.example";
const CODES: &str = "/auth/v1/factors/recovery-codes";

async fn server(world: &World) -> TestServer {
    world
        .auth_server(|options: &mut AuthOptions| {
            with_passkeys(options);
            options.maximum_factors = 3;
        })
        .await
}

async fn enroll(user: &TestUser, name: &str) -> String {
    let body = json!({"factor_type": "webauthn", "friendly_name": name});
    let factor = user.post("/auth/v1/factors", body).await.ok();
    assert_eq!(factor["type"], "webauthn");
    factor["id"].as_str().unwrap().to_owned()
}

async fn challenge(user: &TestUser, factor: &str, kind: &str) -> Value {
    let path = format!("/auth/v1/factors/{factor}/challenge");
    let body = json!({"factorId": factor, "webauthn": {"rpId": "x", "rpOrigins": ["x"]}});
    let asked = user.post(&path, body).await.ok();
    assert_eq!(asked["type"], "webauthn");
    assert_eq!(asked["webauthn"]["type"], kind);
    asked
}

fn options(asked: &Value) -> &Value {
    &asked["webauthn"]["credential_options"]["publicKey"]
}

async fn verify(
    user: &TestUser,
    factor: &str,
    asked: &Value,
    kind: &str,
    credential: Value,
) -> HttpAnswer {
    let path = format!("/auth/v1/factors/{factor}/verify");
    let webauthn = json!({"type": kind, "rpId": "x", "credential_response": credential});
    let body = json!({"challenge_id": asked["id"], "webauthn": webauthn});
    user.post(&path, body).await
}

/// Adds a security key, with which the session is at the second level.
async fn with_key(
    server: &TestServer,
    user: &TestUser,
    key: &mut Authenticator,
    name: &str,
) -> (TestUser, String) {
    let factor = enroll(user, name).await;
    let asked = challenge(user, &factor, "create").await;
    let credential = key.create(options(&asked));
    let raised = verify(user, &factor, &asked, "create", credential).await;
    (TestUser::of(&anonymous_client(server), &raised), factor)
}

async fn again(server: &TestServer) -> TestUser {
    let client = anonymous_client(server);
    let session = sign_in(&client, "ada@example.com", "password 1").await;
    TestUser::of(&client, &session)
}

/// The level of the session's token, and its methods.
fn methods(session: &Value) -> (String, Vec<String>) {
    let said = claims(session);
    let methods = said["amr"].as_array().unwrap().iter();
    let methods = methods.map(|known| known["method"].as_str().unwrap().to_owned());
    (said["aal"].as_str().unwrap().to_owned(), methods.collect())
}

both!(security_key_raises_session_to_second_level, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let mut key = Authenticator::new(1, SITE);
    let (raised, factor) = with_key(&server, &ada, &mut key, "key").await;
    let (level, said) = methods(&raised.session);
    assert_eq!(level, "aal2");
    assert_eq!(said, ["mfa/webauthn", "password"]);
    assert_eq!(raised.session["user"]["factors"][0]["status"], "verified");
    assert!(raised.session["user"]["factors"][0]["credential"].is_null());

    let next = again(&server).await;
    let asked = challenge(&next, &factor, "request").await;
    let allowed = &options(&asked)["allowCredentials"];
    assert_eq!(allowed.as_array().unwrap().len(), 1);
    let credential = key.get(options(&asked));
    let up = verify(&next, &factor, &asked, "request", credential.clone()).await;
    assert_eq!(methods(&up.ok()).0, "aal2");
    let up = TestUser::of(&anonymous_client(&server), &up);
    // The same answer to the same question, and to another one.
    verify(&up, &factor, &asked, "request", credential.clone())
        .await
        .refused(422, "mfa_factor_not_found");
    let asked = challenge(&up, &factor, "request").await;
    verify(&up, &factor, &asked, "request", credential)
        .await
        .refused(422, "mfa_verification_failed");
    let right = key.get(options(&asked));
    verify(&up, &factor, &asked, "request", right)
        .await
        .refused(422, "mfa_factor_not_found");
});

both!(foreign_security_key_is_rejected, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let mut key = Authenticator::new(1, SITE);
    let (ada, factor) = with_key(&server, &ada, &mut key, "key").await;
    let mut elsewhere = key.clone();
    elsewhere.origin = "https://attacker.example".into();
    let mut other = Authenticator::new(2, SITE);
    other.credential_id = key.credential_id;
    let mut copy = key.clone();
    key.counter = 10;
    let asked = challenge(&ada, &factor, "request").await;
    let credential = key.get(options(&asked));
    let used = verify(&ada, &factor, &asked, "request", credential).await;
    let ada = TestUser::of(&anonymous_client(&server), &used);
    copy.counter = 3;
    for wrong in [&mut elsewhere, &mut other, &mut copy] {
        let asked = challenge(&ada, &factor, "request").await;
        let credential = wrong.get(options(&asked));
        verify(&ada, &factor, &asked, "request", credential)
            .await
            .refused(422, "mfa_verification_failed");
    }
    let asked = challenge(&ada, &factor, "request").await;
    let new = Authenticator::new(3, SITE).create(&json!({
        "user": {"id": "AA"},
        "rp": {"id": "charts.example"},
        "challenge": options(&asked)["challenge"],
    }));
    verify(&ada, &factor, &asked, "create", new)
        .await
        .refused(422, "mfa_verification_failed");
    let asked = challenge(&ada, &factor, "request").await;
    world.hand.advance(TimeDelta::seconds(301));
    let late = key.get(options(&asked));
    verify(&ada, &factor, &asked, "request", late)
        .await
        .refused(422, "mfa_challenge_expired");

    let path = format!("/auth/v1/factors/{factor}/verify");
    for (webauthn, words) in [
        (Value::Null, "WebAuthn config required"),
        (
            json!({"type": "x"}),
            "WebAuthn type must be create or request",
        ),
        (json!({"type": "request"}), "credential_response required"),
    ] {
        let body = json!({"challenge_id": factor, "webauthn": webauthn});
        let answer = ada.post(&path, body).await;
        answer.refused(400, "validation_failed");
        assert_eq!(answer.json()["message"], words);
    }
    let off = world
        .auth_server(|options| options.webauthn_factor = false)
        .await;
    let body = json!({"factor_type": "webauthn", "friendly_name": "other"});
    let answer = again(&off).await.post("/auth/v1/factors", body).await;
    answer.refused(422, "mfa_webauthn_enroll_not_enabled");
});

async fn generate(user: &TestUser) -> Value {
    let codes = user.post(CODES, json!({})).await.ok();
    assert_eq!(codes["type"], "recovery_code");
    assert_eq!(codes["total"], 10);
    codes
}

async fn redeem(user: &TestUser, code: &str) -> HttpAnswer {
    let path = format!("{CODES}/verify");
    user.post(&path, json!({"code": code})).await
}

both!(recovery_code_replaces_lost_factor, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    ada.get(CODES).await.refused(404, "mfa_factor_not_found");
    let none = redeem(&ada, "aaaa aaaa").await;
    none.refused(422, "mfa_verification_failed");
    ada.post(CODES, json!({}))
        .await
        .refused(403, "insufficient_aal");
    let (raised, factor) = with_key(&server, &ada, &mut Authenticator::new(1, SITE), "key").await;
    let codes = generate(&raised).await;
    assert_eq!(codes["friendly_name"], "Recovery codes");
    let list: Vec<&str> = codes["codes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap())
        .collect();
    assert_eq!(list.len(), 10);
    assert!(list.iter().all(|code| code.len() == 16));
    let status = raised.get(CODES).await.ok();
    assert_eq!(
        status,
        json!({"id": codes["id"], "type": "recovery_code", "total": 10, "remaining": 10})
    );
    raised
        .post(CODES, json!({"friendly_name": "other"}))
        .await
        .refused(422, "mfa_verified_factor_exists");

    let low = again(&server).await;
    let wrong = redeem(&low, "aaaaaaaaaaaaaaaa").await;
    assert_eq!(wrong.body, none.body, "nobody learns who has codes");
    for bad in ["", " -- - "] {
        redeem(&low, bad).await.refused(400, "validation_failed");
    }
    let written = format!(" {}-{} ", list[0][..4].to_uppercase(), &list[0][4..]);
    let up = redeem(&low, &written).await;
    let (level, said) = methods(&up.ok());
    assert_eq!(level, "aal2");
    assert_eq!(said[0], "mfa/recovery_code");
    let up = TestUser::of(&anonymous_client(&server), &up);
    let used = redeem(&up, list[0]).await;
    assert_eq!(used.body, none.body);
    assert_eq!(up.get(CODES).await.ok()["remaining"], 9);

    // They cannot be what is left, and have calls of their own.
    let of = |id: &str| format!("/auth/v1/factors/{id}");
    up.delete(&of(&factor))
        .await
        .refused(422, "mfa_recovery_codes_sole_factor");
    let id = codes["id"].as_str().unwrap();
    up.delete(&of(id)).await.refused(422, "validation_failed");
    up.post(&format!("{}/challenge", of(id)), json!({}))
        .await
        .refused(400, "validation_failed");

    let other = up
        .post(&format!("{CODES}/regenerate"), json!({}))
        .await
        .ok();
    assert_eq!(other["id"], codes["id"]);
    assert_eq!(other["friendly_name"], "Recovery codes");
    redeem(&up, list[1])
        .await
        .refused(422, "mfa_verification_failed");
    let fresh = other["codes"][1].as_str().unwrap();
    redeem(&up, fresh).await.is(200);
});

both!(recovery_codes_cannot_be_guessed, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let (ada, _) = with_key(&server, &ada, &mut Authenticator::new(1, SITE), "key").await;
    let codes = generate(&ada).await;
    let code = |number: usize| codes["codes"][number].as_str().unwrap();
    let wrong = "aaaaaaaaaaaaaaaa";
    for _ in 0..5 {
        redeem(&ada, wrong)
            .await
            .refused(422, "mfa_verification_failed");
    }
    redeem(&ada, code(0))
        .await
        .refused(429, "mfa_recovery_codes_locked");
    world.hand.advance(TimeDelta::minutes(15));
    redeem(&ada, wrong)
        .await
        .refused(422, "mfa_verification_failed");
    let up = redeem(&ada, code(0)).await;
    let ada = TestUser::of(&anonymous_client(&server), &up);
    // Another person's codes are none of one's own.
    let bob = new_user(&server, "bob@example.com").await;
    redeem(&bob, code(1))
        .await
        .refused(422, "mfa_verification_failed");
    assert_eq!(ada.get(CODES).await.ok()["remaining"], 9);
    // New codes end the lockout.
    for _ in 0..5 {
        redeem(&ada, wrong).await.is(422);
    }
    let other = ada
        .post(&format!("{CODES}/regenerate"), json!({}))
        .await
        .ok();
    let up = redeem(&ada, other["codes"][0].as_str().unwrap()).await;
    let ada = TestUser::of(&anonymous_client(&server), &up);
    assert_eq!(ada.delete(CODES).await.ok()["id"], codes["id"]);
    ada.delete(CODES).await.refused(404, "mfa_factor_not_found");
    // With the key they would stand in for, they go.
    generate(&ada).await;
    let operator = operator(&server);
    let path = format!("/auth/v1/admin/users/{}/factors", ada.id);
    let factors = operator.get(&path).await.ok();
    let key = factors
        .as_array()
        .unwrap()
        .iter()
        .find(|factor| factor["factor_type"] == "webauthn")
        .unwrap();
    let one = format!("{path}/{}", key["id"].as_str().unwrap());
    operator.delete(&one).await.is(200);
    assert_eq!(operator.get(&path).await.ok(), json!([]));
    let off = world
        .auth_server(|options| options.recovery_codes = false)
        .await;
    again(&off)
        .await
        .post(CODES, json!({}))
        .await
        .refused(422, "mfa_recovery_codes_enroll_not_enabled");
});
