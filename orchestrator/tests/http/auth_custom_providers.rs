//! Providers that operators add while the server runs.

use portolan::{boot::testing::TestServer, http::auth::Secret};
use reqwest::Url;
use serde_json::{Value, json};

use crate::{
    auth_provider::TestProvider,
    auth_support::{anonymous_client, follow, in_fragment, in_query, new_user, operator},
    client::Client,
    world::World,
};

const PROVIDERS: &str = "/auth/v1/admin/custom-providers";

async fn server(world: &World) -> TestServer {
    world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
        })
        .await
}

fn company(provider: &TestProvider) -> Value {
    json!({
        "provider_type": "oidc",
        "identifier": "custom:company",
        "name": "The company",
        "client_id": "our id",
        "client_secret": "our secret",
        "issuer": provider.issuer,
        "scopes": ["email", "groups"],
        "custom_claims_allowlist": ["groups", "absent"],
        "attribute_mapping": {"name": "display"},
        "authorization_params": {"prompt": "login"},
    })
}

/// Goes to the provider of this name and comes back with these words of it.
async fn sign_in(client: &Client, name: &str, mut says: Value) -> (Url, Url) {
    let path = format!("/auth/v1/authorize?provider={name}&redirect_to=http://localhost:3000/in");
    let page = follow(&format!("{}{path}&prompt=none", client.origin)).await;
    if says["claims"].is_object() {
        says["claims"]["nonce"] = json!(in_query(&page, "nonce"));
    }
    says["challenge"] = json!(in_query(&page, "code_challenge"));
    let link = format!(
        "{}/auth/v1/callback?state={}&code={}",
        client.origin,
        in_query(&page, "state").unwrap(),
        TestProvider::code(&says)
    );
    let back = follow(&link).await;
    (page, back)
}

both!(custom_provider_signs_users_in, |world| {
    let provider = TestProvider::start().await;
    let first = server(world).await;
    let operator = operator(&first);
    let client = anonymous_client(&first);
    let made = operator.post(PROVIDERS, company(&provider)).await;
    let made = made.is(201).json();
    assert_eq!(made["identifier"], "custom:company");
    assert_eq!(made["provider_type"], "oidc");
    assert_eq!(made["scopes"], json!(["openid", "email", "groups"]));
    assert_eq!(made["enabled"], true);
    assert_eq!(made["pkce_enabled"], true);
    assert_eq!(made["discovery_document"]["issuer"], provider.issuer);
    assert!(made["created_at"].is_string());
    assert!(!made.to_string().contains("our secret"));

    let claims = json!({
        "sub": "ada-at-company", "email": "ada@example.com", "email_verified": true,
        "display": "Ada L.", "name": "another", "groups": ["charts"], "secret": "kept there",
    });
    let (page, back) = sign_in(&client, "custom:company", json!({"claims": claims})).await;
    assert_eq!(in_query(&page, "prompt").as_deref(), Some("login"));
    assert_eq!(
        in_query(&page, "scope").as_deref(),
        Some("openid email groups")
    );
    let token = in_fragment(&back, "access_token").unwrap_or_else(|| panic!("{back}"));
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(user["app_metadata"]["provider"], "custom:company");
    assert_eq!(user["user_metadata"]["full_name"], "Ada L.");
    assert_eq!(
        user["user_metadata"]["custom_claims"],
        json!({"groups": ["charts"]})
    );
    assert_eq!(
        user["identities"][0]["identity_data"]["custom_claims"],
        json!({"groups": ["charts"]})
    );
    assert!(!user.to_string().contains("kept there"));

    // Another server over the same database and secret knows it too.
    let other = server(world).await;
    let (_, back) = sign_in(
        &anonymous_client(&other),
        "custom:company",
        json!({"claims": claims}),
    )
    .await;
    assert!(in_fragment(&back, "access_token").is_some(), "{back}");
});

both!(provider_without_openid_uses_user_info_endpoint, |world| {
    let provider = TestProvider::start().await;
    let server = server(world).await;
    let client = anonymous_client(&server);
    let at = |path: &str| format!("{}{path}", provider.issuer);
    let body = json!({
        "provider_type": "oauth2", "identifier": "custom:house", "name": "House",
        "client_id": "our id", "client_secret": "our secret", "email_optional": true,
        "authorization_url": at("/authorize"), "token_url": at("/token"),
        "userinfo_url": at("/userinfo"), "attribute_mapping": {"sub": "number", "email": "mail"},
    });
    let made = operator(&server).post(PROVIDERS, body).await;
    assert!(made.is(201).json()["discovery_document"].is_null());
    let says = json!({"userinfo": {"number": 7, "mail": "eve@example.com", "name": "Eve"}});
    let (page, back) = sign_in(&client, "custom:house", says).await;
    assert!(
        !in_query(&page, "scope")
            .unwrap_or_default()
            .contains("openid")
    );
    let token = in_fragment(&back, "access_token").unwrap_or_else(|| panic!("{back}"));
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    // The address is unverified, so it doesn't identify the user.
    assert_eq!(user["email"], "");
    assert_eq!(user["identities"][0]["id"], "7");
    assert_eq!(user["user_metadata"]["full_name"], "Eve");
    let (_, back) = sign_in(
        &client,
        "custom:house",
        json!({"userinfo": {"name": "Nobody"}}),
    )
    .await;
    assert_eq!(
        in_fragment(&back, "error_code").as_deref(),
        Some("unexpected_failure")
    );
});

both!(operators_update_and_delete_custom_providers, |world| {
    let provider = TestProvider::start().await;
    let server = server(world).await;
    let operator = operator(&server);
    let client = anonymous_client(&server);
    operator.post(PROVIDERS, company(&provider)).await.is(201);
    operator
        .post(PROVIDERS, company(&provider))
        .await
        .refused(400, "conflict");
    let one = format!("{PROVIDERS}/custom:company");
    let shown = operator.get(&one).await.ok();
    assert_eq!(shown["name"], "The company");
    let list = operator.get(PROVIDERS).await.ok();
    assert_eq!(list["providers"], json!([shown]));
    let none = operator.get(&format!("{PROVIDERS}?type=oauth2")).await.ok();
    assert_eq!(none["providers"], json!([]));
    operator
        .get(&format!("{PROVIDERS}?type=saml"))
        .await
        .refused(400, "validation_failed");

    let claims =
        json!({"claims": {"sub": "ada", "email": "ada@example.com", "email_verified": true}});
    let changed = operator
        .put(&one, json!({"client_secret": "wrong", "name": "Other"}))
        .await
        .ok();
    assert_eq!(changed["name"], "Other");
    assert_eq!(changed["scopes"], shown["scopes"]);
    let (_, back) = sign_in(&client, "custom:company", claims.clone()).await;
    assert_eq!(
        in_fragment(&back, "error_code").as_deref(),
        Some("unexpected_failure")
    );
    operator
        .put(&one, json!({"client_secret": "our secret"}))
        .await
        .is(200);
    let (_, back) = sign_in(&client, "custom:company", claims).await;
    assert!(in_fragment(&back, "access_token").is_some(), "{back}");
    operator.put(&one, json!({"enabled": false})).await.is(200);
    let authorize = "/auth/v1/authorize?provider=custom:company";
    client
        .get(authorize)
        .await
        .refused(400, "validation_failed");
    operator.delete(&one).await.is(204);
    for answer in [operator.get(&one).await, operator.delete(&one).await] {
        answer.refused(404, "provider_not_found");
    }
    client
        .get(authorize)
        .await
        .refused(400, "validation_failed");
});

both!(
    custom_providers_with_unsafe_settings_are_rejected,
    |world| {
        let provider = TestProvider::start().await;
        let server = server(world).await;
        let operator = operator(&server);
        let mut cases: Vec<(&str, Value)> = vec![
            ("provider_type", json!("saml")),
            ("identifier", json!("company")),
            ("identifier", json!("custom:")),
            ("identifier", json!("custom:Company")),
            ("identifier", json!(format!("custom:{}", "x".repeat(50)))),
            ("name", json!("")),
            ("client_id", json!("")),
            ("client_secret", json!("")),
            ("issuer", json!("")),
            (
                "authorization_params",
                json!({"redirect_uri": "https://evil.example"}),
            ),
            ("authorization_params", json!({"state": "x"})),
            ("attribute_mapping", json!({"role": "role"})),
            ("attribute_mapping", json!({"app_metadata": "roles"})),
            ("attribute_mapping", json!({"email_verified": "always"})),
            ("attribute_mapping", json!({"name": 7})),
            // It names another issuer, or doesn't answer.
            ("issuer", json!(format!("{}/", provider.issuer))),
            ("issuer", json!("http://127.0.0.1:9")),
            ("discovery_url", json!(format!("{}/keys", provider.issuer))),
        ];
        for address in [
            "http://login.example.com",
            "https://10.0.0.1",
            "https://169.254.169.254/latest",
            "https://[fd00::1]/",
            "https://localhost/",
            "https://name:word@login.example.com",
            "file:///etc/passwd",
            "login.example.com",
        ] {
            cases.push(("issuer", json!(address)));
            cases.push(("discovery_url", json!(address)));
        }
        for (member, value) in cases {
            let mut body = company(&provider);
            body[member] = value.clone();
            let answer = operator.post(PROVIDERS, body).await;
            assert_eq!(answer.status, 400, "{member} = {value}: {}", answer.text());
            let code = answer.json()["code"].clone();
            assert!(code == "validation_failed" || code == "bad_json", "{code}");
        }
        assert_eq!(operator.get(PROVIDERS).await.ok()["providers"], json!([]));
        let good = json!({"discovery_url": format!("{}/.well-known/openid-configuration", provider.issuer)});
        let mut body = company(&provider);
        body["discovery_url"] = good["discovery_url"].clone();
        operator.post(PROVIDERS, body).await.is(201);

        let ada = new_user(&server, "ada@example.com").await;
        let one = format!("{PROVIDERS}/custom:company");
        ada.get(PROVIDERS).await.refused(403, "not_admin");
        ada.post(PROVIDERS, company(&provider))
            .await
            .refused(403, "not_admin");
        ada.put(&one, json!({"name": "x"}))
            .await
            .refused(403, "not_admin");
        ada.delete(&one).await.refused(403, "not_admin");
        anonymous_client(&server)
            .get(&one)
            .await
            .refused(401, "no_authorization");
    }
);
