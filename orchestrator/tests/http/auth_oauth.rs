//! OAuth clients that users sign in to through this server.

use portolan::http::auth::Secret;
use reqwest::{Method, Url};
use serde_json::json;

use crate::{
    auth_support::{anonymous_client, claims, follow, in_query, new_user, operator},
    client::send,
    oauth_support::{
        BACK, Program, VERIFIER, authorization_id, challenge, consent, refused, server, with_tokens,
    },
};

both!(oauth_client_signs_user_in, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "client_secret_basic").await;
    let ada = new_user(&server, "ada@example.com").await;
    let page = follow(&program.page(&ada, &[])).await;
    assert_eq!(page.path(), "/oauth/consent");
    let id = authorization_id(&page);
    let shown = ada
        .get(&format!("/auth/v1/oauth/authorizations/{id}"))
        .await;
    assert_eq!(shown.header("cache-control"), "no-store");
    let shown = shown.ok();
    assert_eq!(shown["authorization_id"], json!(id));
    assert_eq!(shown["redirect_uri"], BACK);
    assert_eq!(shown["scope"], "openid email profile");
    assert_eq!(
        shown["user"],
        json!({"id": ada.id, "email": "ada@example.com"})
    );
    let client = json!({
        "id": program.id, "name": "Sea Charts", "uri": "https://charts.example", "logo_uri": "",
    });
    assert_eq!(shown["client"], client);

    let back = consent(&ada, &id, "approve").await.ok();
    let back: Url = back["redirect_url"].as_str().unwrap().parse().unwrap();
    assert!(
        back.as_str()
            .starts_with("https://charts.example/callback?from=portolan&")
    );
    assert_eq!(
        in_query(&back, "state").as_deref(),
        Some("what it remembers")
    );
    let code = in_query(&back, "code").unwrap();
    let answer = program.exchange(&ada, &code).await;
    assert_eq!(answer.header("cache-control"), "no-store");
    let tokens = answer.ok();
    assert_eq!(tokens["token_type"], "bearer");
    assert_eq!(tokens["scope"], "openid email profile");
    assert!(tokens.get("user").is_none());
    let said = claims(&tokens);
    assert_eq!(said["client_id"], json!(program.id));
    assert_eq!(said["sub"], json!(ada.id));
    assert_eq!(
        said["amr"][0]["method"],
        "oauth_provider/authorization_code"
    );
    let identity = claims(&json!({"access_token": tokens["id_token"]}));
    assert_eq!(identity["aud"], json!(program.id));
    assert_eq!(identity["iss"], said["iss"]);
    assert_eq!(identity["nonce"], "asked once");
    assert_eq!(identity["email"], "ada@example.com");
    assert_eq!(identity["email_verified"], true);
    assert!(identity.get("session_id").is_none());

    let bot = with_tokens(&server, &tokens);
    let info = bot.get("/auth/v1/oauth/userinfo").await.ok();
    assert_eq!(info["sub"], json!(ada.id));
    assert_eq!(info["email"], "ada@example.com");
    assert!(info.get("phone_number").is_none());
    let user = bot.get("/auth/v1/user").await.ok();
    assert_eq!(user["id"], json!(ada.id));
    bot.get("/api/boards").await.is(200);
});

both!(oauth_client_refreshes_without_new_consent, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let tokens = program.session_of(&ada).await;
    let old = tokens["refresh_token"].as_str().unwrap();
    let form = [("grant_type", "refresh_token"), ("refresh_token", old)];
    let renewed = program.token(&ada, &form).await.ok();
    assert_ne!(renewed["refresh_token"], tokens["refresh_token"]);
    assert_eq!(
        claims(&renewed)["session_id"],
        claims(&tokens)["session_id"]
    );
    assert_eq!(claims(&renewed)["client_id"], json!(program.id));
    assert!(renewed["id_token"].is_string());

    // An existing grant isn't asked for again; a larger one is.
    let path = async |scope: &str| {
        let page = follow(&program.page(&ada, &[("scope", scope)])).await;
        format!("/auth/v1/oauth/authorizations/{}", authorization_id(&page))
    };
    let again = ada.get(&path("email openid").await).await.ok();
    let back: Url = again["redirect_url"].as_str().unwrap().parse().unwrap();
    let code = in_query(&back, "code").unwrap();
    program.exchange(&ada, &code).await.is(200);
    let more = ada.get(&path("email phone").await).await.ok();
    assert_eq!(more["scope"], "email phone");
    let unsaid = ada.get(&path("").await).await.ok();
    assert!(
        unsaid["redirect_url"].is_string(),
        "the usual scope is email"
    );
});

both!(denied_consent_returns_error_to_client, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "client_secret_post").await;
    let ada = new_user(&server, "ada@example.com").await;
    let id = authorization_id(&follow(&program.page(&ada, &[])).await);
    let path = format!("/auth/v1/oauth/authorizations/{id}");
    ada.get(&path).await.is(200);
    consent(&ada, &id, "perhaps")
        .await
        .refused(400, "validation_failed");
    let back = consent(&ada, &id, "deny").await.ok();
    let back: Url = back["redirect_url"].as_str().unwrap().parse().unwrap();
    assert_eq!(in_query(&back, "error").as_deref(), Some("access_denied"));
    assert_eq!(
        in_query(&back, "state").as_deref(),
        Some("what it remembers")
    );
    assert!(in_query(&back, "code").is_none());
    for answer in [consent(&ada, &id, "approve").await, ada.get(&path).await] {
        answer.refused(400, "validation_failed");
    }
    assert_eq!(ada.get("/auth/v1/user/oauth/grants").await.ok(), json!([]));
});

both!(users_list_and_revoke_oauth_grants, |world| {
    let server = server(world).await;
    let program = Program::register(&server, "client_secret_basic").await;
    let other = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let eve = new_user(&server, "eve@example.com").await;
    let tokens = program.session_of(&ada).await;
    let others = other.session_of(&ada).await;
    let eves = program.session_of(&eve).await;
    let unused = program.code_of(&ada).await;
    let grants = ada.get("/auth/v1/user/oauth/grants").await.ok();
    let ids: Vec<_> = grants.as_array().unwrap().iter().collect();
    assert_eq!(ids.len(), 2);
    let grant = ids
        .iter()
        .find(|grant| grant["client"]["id"] == program.id.as_str());
    let grant = grant.unwrap();
    assert_eq!(grant["client"]["name"], "Sea Charts");
    assert_eq!(grant["scopes"], json!(["openid", "email", "profile"]));
    assert!(grant["granted_at"].is_string());

    let path = format!("/auth/v1/user/oauth/grants?client_id={}", program.id);
    ada.delete(&path).await.is(204);
    with_tokens(&server, &tokens)
        .get("/auth/v1/oauth/userinfo")
        .await
        .refused(403, "session_not_found");
    with_tokens(&server, &tokens)
        .get("/api/boards")
        .await
        .is(401);
    let token = tokens["refresh_token"].as_str().unwrap();
    let form = [("grant_type", "refresh_token"), ("refresh_token", token)];
    refused(&program.token(&ada, &form).await, 400, "invalid_grant");
    refused(&program.exchange(&ada, &unused).await, 400, "invalid_grant");
    for tokens in [&others, &eves] {
        let bot = with_tokens(&server, tokens);
        bot.get("/auth/v1/oauth/userinfo").await.is(200);
    }
    ada.get("/auth/v1/user").await.is(200);
    ada.delete(&path)
        .await
        .refused(404, "oauth_consent_not_found");
    ada.delete("/auth/v1/user/oauth/grants")
        .await
        .refused(400, "validation_failed");
    // It asks again, as if it had never been there.
    let id = authorization_id(&follow(&program.page(&ada, &[])).await);
    let shown = ada
        .get(&format!("/auth/v1/oauth/authorizations/{id}"))
        .await;
    assert!(shown.ok()["redirect_url"].is_null());
    // An OAuth client that the operator takes away is gone from everywhere.
    let path = format!("/auth/v1/admin/oauth/clients/{}", other.id);
    operator(&server).delete(&path).await.is(204);
    with_tokens(&server, &others)
        .get("/auth/v1/user")
        .await
        .refused(403, "session_not_found");
    assert_eq!(ada.get("/auth/v1/user/oauth/grants").await.ok(), json!([]));
});

both!(dynamic_client_registration_requires_permission, |world| {
    let shut = server(world).await;
    let body = json!({
        "client_name": "A reader", "redirect_uris": ["http://127.0.0.1:3000/callback"],
        "token_endpoint_auth_method": "none", "scope": "email", "software_id": "reader",
    });
    let register = "/auth/v1/oauth/clients/register";
    anonymous_client(&shut)
        .post(register, body.clone())
        .await
        .refused(403, "oauth_dynamic_client_registration_disabled");
    let told = anonymous_client(&shut)
        .get("/auth/v1/.well-known/oauth-authorization-server")
        .await
        .ok();
    assert!(told.get("registration_endpoint").is_none());

    let open = world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
            options.oauth_server.enabled = true;
            options.oauth_server.allow_dynamic_registration = true;
            options.oauth_server.authorization_path = "ask/people".into();
        })
        .await;
    let client = anonymous_client(&open);
    let made = client.post(register, body).await;
    assert_eq!(made.header("cache-control"), "no-store");
    let made = made.is(201).json();
    assert_eq!(made["registration_type"], "dynamic");
    assert!(made.get("client_secret").is_none());
    let bad = json!({"redirect_uris": ["http://charts.example/callback"]});
    client
        .post(register, bad)
        .await
        .refused(400, "validation_failed");
    let program = Program::of(&made);
    let page = program.page(
        &client,
        &[("redirect_uri", "http://127.0.0.1:3000/callback")],
    );
    assert_eq!(follow(&page).await.path(), "/ask/people");
    let path = format!("/auth/v1/admin/oauth/clients/{}", program.id);
    let shown = operator(&open).get(&path).await.ok();
    assert_eq!(shown["registration_type"], "dynamic");
});

both!(oauth_metadata_lists_all_endpoints, |world| {
    let server = server(world).await;
    let client = anonymous_client(&server);
    let base = format!("{}/auth/v1", client.origin);
    for path in [
        "/auth/v1/.well-known/oauth-authorization-server",
        "/.well-known/oauth-authorization-server/auth/v1",
        "/auth/v1/.well-known/openid-configuration",
        "/.well-known/openid-configuration/auth/v1",
    ] {
        let request = client.request(Method::GET, path);
        let answer = send(request.header("origin", "https://charts.example")).await;
        assert_eq!(answer.header("access-control-allow-origin"), "*", "{path}");
        let told = answer.ok();
        assert_eq!(told["issuer"], json!(base));
        for (member, path) in [
            ("authorization_endpoint", "/oauth/authorize"),
            ("token_endpoint", "/oauth/token"),
            ("userinfo_endpoint", "/oauth/userinfo"),
            ("jwks_uri", "/.well-known/jwks.json"),
        ] {
            assert_eq!(told[member], json!(format!("{base}{path}")));
        }
        assert_eq!(told["code_challenge_methods_supported"], json!(["S256"]));
        if path.contains("openid") {
            assert_eq!(
                told["id_token_signing_alg_values_supported"],
                json!(["ES256"])
            );
            assert_eq!(told["subject_types_supported"], json!(["public"]));
        }
    }
});

both!(disabled_oauth_server_has_no_routes, |world| {
    let server = world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
        })
        .await;
    let program = Program::register(&server, "none").await;
    let ada = new_user(&server, "ada@example.com").await;
    let path = format!(
        "/auth/v1/oauth/authorize?client_id={}&code_challenge={}",
        program.id,
        challenge(VERIFIER)
    );
    for path in [
        path.as_str(),
        "/auth/v1/oauth/authorizations/x",
        "/auth/v1/oauth/userinfo",
        "/auth/v1/user/oauth/grants",
        "/auth/v1/.well-known/oauth-authorization-server",
    ] {
        ada.get(path).await.refused(404, "feature_disabled");
    }
    for path in [
        "/auth/v1/oauth/token",
        "/auth/v1/oauth/clients/register",
        "/auth/v1/oauth/authorizations/x/consent",
    ] {
        ada.post(path, json!({}))
            .await
            .refused(404, "feature_disabled");
    }
    let told = ada.get("/auth/v1/.well-known/openid-configuration").await;
    assert!(told.ok()["jwks_uri"].is_string());
});
