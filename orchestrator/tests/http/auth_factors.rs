//! Second factors.

use chrono::TimeDelta;
use portolan::{boot::testing::TestServer, http::auth::AuthOptions};
use portolan_auth::TotpSecret;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    auth_support::{anonymous_client, claims, last_message, new_user, sign_in},
    client::{HttpAnswer, TestUser, send},
    world::World,
};

fn with_factors(options: &mut AuthOptions) {
    options.phone_factor = true;
    options.maximum_factors = 2;
    options.secret_key = Some(portolan::http::auth::Secret(
        "sb_secret_of_the_operator".into(),
    ));
}

/// The authenticator app's stored secret.
struct Telephone {
    id: String,
    secret: TotpSecret,
}

async fn enroll(user: &TestUser, name: &str) -> Telephone {
    let body = json!({"factor_type": "totp", "friendly_name": name, "issuer": "Test"});
    let factor = user.post("/auth/v1/factors", body).await.ok();
    assert_eq!(factor["type"], "totp");
    let totp = &factor["totp"];
    assert!(totp["qr_code"].as_str().unwrap().starts_with("<svg"));
    assert!(!totp["qr_code"].as_str().unwrap().contains('#'));
    let uri = totp["uri"].as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Test:"), "{uri}");
    let text = totp["secret"].as_str().unwrap();
    assert!(uri.contains(text));
    Telephone {
        id: factor["id"].as_str().unwrap().to_owned(),
        secret: TotpSecret::from_text(text).unwrap(),
    }
}

impl Telephone {
    fn code(&self, world: &World) -> String {
        self.secret.code(world.hand.clock().now().timestamp())
    }
}

async fn challenge(user: &TestUser, factor_id: &str) -> Value {
    let path = format!("/auth/v1/factors/{factor_id}/challenge");
    user.post(&path, json!({"factorId": factor_id})).await.ok()
}

async fn answer(user: &TestUser, factor_id: &str, challenge: &Value, code: &str) -> HttpAnswer {
    let path = format!("/auth/v1/factors/{factor_id}/verify");
    let body = json!({"challenge_id": challenge["id"], "code": code});
    user.post(&path, body).await
}

/// Returns the user after enrolling and verifying a second factor.
pub async fn with_second_factor(world: &World, user: &TestUser) -> TestUser {
    let phone = enroll(user, "phone").await;
    let asked = challenge(user, &phone.id).await;
    let raised = answer(user, &phone.id, &asked, &phone.code(world)).await;
    TestUser::of(user, &raised)
}

async fn server(world: &World) -> TestServer {
    world.auth_server(with_factors).await
}

both!(totp_code_raises_session_to_second_level, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let elsewhere = sign_in(&anonymous_client(&server), "ada@example.com", "password 1").await;
    let elsewhere = TestUser::of(&anonymous_client(&server), &elsewhere);
    assert_eq!(claims(&ada.session)["aal"], "aal1");
    let phone = enroll(&ada, "phone").await;
    let unfinished = enroll(&ada, "unfinished").await;
    let asked = challenge(&ada, &phone.id).await;
    assert_eq!(asked["type"], "totp");
    assert!(asked["expires_at"].is_i64());
    answer(&ada, &phone.id, &asked, "12345x")
        .await
        .refused(422, "mfa_verification_failed");
    let code = phone.code(world);
    let raised = answer(&ada, &phone.id, &asked, &code).await;
    let raised = TestUser::of(&anonymous_client(&server), &raised);
    let said = claims(&raised.session);
    assert_eq!(said["aal"], "aal2");
    assert_eq!(said["amr"][0]["method"], "totp");
    assert_eq!(said["amr"][1]["method"], "password");
    let factors = raised.session["user"]["factors"]
        .as_array()
        .unwrap()
        .clone();
    assert_eq!(factors.len(), 1, "unverified ones are gone");
    assert_eq!(factors[0]["status"], "verified");
    assert!(factors[0]["secret"].is_null());
    // Sessions of the first level ended, the token of before too.
    elsewhere
        .get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
    let body = json!({"refresh_token": ada.refresh_token});
    let path = "/auth/v1/token?grant_type=refresh_token";
    ada.post(path, body)
        .await
        .refused(400, "refresh_token_not_found");
    let body = json!({"refresh_token": raised.refresh_token});
    assert_eq!(claims(&ada.post(path, body).await.ok())["aal"], "aal2");
    challenge_is_gone(&raised, &phone, &asked).await;
    let path = format!("/auth/v1/factors/{}/challenge", unfinished.id);
    raised
        .post(&path, json!({}))
        .await
        .refused(404, "mfa_factor_not_found");
});

async fn challenge_is_gone(user: &TestUser, phone: &Telephone, asked: &Value) {
    answer(user, &phone.id, asked, "123456")
        .await
        .refused(422, "mfa_factor_not_found");
}

both!(
    session_without_required_second_factor_has_no_access,
    |world| {
        let server = server(world).await;
        let ada = new_user(&server, "ada@example.com").await;
        let raised = with_second_factor(world, &ada).await;
        let thief = sign_in(&anonymous_client(&server), "ada@example.com", "password 1").await;
        let thief = TestUser::of(&anonymous_client(&server), &thief);
        for body in [
            json!({"password": "password 2"}),
            json!({"email": "thief@example.com"}),
        ] {
            let refused = thief.put("/auth/v1/user", body).await;
            refused.refused(401, "insufficient_aal");
            assert_eq!(
                refused.json()["message"],
                "AAL2 session is required to update email or password when MFA is enabled."
            );
        }
        // Nor does it open anything else, while public pages are shown as to anybody.
        for path in ["/api/chats", "/api/user/profile", "/api/user/export"] {
            thief.get(path).await.problem(403, "second_factor_needed");
            raised.get(path).await.is(200);
        }
        thief.get("/rest/v1/chats").await.is(403);
        let (list, all) = ("/storage/v1/object/list/avatars", json!({"prefix": ""}));
        thief.post(list, all.clone()).await.is(400);
        raised.post(list, all).await.is(200);
        thief.get("/api/discover").await.is(200);
        // Harmless fields can be changed, and at the second level all fields.
        let same = json!({"email": "ada@example.com", "data": {"colour": "red"}});
        thief.put("/auth/v1/user", same).await.is(200);
        let body = json!({"password": "password 2"});
        raised.put("/auth/v1/user", body).await.is(200);
    }
);

both!(totp_code_is_valid_once_within_its_time_step, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let phone = enroll(&ada, "phone").await;
    let code = phone.code(world);
    let asked = challenge(&ada, &phone.id).await;
    let ada = TestUser::of(
        &anonymous_client(&server),
        &answer(&ada, &phone.id, &asked, &code).await,
    );
    // The same code to another question.
    let asked = challenge(&ada, &phone.id).await;
    answer(&ada, &phone.id, &asked, &code)
        .await
        .refused(422, "mfa_verification_failed");
    world.hand.advance(TimeDelta::seconds(301));
    let late = answer(&ada, &phone.id, &asked, &phone.code(world)).await;
    late.refused(422, "mfa_challenge_expired");
    assert!(
        late.json()["message"]
            .as_str()
            .unwrap()
            .starts_with("MFA challenge ")
    );
    let asked = challenge(&ada, &phone.id).await;
    for _ in 0..10 {
        answer(&ada, &phone.id, &asked, "000000").await.is(422);
    }
    answer(&ada, &phone.id, &asked, &phone.code(world))
        .await
        .refused(422, "mfa_challenge_expired");
});

both!(
    factors_are_added_and_removed_only_at_second_level,
    |world| {
        let server = server(world).await;
        let ada = new_user(&server, "ada@example.com").await;
        let enroll_with = async |user: &TestUser, body| user.post("/auth/v1/factors", body).await;
        let totp = |name: &str| json!({"factor_type": "totp", "friendly_name": name});
        let phone = enroll(&ada, "phone").await;
        enroll_with(&ada, totp("phone"))
            .await
            .refused(422, "mfa_factor_name_conflict");
        enroll_with(&ada, json!({"factor_type": "fingers"}))
            .await
            .refused(400, "validation_failed");
        // Without names they have the same.
        enroll_with(&ada, json!({"factor_type": "webauthn"}))
            .await
            .is(200);
        enroll_with(&ada, json!({"factor_type": "webauthn"}))
            .await
            .refused(422, "mfa_factor_name_conflict");
        let asked = challenge(&ada, &phone.id).await;
        let raised = answer(&ada, &phone.id, &asked, &phone.code(world)).await;
        let raised = TestUser::of(&anonymous_client(&server), &raised);
        let again = sign_in(&anonymous_client(&server), "ada@example.com", "password 1").await;
        let first_level = TestUser::of(&anonymous_client(&server), &again);
        enroll_with(&first_level, totp("other"))
            .await
            .refused(403, "insufficient_aal");
        let path = format!("/auth/v1/factors/{}", phone.id);
        let delete = async |user: &TestUser| send(user.request(Method::DELETE, &path)).await;
        delete(&first_level).await.refused(422, "insufficient_aal");
        let bob = new_user(&server, "bob@example.com").await;
        delete(&bob).await.refused(404, "mfa_factor_not_found");
        assert_eq!(delete(&raised).await.ok()["id"], json!(phone.id));
        let body = json!({"refresh_token": raised.refresh_token});
        let path = "/auth/v1/token?grant_type=refresh_token";
        assert_eq!(claims(&raised.post(path, body).await.ok())["aal"], "aal1");
    }
);

both!(phone_factor_code_is_sent_by_text_message, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let body = json!({"factor_type": "phone", "friendly_name": "mobile", "phone": "+420601234567"});
    let factor = ada.post("/auth/v1/factors", body).await.ok();
    assert_eq!(factor["phone"], "+420601234567");
    let id = factor["id"].as_str().unwrap();
    let asked = challenge(&ada, id).await;
    let path = format!("/auth/v1/factors/{id}/challenge");
    ada.post(&path, json!({}))
        .await
        .refused(429, "over_sms_send_rate_limit");
    answer(&ada, id, &asked, "x")
        .await
        .refused(422, "mfa_verification_failed");
    let code = last_message(&server, "420601234567").await.code;
    let raised = answer(&ada, id, &asked, &code).await.ok();
    assert_eq!(claims(&raised)["amr"][0]["method"], "mfa/phone");
    // Not everyone has them.
    let strict = world.auth_server(|options| options.totp = false).await;
    let ada = TestUser::of(
        &anonymous_client(&strict),
        &sign_in(&anonymous_client(&strict), "ada@example.com", "password 1").await,
    );
    for (kind, code) in [
        ("totp", "mfa_totp_enroll_not_enabled"),
        ("phone", "mfa_phone_enroll_not_enabled"),
    ] {
        let body = json!({"factor_type": kind});
        ada.post("/auth/v1/factors", body).await.refused(422, code);
    }
});

both!(operators_list_and_delete_factors, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let phone = enroll(&ada, "phone").await;
    let operator = crate::auth_support::operator(&server);
    let path = format!("/auth/v1/admin/users/{}/factors", ada.id);
    let list = operator.get(&path).await.ok();
    assert_eq!(list[0]["id"], json!(phone.id));
    assert_eq!(list[0]["status"], "unverified");
    let one = format!("{path}/{}", phone.id);
    let renamed = operator
        .put(&one, json!({"friendly_name": "old"}))
        .await
        .ok();
    assert_eq!(renamed["friendly_name"], "old");
    operator.delete(&one).await.is(200);
    operator
        .delete(&one)
        .await
        .refused(404, "mfa_factor_not_found");
    assert_eq!(operator.get(&path).await.ok(), json!([]));
});
