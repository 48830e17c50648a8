//! Routes for operators with the service key.

use chrono::TimeDelta;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use portolan::{
    boot::testing::TestServer,
    http::auth::{AuthOptions, Secret},
};
use serde_json::{Value, json};

use crate::{
    auth_support::{
        SECRET, anonymous_client, follow, in_fragment, last_message, new_user, operator, sign_in,
        verify,
    },
    client::Client,
    world::World,
};

fn with_keys(options: &mut AuthOptions) {
    options.jwt_secret = Some(Secret(SECRET.into()));
    options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
}

async fn server(world: &World) -> TestServer {
    world.auth_server(with_keys).await
}

/// A token as other programs sign it with the shared secret.
fn token(claims: Value) -> String {
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    encode(&Header::new(Algorithm::HS256), &claims, &key).unwrap()
}

fn with_role(server: &TestServer, role: &str) -> Client {
    anonymous_client(server).with_token(&token(json!({"role": role})))
}

both!(admin_routes_require_service_key, |world| {
    let server = server(world).await;
    let path = "/auth/v1/admin/users";
    for client in [
        operator(&server),
        with_role(&server, "service_role"),
        with_role(&server, "supabase_admin"),
    ] {
        client.get(path).await.is(200);
    }
    with_role(&server, "anon")
        .get(path)
        .await
        .refused(403, "not_admin");
    let ada = new_user(&server, "ada@example.com").await;
    let refused = ada.get(path).await;
    refused.refused(403, "not_admin");
    assert_eq!(refused.json()["message"], "User not allowed");
    let none = anonymous_client(&server).get(path).await;
    none.refused(401, "no_authorization");
    assert!(
        none.json()["message"]
            .as_str()
            .unwrap()
            .contains("Bearer token")
    );
    for bad in [
        "x",
        "sb_secret_of_the_operatoR",
        &token(json!({"role": "service_role"}))[1..],
    ] {
        let answer = anonymous_client(&server).with_token(bad).get(path).await;
        answer.refused(403, "bad_jwt");
        assert!(
            answer.json()["message"]
                .as_str()
                .unwrap()
                .starts_with("invalid JWT")
        );
    }
    // A service's token is no one's session.
    with_role(&server, "service_role")
        .get("/auth/v1/user")
        .await
        .refused(403, "bad_jwt");
});

both!(users_are_created_read_changed_and_deleted, |world| {
    let server = server(world).await;
    let admin = operator(&server);
    let created = admin
        .post(
            "/auth/v1/admin/users",
            json!({
                "email": "Ada@example.com", "phone": "+420601234567", "password": "password 1",
                "email_confirm": true, "user_metadata": {"name": "Ada"}, "app_metadata": {"team": 7},
            }),
        )
        .await
        .ok();
    assert_eq!(created["email"], "ada@example.com");
    assert!(created["email_confirmed_at"].is_string() && created["phone_confirmed_at"].is_null());
    assert_eq!(created["app_metadata"]["team"], 7);
    assert_eq!(created["app_metadata"]["provider"], "email");
    assert_eq!(created["identities"].as_array().unwrap().len(), 2);
    let path = format!("/auth/v1/admin/users/{}", created["id"].as_str().unwrap());
    assert_eq!(admin.get(&path).await.ok(), created);
    sign_in(&admin, "ada@example.com", "password 1")
        .await
        .is(200);
    let changed = admin
        .put(
            &path,
            json!({"email": "new@example.com", "password": "password 2", "user_metadata": {"name": null, "x": 1}}),
        )
        .await
        .ok();
    assert_eq!(changed["email"], "new@example.com");
    assert_eq!(changed["user_metadata"], json!({"x": 1}));
    sign_in(&admin, "new@example.com", "password 2")
        .await
        .is(200);
    assert_eq!(admin.delete(&path).await.ok(), json!({}));
    admin.get(&path).await.refused(404, "user_not_found");
    sign_in(&admin, "new@example.com", "password 2")
        .await
        .is(400);
    admin
        .get("/auth/v1/admin/users/not-an-id")
        .await
        .refused(404, "validation_failed");
});

both!(invalid_admin_user_requests_are_rejected, |world| {
    let server = server(world).await;
    new_user(&server, "ada@example.com").await;
    let create = async |body| operator(&server).post("/auth/v1/admin/users", body).await;
    for (body, status, code) in [
        (json!({}), 400, "validation_failed"),
        (json!({"email": "ada@example.com"}), 422, "email_exists"),
        (json!({"email": "no address"}), 400, "validation_failed"),
        (json!({"phone": "0"}), 400, "validation_failed"),
        (
            json!({"email": "b@example.com", "password": "x"}),
            422,
            "weak_password",
        ),
        (
            json!({"email": "b@example.com", "password": "password 1", "password_hash": "x"}),
            400,
            "validation_failed",
        ),
        (
            json!({"email": "b@example.com", "password_hash": "md5"}),
            400,
            "validation_failed",
        ),
        (
            json!({"email": "b@example.com", "password_hash": "$argon2id$v=19$m=64"}),
            400,
            "validation_failed",
        ),
        (
            json!({"email": "b@example.com", "ban_duration": "soon"}),
            400,
            "validation_failed",
        ),
        (
            json!({"email": "b@example.com", "role": "postgres"}),
            400,
            "validation_failed",
        ),
    ] {
        create(body).await.refused(status, code);
    }
});

both!(banned_user_is_locked_out_until_ban_ends, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let path = format!("/auth/v1/admin/users/{}", ada.id);
    let ban = async |span: &str| {
        let body = json!({"ban_duration": span});
        operator(&server).put(&path, body).await.ok()
    };
    assert!(ban("1h30m").await["banned_until"].is_string());
    ada.get("/auth/v1/user").await.is(403);
    ada.get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
    sign_in(&ada, "ada@example.com", "password 1")
        .await
        .refused(400, "user_banned");
    world.hand.advance(TimeDelta::minutes(91));
    sign_in(&ada, "ada@example.com", "password 1").await.is(200);
    ban("24h").await;
    assert!(ban("none").await["banned_until"].is_null());
    sign_in(&ada, "ada@example.com", "password 1").await.is(200);
});

both!(soft_deleted_user_keeps_no_contact_details, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let path = format!("/auth/v1/admin/users/{}", ada.id);
    let request = operator(&server)
        .request(reqwest::Method::DELETE, &path)
        .json(&json!({"should_soft_delete": true}));
    crate::client::send(request).await.is(200);
    ada.get("/auth/v1/user").await.is(403);
    let left = operator(&server).get(&path).await.ok();
    assert_eq!(left["email"], "");
    assert!(left["deleted_at"].is_string());
    assert_eq!(left["identities"], json!([]));
    // The address is free again.
    new_user(&server, "ada@example.com").await;
});

both!(users_are_listed_page_by_page, |world| {
    let server = server(world).await;
    for number in 0..5 {
        let body = json!({"email": format!("p{number}@example.com")});
        operator(&server)
            .post("/auth/v1/admin/users", body)
            .await
            .is(200);
        world.hand.advance(TimeDelta::seconds(1));
    }
    let list = async |query: &str| {
        let path = format!("/auth/v1/admin/users?{query}");
        operator(&server).get(&path).await
    };
    let all = list("page=&per_page=").await;
    assert_eq!(all.ok()["users"].as_array().unwrap().len(), 5);
    assert_eq!(all.ok()["aud"], "authenticated");
    assert_eq!(all.header("x-total-count"), "5");
    let second = list("page=2&per_page=2").await;
    assert_eq!(second.ok()["users"][0]["email"], "p2@example.com");
    assert_eq!(
        second.header("link"),
        "</auth/v1/admin/users?page=3&per_page=2>; rel=\"next\", </auth/v1/admin/users?page=3&per_page=2>; rel=\"last\""
    );
    list("page=x").await.refused(400, "validation_failed");
});

both!(generate_link_returns_links_for_operators_to_send, |world| {
    let server = server(world).await;
    let admin = operator(&server);
    let generate = async |body| {
        let path = "/auth/v1/admin/generate_link?redirect_to=http://localhost:3000/in";
        admin.post(path, body).await
    };
    let link =
        generate(json!({"type": "signup", "email": "ada@example.com", "password": "password 1"}))
            .await
            .ok();
    for name in [
        "id",
        "action_link",
        "email_otp",
        "hashed_token",
        "redirect_to",
    ] {
        assert!(link[name].is_string(), "{name} in {link}");
    }
    assert_eq!(link["verification_type"], "signup");
    let back = follow(link["action_link"].as_str().unwrap()).await;
    assert!(back.as_str().starts_with("http://localhost:3000/in#"));
    assert!(in_fragment(&back, "access_token").is_some());
    generate(json!({"type": "signup", "email": "ada@example.com", "password": "password 1"}))
        .await
        .refused(422, "email_exists");
    let link = generate(json!({"type": "magiclink", "email": "ada@example.com"}))
        .await
        .ok();
    let body = json!({"token_hash": link["hashed_token"], "type": "magiclink"});
    verify(&admin, body).await.is(200);
    let link = generate(json!({"type": "recovery", "email": "ada@example.com"}))
        .await
        .ok();
    let body = json!({"email": "ada@example.com", "token": link["email_otp"], "type": "recovery"});
    verify(&admin, body).await.is(200);
    let change = |kind: &str| json!({"type": kind, "email": "ada@example.com", "new_email": "new@example.com"});
    for (kind, is_half) in [("email_change_current", true), ("email_change_new", false)] {
        let link = generate(change(kind)).await.ok();
        let body = json!({"token_hash": link["hashed_token"], "type": "email_change"});
        let answer = verify(&admin, body).await.ok();
        assert_eq!(answer["msg"].is_string(), is_half, "{kind}: {answer}");
    }
    generate(json!({"type": "recovery", "email": "nobody@example.com"}))
        .await
        .refused(404, "user_not_found");
    generate(json!({"type": "nonsense", "email": "a@example.com"}))
        .await
        .refused(400, "validation_failed");
});

both!(user_is_invited_by_email, |world| {
    let server = server(world).await;
    let invite = async || {
        let body = json!({"email": "ada@example.com", "data": {"team": "a"}});
        operator(&server).post("/auth/v1/invite", body).await
    };
    let user = invite().await.ok();
    assert!(user["invited_at"].is_string() && user["email_confirmed_at"].is_null());
    assert_eq!(user["user_metadata"]["team"], "a");
    let sent = last_message(&server, "ada@example.com").await;
    let body = json!({"email": "ada@example.com", "token": sent.code, "type": "invite"});
    verify(&anonymous_client(&server), body).await.is(200);
    invite().await.refused(422, "email_exists");
    anonymous_client(&server)
        .post("/auth/v1/invite", json!({"email": "b@example.com"}))
        .await
        .refused(401, "no_authorization");
});

both!(admin_audit_lists_auth_actions, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let path = "/auth/v1/logout?scope=global";
    crate::client::send(ada.request(reqwest::Method::POST, path))
        .await
        .is(204);
    let log = operator(&server).get("/auth/v1/admin/audit").await.ok();
    let actions: Vec<&str> = log
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["payload"]["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions, ["logout", "login", "user_signedup"]);
    assert_eq!(log[0]["payload"]["actor_username"], "ada@example.com");
    assert!(!log.to_string().contains("password 1"));
    ada.get("/auth/v1/admin/audit").await.is(403);
});
