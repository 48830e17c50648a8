//! Threats: access that real and fake OAuth clients don't get.

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::TimeDelta;
use portolan::http::auth::Secret;
use reqwest::{Method, Url};
use serde_json::json;

use crate::{
    auth_factors::with_second_factor,
    auth_support::{anonymous_client, claims, follow, in_query, new_user, sign_in},
    client::{Client, HttpAnswer, TestUser, http_builder, send},
    oauth_support::{
        BACK, Program, VERIFIER, authorization_id, consent, refused, server, with_form, with_tokens,
    },
};

/// Follows no redirect.
async fn visit(page: &str) -> HttpAnswer {
    let http = http_builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    send(http.get(page)).await
}

both!(unregistered_redirect_uris_are_rejected, |world| {
    let server = server(world).await;
    let client = anonymous_client(&server);
    let program = Program::register(&server, "none").await;
    for address in [
        "https://charts.example/callback",
        "https://charts.example/callback?from=portolan&x=y",
        "https://charts.example/callback?from=portolan#x",
        "https://charts.example./callback?from=portolan",
        "https://charts.example:443/callback?from=portolan",
        "HTTPS://charts.example/callback?from=portolan",
        "https://charts.example@evil.example/callback?from=portolan",
        "https://charts.example.evil.example/callback?from=portolan",
        "javascript:alert(1)",
        "",
    ] {
        let answer = visit(&program.page(&client, &[("redirect_uri", address)])).await;
        answer.refused(400, "validation_failed");
        assert!(answer.headers.get("location").is_none(), "{address}");
    }
    // The first address counts, and a second one is refused at the first.
    let twice = [
        ("redirect_uri", BACK),
        ("redirect_uri", "https://evil.example/"),
    ];
    let back = follow(&program.page(&client, &twice)).await;
    assert_eq!(back.host_str(), Some("charts.example"));
    assert_eq!(in_query(&back, "error").as_deref(), Some("invalid_request"));
    for id in ["nobody", "00000000-0000-4000-8000-000000000000"] {
        let answer = visit(&program.page(&client, &[("client_id", id)])).await;
        answer.refused(400, "oauth_client_not_found");
    }
});

both!(only_hashed_code_challenges_are_accepted, |world| {
    let server = server(world).await;
    let client = anonymous_client(&server);
    let program = Program::register(&server, "none").await;
    for (change, error) in [
        (("code_challenge", ""), "invalid_request"),
        (("code_challenge_method", ""), "invalid_request"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
        (("response_type", "token"), "unsupported_response_type"),
        (("scope", "email everything"), "invalid_scope"),
        (("resource", "not an address"), "invalid_target"),
    ] {
        let back = follow(&program.page(&client, &[change])).await;
        assert!(back.as_str().starts_with(BACK), "{back}");
        assert_eq!(
            in_query(&back, "error").as_deref(),
            Some(error),
            "{change:?}"
        );
        assert_eq!(
            in_query(&back, "state").as_deref(),
            Some("what it remembers")
        );
    }
    let ada = new_user(&server, "ada@example.com").await;
    let code = program.code_of(&ada).await;
    let base = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
    ];
    let without = program.token(&ada, &base).await;
    refused(&without, 400, "invalid_request");
    let wrong = "another-verifier-that-somebody-has-made-up-01234567";
    // The challenge itself is no verifier either.
    for verifier in [wrong, &crate::oauth_support::challenge(VERIFIER)] {
        let form = [base[0], base[1], ("code_verifier", verifier)];
        refused(&program.token(&ada, &form).await, 400, "invalid_grant");
    }
    let form = [base[0], base[1], ("code_verifier", VERIFIER)];
    let elsewhere = [
        form[0],
        form[1],
        form[2],
        ("redirect_uri", "https://evil.example/"),
    ];
    refused(&program.token(&ada, &elsewhere).await, 400, "invalid_grant");
    let resource = [
        form[0],
        form[1],
        form[2],
        ("resource", "https://other.example/"),
    ];
    refused(&program.token(&ada, &resource).await, 400, "invalid_target");
    program.token(&ada, &form).await.is(200);
});

both!(reused_authorization_code_ends_session, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let code = program.code_of(&ada).await;
    let tokens = program.exchange(&ada, &code).await.ok();
    let bot = with_tokens(&server, &tokens);
    bot.get("/auth/v1/user").await.is(200);
    refused(&program.exchange(&ada, &code).await, 400, "invalid_grant");
    bot.get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
    let token = tokens["refresh_token"].as_str().unwrap();
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
    refused(&program.token(&ada, &form).await, 400, "invalid_grant");
    ada.get("/auth/v1/user").await.is(200);

    // Twenty at once: at most one gets a session, and none keeps it.
    let code = program.code_of(&ada).await;
    let tries = (0..20).map(|_| program.exchange(&ada, &code));
    let answers = futures_util::future::join_all(tries).await;
    let sessions: Vec<_> = answers
        .iter()
        .filter(|answer| answer.status == 200)
        .collect();
    assert_eq!(sessions.len(), 1);
    with_tokens(&server, &sessions[0].json())
        .get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
});

both!(
    oauth_client_cannot_use_codes_or_tokens_of_another,
    |world| {
        let server = server(world).await;
        let program = Program::register(&server, "client_secret_basic").await;
        let other = Program::register(&server, "none").await;
        let ada = new_user(&server, "ada@example.com").await;
        let code = program.code_of(&ada).await;
        refused(&other.exchange(&ada, &code).await, 400, "invalid_grant");
        let tokens = program.exchange(&ada, &code).await.ok();
        // Nor does its mistake, or its malice, end the session of the one whose code it is.
        refused(&other.exchange(&ada, &code).await, 400, "invalid_grant");
        let bot = with_tokens(&server, &tokens);
        bot.get("/auth/v1/user").await.is(200);
        let token = tokens["refresh_token"].as_str().unwrap();
        let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
        refused(&other.token(&ada, &form).await, 400, "invalid_grant");
        let body = json!({ "refresh_token": token });
        ada.post("/auth/v1/token?grant_type=refresh_token", body)
            .await
            .refused(400, "refresh_token_not_found");
        let own = [
            ("grant_type", "refresh_token"),
            ("refresh_token", ada.refresh_token.as_str()),
        ];
        refused(&program.token(&ada, &own).await, 400, "invalid_grant");
        program.token(&ada, &form).await.is(200);
    }
);

both!(oauth_client_must_authenticate_as_registered, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let program = Program::register(&server, "client_secret_basic").await;
    let post = Program::register(&server, "client_secret_post").await;
    let code = program.code_of(&ada).await;
    let form = |more: &[(&'static str, String)]| {
        let usual = [
            ("grant_type", "authorization_code".to_owned()),
            ("code", code.clone()),
            ("code_verifier", VERIFIER.to_owned()),
        ];
        [&usual[..], more].concat()
    };
    let ask = async |header: Option<(&str, &str)>, more: &[(&'static str, String)]| {
        let request = ada.request(Method::POST, "/auth/v1/oauth/token");
        let request = match header {
            Some((id, secret)) => {
                let pair = BASE64_STANDARD.encode(format!("{id}:{secret}"));
                anonymous_client(&server)
                    .request(Method::POST, "/auth/v1/oauth/token")
                    .header("authorization", format!("Basic {pair}"))
            }
            None => request,
        };
        send(with_form(request, &form(more))).await
    };
    let id = ("client_id", program.id.clone());
    let secret = ("client_secret", program.secret.clone());
    for (header, body) in [
        (None, vec![]),
        (None, vec![id.clone()]),
        (None, vec![id.clone(), secret.clone()]),
        (
            None,
            vec![id.clone(), ("client_secret", "wrong".to_owned())],
        ),
        (Some((program.id.as_str(), "wrong")), vec![]),
        (Some((program.id.as_str(), "")), vec![]),
        (Some((program.id.as_str(), post.secret.as_str())), vec![]),
        (Some((post.id.as_str(), post.secret.as_str())), vec![]),
        (Some(("nobody", program.secret.as_str())), vec![]),
    ] {
        let answer = ask(header, &body).await;
        refused(&answer, 401, "invalid_client");
        assert!(answer.header("www-authenticate").starts_with("Basic"));
    }
    let both = ask(Some((&program.id, &program.secret)), &[secret]).await;
    refused(&both, 400, "invalid_request");
    for (grant, error) in [
        ("password", "unsupported_grant_type"),
        ("client_credentials", "unsupported_grant_type"),
        ("", "invalid_request"),
    ] {
        refused(
            &program.token(&ada, &[("grant_type", grant)]).await,
            400,
            error,
        );
    }
    let twice = [
        ("grant_type", "authorization_code"),
        ("grant_type", "password"),
    ];
    refused(&program.token(&ada, &twice).await, 400, "invalid_request");
    ask(Some((&program.id, &program.secret)), &[id])
        .await
        .is(200);
});

both!(authorization_is_answered_only_by_its_user, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let eve = new_user(&server, "eve@example.com").await;
    let id = authorization_id(&follow(&program.page(&ada, &[])).await);
    let path = format!("/auth/v1/oauth/authorizations/{id}");
    // A request must be viewed before it is answered.
    consent(&ada, &id, "approve")
        .await
        .refused(404, "oauth_authorization_not_found");
    ada.get(&path).await.is(200);
    eve.get(&path)
        .await
        .refused(404, "oauth_authorization_not_found");
    for action in ["approve", "deny"] {
        consent(&eve, &id, action)
            .await
            .refused(404, "oauth_authorization_not_found");
    }
    anonymous_client(&server)
        .get(&path)
        .await
        .refused(401, "no_authorization");
    let from = async |origin: &str| {
        let request = ada.request(Method::GET, &path);
        send(request.header("origin", origin)).await
    };
    let own = ada.origin.clone();
    from(&own).await.is(200);
    for origin in ["https://evil.example", "null", "http://evil.example:3000"] {
        from(origin).await.refused(400, "validation_failed");
    }
    consent(&ada, &id, "approve").await.is(200);
});

both!(authorization_requests_and_codes_expire, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let code = program.code_of(&ada).await;
    world.hand.advance(TimeDelta::seconds(60));
    refused(&program.exchange(&ada, &code).await, 400, "invalid_grant");
    let page = program.page(&ada, &[("scope", "phone")]);
    let id = authorization_id(&follow(&page).await);
    let path = format!("/auth/v1/oauth/authorizations/{id}");
    ada.get(&path).await.is(200);
    world.hand.advance(TimeDelta::minutes(10));
    ada.get(&path)
        .await
        .refused(404, "oauth_authorization_not_found");
    consent(&ada, &id, "approve")
        .await
        .refused(404, "oauth_authorization_not_found");
});

both!(oauth_session_cannot_manage_account, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let bot = with_tokens(&server, &program.session_of(&ada).await);
    let id = authorization_id(&follow(&program.page(&ada, &[])).await);
    for path in [
        &format!("/auth/v1/oauth/authorizations/{id}"),
        "/auth/v1/user/oauth/grants",
        "/auth/v1/reauthenticate",
        "/auth/v1/passkeys",
    ] {
        bot.get(path).await.refused(403, "no_authorization");
    }
    consent(&bot, &id, "approve")
        .await
        .refused(403, "no_authorization");
    let body = json!({"password": "another password"});
    bot.put("/auth/v1/user", body)
        .await
        .refused(403, "no_authorization");
    let body = json!({"factor_type": "totp", "friendly_name": "of the program"});
    bot.post("/auth/v1/factors", body)
        .await
        .refused(403, "no_authorization");
    let body = json!({"name": "of the program", "scopes": ["read"]});
    bot.post("/api/user/api-keys", body)
        .await
        .problem(403, "forbidden");
    // It signs out no one but itself.
    bot.post("/auth/v1/logout?scope=global", json!({}))
        .await
        .is(204);
    bot.get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
    ada.get("/auth/v1/user").await.is(200);
});

both!(id_token_grants_no_access, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let tokens = program.session_of(&ada).await;
    let bearer: Client = anonymous_client(&server).with_token(tokens["id_token"].as_str().unwrap());
    for path in ["/auth/v1/user", "/auth/v1/oauth/userinfo"] {
        bearer.get(path).await.refused(403, "bad_jwt");
    }
    bearer.get("/api/boards").await.is(401);

    // Without a key that others can verify none is promised.
    let shared = world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
            options.jwt_secret = Some(Secret("a secret of more than 32 characters".into()));
            options.oauth_server.enabled = true;
        })
        .await;
    let client = anonymous_client(&shared);
    let back: Url = follow(&program.page(&client, &[])).await;
    assert_eq!(in_query(&back, "error").as_deref(), Some("invalid_scope"));
    let eve = new_user(&shared, "eve@example.com").await;
    let id = authorization_id(&follow(&program.page(&eve, &[("scope", "email")])).await);
    eve.get(&format!("/auth/v1/oauth/authorizations/{id}"))
        .await
        .is(200);
    let back = consent(&eve, &id, "approve").await.ok();
    let back: Url = back["redirect_url"].as_str().unwrap().parse().unwrap();
    let tokens = program
        .exchange(&eve, &in_query(&back, "code").unwrap())
        .await
        .ok();
    assert!(tokens.get("id_token").is_none());
    assert_eq!(claims(&tokens)["client_id"], json!(program.id));
});

both!(consent_requires_enrolled_second_factor, |world| {
    let server = server(world).await;
    let ada = new_user(&server, "ada@example.com").await;
    let program = Program::register(&server, "none").await;
    let raised = with_second_factor(world, &ada).await;
    let thief = sign_in(&anonymous_client(&server), "ada@example.com", "password 1").await;
    let thief = TestUser::of(&anonymous_client(&server), &thief);
    let id = authorization_id(&follow(&program.page(&thief, &[])).await);
    let path = format!("/auth/v1/oauth/authorizations/{id}");
    thief.get(&path).await.refused(403, "insufficient_aal");
    consent(&thief, &id, "approve")
        .await
        .refused(403, "insufficient_aal");
    // Access granted with the second factor works.
    let tokens = program.session_of(&raised).await;
    with_tokens(&server, &tokens)
        .get("/api/user/profile")
        .await
        .is(200);
    // Now that the client is allowed, the password alone still does not lead back to it.
    let id = authorization_id(&follow(&program.page(&thief, &[])).await);
    let path = format!("/auth/v1/oauth/authorizations/{id}");
    thief.get(&path).await.refused(403, "insufficient_aal");
});
