use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    client::{Client, HttpAnswer, TestUser, send},
    world::{PASSWORD, World},
};

async fn sign_in(world: &World, email: &str, password: &str) -> HttpAnswer {
    world
        .client()
        .post(
            "/auth/v1/token?grant_type=password",
            json!({"email": email, "password": password}),
        )
        .await
}

async fn refresh(client: &Client, token: &str) -> HttpAnswer {
    client
        .post(
            "/auth/v1/token?grant_type=refresh_token",
            json!({"refresh_token": token}),
        )
        .await
}

/// The cookie header that `@supabase/ssr` sends for a session: base64url, in pieces of 3,180.
fn cookies(session: &Value, piece: usize) -> String {
    let text = format!(
        "base64-{}",
        BASE64_URL_SAFE_NO_PAD.encode(session.to_string())
    );
    let pieces: Vec<&[u8]> = text.as_bytes().chunks(piece).collect();
    let name = |index: usize| match pieces.len() {
        1 => "portolan-auth-token".to_owned(),
        _ => format!("portolan-auth-token.{index}"),
    };
    let pairs: Vec<String> = pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| format!("{}={}", name(index), std::str::from_utf8(piece).unwrap()))
        .collect();
    pairs.join("; ")
}

both!(sign_up_returns_session, |world| {
    let ada = world.new_user("ada").await;
    assert_eq!(ada.session["token_type"], "bearer");
    assert_eq!(ada.session["user"]["email"], "ada@example.com");
    assert!(ada.session["expires_in"].as_u64().unwrap() > 0);
    let user = ada.get("/auth/v1/user").await.ok();
    assert_eq!(user["id"], json!(ada.id));
    ada.get("/api/user/profile").await.is(200);
});

both!(sign_in_requires_the_correct_password, |world| {
    let ada = world.new_user("ada").await;
    let again = sign_in(world, "Ada@Example.com", PASSWORD).await;
    let again = TestUser::of(&world.client(), &again);
    assert_eq!(again.id, ada.id);
    assert_ne!(again.refresh_token, ada.refresh_token);
    let wrong = sign_in(world, "ada@example.com", "not the secret").await;
    let unknown = sign_in(world, "eve@example.com", PASSWORD).await;
    // An unknown user gets the same error as one who mistypes.
    assert_eq!(wrong.is(400).json(), unknown.is(400).json());
    wrong.refused(400, "invalid_credentials");
});

both!(invalid_sign_ups_are_rejected, |world| {
    world.new_user("ada").await;
    let sign_up = async |body| world.client().post("/auth/v1/signup", body).await;
    for (body, status, code) in [
        (
            json!({"email": "ada@example.com", "password": PASSWORD}),
            422,
            "user_already_exists",
        ),
        (
            json!({"email": "bob@example.com", "password": "x"}),
            422,
            "weak_password",
        ),
        (
            json!({"email": "not an address", "password": PASSWORD}),
            400,
            "validation_failed",
        ),
        (
            json!({"email": "bob@example.com"}),
            400,
            "validation_failed",
        ),
    ] {
        sign_up(body).await.refused(status, code);
    }
});

both!(sign_up_behind_proxy_is_disabled_by_default, |world| {
    let body = json!({"email": "eve@example.com", "password": PASSWORD});
    let request = || {
        world
            .client()
            .request(Method::POST, "/auth/v1/signup")
            .json(&body)
    };
    let proxied = send(request().header("x-forwarded-for", "192.0.2.1")).await;
    proxied.refused(422, "signup_disabled");
    let rebound = send(request().header("host", "evil.example")).await;
    rebound.refused(422, "signup_disabled");
});

both!(refresh_token_is_valid_once, |world| {
    let ada = world.new_user("ada").await;
    let second = refresh(&world.client(), &ada.refresh_token).await;
    let second = TestUser::of(&world.client(), &second);
    assert_ne!(second.refresh_token, ada.refresh_token);
    second.get("/api/user/profile").await.is(200);
    // Two tabs may refresh at the same moment: within ten seconds there is another child.
    let twin = refresh(&world.client(), &ada.refresh_token).await;
    twin.is(200);
    let third = refresh(&world.client(), &second.refresh_token).await;
    let third = TestUser::of(&world.client(), &third);
    world.hand.advance(TimeDelta::seconds(11));
    // Shown again later, it was stolen: the whole family ends.
    refresh(&world.client(), &ada.refresh_token)
        .await
        .refused(400, "refresh_token_already_used");
    third
        .get("/api/user/profile")
        .await
        .problem(401, "unauthenticated");
    refresh(&world.client(), &third.refresh_token).await.is(400);
});

both!(unknown_refresh_token_is_rejected, |world| {
    refresh(&world.client(), "no-such-token")
        .await
        .refused(400, "refresh_token_not_found");
});

both!(sign_out_ends_the_sessions_of_its_scope, |world| {
    let first = world.new_user("ada").await;
    let more = async || {
        let answer = sign_in(world, "ada@example.com", PASSWORD).await;
        TestUser::of(&world.client(), &answer)
    };
    let is_in = async |person: &TestUser| person.get("/api/user/profile").await.status == 200;
    let sign_out = async |person: &TestUser, scope: &str| {
        let path = format!("/auth/v1/logout?scope={scope}");
        send(person.request(Method::POST, &path)).await.is(204);
    };
    let (second, third) = (more().await, more().await);
    sign_out(&first, "local").await;
    assert!(!is_in(&first).await && is_in(&second).await && is_in(&third).await);
    sign_out(&second, "others").await;
    assert!(is_in(&second).await && !is_in(&third).await);
    let fourth = more().await;
    sign_out(&fourth, "global").await;
    assert!(!is_in(&second).await && !is_in(&fourth).await);
    refresh(&world.client(), &second.refresh_token)
        .await
        .is(400);
});

both!(invalid_access_token_is_unauthenticated, |world| {
    let ada = world.new_user("ada").await;
    world
        .client()
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
    let (head, signature) = ada.access_token.rsplit_once('.').unwrap();
    let none = format!(
        "{}.{}.",
        BASE64_URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#),
        head.split_once('.').unwrap().1
    );
    let mut flipped = signature.to_owned();
    let first = if flipped.starts_with('A') { "B" } else { "A" };
    flipped.replace_range(..1, first);
    for token in [
        "x",
        "a.b.c",
        &none,
        &format!("{head}.{flipped}"),
        "ptl_unknown",
    ] {
        ada.with_token(token)
            .get("/api/chats")
            .await
            .problem(401, "unauthenticated");
    }
    let basic = world
        .client()
        .request(Method::GET, "/api/chats")
        .header("authorization", "Basic YWRhOng=");
    send(basic).await.problem(401, "unauthenticated");
});

both!(access_token_expires, |world| {
    let ada = world.new_user("ada").await;
    let lifetime = ada.session["expires_in"].as_i64().unwrap();
    world.hand.advance(TimeDelta::seconds(lifetime - 1));
    ada.get("/api/chats").await.is(200);
    // Clocks may differ a little between machines.
    world.hand.advance(TimeDelta::seconds(120));
    ada.get("/api/chats").await.problem(401, "unauthenticated");
    refresh(&world.client(), &ada.refresh_token).await.is(200);
});

both!(
    session_cookies_written_by_the_client_authenticate,
    |world| {
        let ada = world.new_user("ada").await;
        for piece in [3_180, 200] {
            let request = world
                .client()
                .request(Method::GET, "/api/user/profile")
                .header("cookie", cookies(&ada.session, piece));
            send(request).await.is(200);
        }
        let damaged = world
            .client()
            .request(Method::GET, "/api/user/profile")
            .header("cookie", "portolan-auth-token=base64-%%%");
        send(damaged).await.problem(401, "unauthenticated");
    }
);

both!(cookie_authenticated_change_requires_same_origin, |world| {
    let ada = world.new_user("ada").await;
    let create = |origin: Option<&str>| {
        let request = world
            .client()
            .request(Method::POST, "/api/chats")
            .header("cookie", cookies(&ada.session, 3_180))
            .json(&json!({}));
        match origin {
            Some(origin) => send(request.header("origin", origin)),
            None => send(request),
        }
    };
    let own = world.client().origin;
    create(Some(&own)).await.is(201);
    let elsewhere = format!("{own}1");
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        &elsewhere,
    ] {
        create(Some(origin)).await.problem(403, "forbidden");
    }
    create(None).await.problem(403, "forbidden");
    // Only the one of this site's own origin was made.
    let chats = ada.get("/api/chats").await.ok();
    assert_eq!(chats["items"].as_array().unwrap().len(), 1);
});

both!(new_password_ends_other_sessions, |world| {
    let ada = world.new_user("ada").await;
    let answer = sign_in(world, "ada@example.com", PASSWORD).await;
    let other = TestUser::of(&world.client(), &answer);
    ada.put("/auth/v1/user", json!({"password": "another good secret"}))
        .await
        .is(200);
    ada.get("/api/chats").await.is(200);
    other
        .get("/api/chats")
        .await
        .problem(401, "unauthenticated");
    sign_in(world, "ada@example.com", PASSWORD).await.is(400);
    sign_in(world, "ada@example.com", "another good secret")
        .await
        .is(200);
});
