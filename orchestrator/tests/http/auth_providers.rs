//! Signing in with accounts elsewhere.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use portolan::{
    boot::testing::TestServer,
    http::auth::{ProviderOptions, Secret},
};
use reqwest::Url;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    auth_provider::TestProvider,
    auth_support::{anonymous_client, follow, in_fragment, in_query, new_user, sign_in, sign_up},
    client::{Client, TestUser, http_builder, send},
    world::World,
};

async fn server(world: &World, provider: &TestProvider) -> TestServer {
    let issuer: Url = provider.issuer.parse().unwrap();
    world
        .auth_server(|options| {
            let own = |path: &str| Some(issuer.join(path).unwrap());
            let base = ProviderOptions {
                client_id: "our id".into(),
                client_secret: Some(Secret("our secret".into())),
                ..ProviderOptions::default()
            };
            let company = ProviderOptions {
                issuer: Some(provider.issuer.clone()),
                more_client_ids: vec!["our app".into()],
                scopes: vec!["groups".into()],
                ..base.clone()
            };
            let github = ProviderOptions {
                authorize_url: own("/github/authorize"),
                token_url: own("/github/token"),
                user_url: own("/github/user"),
                ..base
            };
            options.providers = [
                ("company".to_owned(), company),
                ("github".to_owned(), github),
            ]
            .into();
            options.manual_linking = true;
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
        })
        .await
}

/// Returns the provider's answer for its authorization page.
fn says(page: &Url, mut claims: Value) -> Value {
    claims["nonce"] = json!(in_query(page, "nonce"));
    json!({"claims": claims, "challenge": in_query(page, "code_challenge")})
}

/// Comes back from the provider with these words.
async fn come_back(client: &Client, page: &Url, says: &Value) -> Url {
    let link = format!(
        "{}/auth/v1/callback?state={}&code={}",
        client.origin,
        in_query(page, "state").unwrap(),
        TestProvider::code(says)
    );
    follow(&link).await
}

async fn begin(client: &Client, query: &str) -> Url {
    follow(&format!("{}/auth/v1/authorize?{query}", client.origin)).await
}

fn ada() -> Value {
    json!({"sub": "ada-at-company", "email": "Ada@example.com", "email_verified": true, "name": "Ada L."})
}

both!(provider_callback_signs_user_in, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let page = begin(
        &client,
        "provider=company&redirect_to=http://localhost:3000/in&scopes=calendar%20email&prompt=login&state=x&client_id=y",
    )
    .await;
    assert!(
        page.as_str()
            .starts_with(&format!("{}/authorize?", provider.issuer))
    );
    assert_eq!(in_query(&page, "client_id").as_deref(), Some("our id"));
    assert_eq!(in_query(&page, "prompt").as_deref(), Some("login"));
    assert_eq!(
        in_query(&page, "scope").as_deref(),
        Some("openid email profile groups calendar")
    );
    assert_eq!(
        in_query(&page, "redirect_uri"),
        Some(format!("{}/auth/v1/callback", client.origin))
    );
    let back = come_back(&client, &page, &says(&page, ada())).await;
    assert!(
        back.as_str().starts_with("http://localhost:3000/in#"),
        "{back}"
    );
    assert_eq!(
        in_fragment(&back, "provider_refresh_token").as_deref(),
        Some("of the provider")
    );
    let token = in_fragment(&back, "access_token").unwrap();
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(user["email"], "ada@example.com");
    assert!(user["email_confirmed_at"].is_string());
    assert_eq!(user["user_metadata"]["full_name"], "Ada L.");
    assert_eq!(user["app_metadata"]["provider"], "company");
    assert_eq!(user["identities"][0]["id"], "ada-at-company");
    // The state is good once.
    let again = come_back(&client, &page, &says(&page, ada())).await;
    assert_eq!(
        in_fragment(&again, "error_code").as_deref(),
        Some("bad_oauth_state")
    );
    // The next time it is the same person.
    let page = begin(&client, "provider=company").await;
    let back = come_back(&client, &page, &says(&page, ada())).await;
    let token = in_fragment(&back, "access_token").unwrap();
    let again = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(again["id"], user["id"]);
});

both!(client_with_challenge_exchanges_code, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let verifier = "v".repeat(112);
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
    let query = format!("provider=company&code_challenge={challenge}&code_challenge_method=s256");
    let page = begin(&client, &query).await;
    let back = come_back(&client, &page, &says(&page, ada())).await;
    let code = in_query(&back, "code").unwrap();
    let body = json!({"auth_code": code, "code_verifier": verifier});
    let answer = client.post("/auth/v1/token?grant_type=pkce", body).await;
    let session = answer.ok();
    assert_eq!(session["user"]["email"], "ada@example.com");
    assert_eq!(session["provider_refresh_token"], "of the provider");
    assert!(session["provider_token"].is_string());
});

both!(invalid_provider_answers_are_rejected, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let attempt = async |change: &dyn Fn(&mut Value)| {
        let page = begin(&client, "provider=company").await;
        let mut said = says(&page, ada());
        change(&mut said);
        come_back(&client, &page, &said).await
    };
    let code = |back: &Url| in_fragment(back, "error_code").unwrap();
    let other_nonce = attempt(&|said| said["claims"]["nonce"] = json!("other")).await;
    assert_eq!(code(&other_nonce), "validation_failed");
    let other_audience = attempt(&|said| said["claims"]["aud"] = json!("somebody")).await;
    assert_eq!(code(&other_audience), "unexpected_audience");
    let other_verifier = attempt(&|said| said["challenge"] = json!("other")).await;
    assert_eq!(code(&other_verifier), "unexpected_failure");
    let unverified = attempt(&|said| said["claims"]["email_verified"] = json!(false)).await;
    assert_eq!(code(&unverified), "provider_email_needs_verification");
    let page = begin(&client, "provider=company").await;
    let state = in_query(&page, "state").unwrap();
    let callback = format!("{}/auth/v1/callback", client.origin);
    let denied = follow(&format!(
        "{callback}?state={state}&error=access_denied&error_description=No"
    ))
    .await;
    assert_eq!(in_query(&denied, "error").as_deref(), Some("access_denied"));
    assert_eq!(
        in_query(&denied, "error_description").as_deref(),
        Some("No")
    );
    let stateless = follow(&format!("{callback}?code=x")).await;
    assert_eq!(code(&stateless), "bad_oauth_callback");
    for (query, message) in [
        (
            "provider=google",
            "Unsupported provider: provider is not enabled",
        ),
        ("", "Unsupported provider: Provider  could not be found"),
    ] {
        let answer = client.get(&format!("/auth/v1/authorize?{query}")).await;
        answer.refused(400, "validation_failed");
        assert_eq!(answer.json()["message"], message);
    }
});

both!(github_provider_identifies_user, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let page = begin(&client, "provider=github").await;
    assert_eq!(in_query(&page, "scope").as_deref(), Some("user:email"));
    let said = json!({
        "challenge": in_query(&page, "code_challenge"),
        "user": {"id": 7, "login": "ada", "name": "Ada", "avatar_url": "https://pictures.example/7"},
        "emails": [
            {"email": "old@example.com", "primary": false, "verified": true},
            {"email": "ada@example.com", "primary": true, "verified": true},
        ],
    });
    let back = come_back(&client, &page, &said).await;
    let token = in_fragment(&back, "access_token").unwrap();
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(user["email"], "ada@example.com");
    assert_eq!(user["user_metadata"]["user_name"], "ada");
    assert_eq!(user["identities"][0]["provider"], "github");
    assert_eq!(user["identities"][0]["id"], "7");
});

both!(confirmed_address_links_accounts, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let ada_here = new_user(&server, "ada@example.com").await;
    // Bob's address was taken by a user who never proved it.
    let strict = world
        .auth_server(|options| options.auto_confirm_email = Some(false))
        .await;
    sign_up(
        &anonymous_client(&strict),
        "bob@example.com",
        "of the thief",
    )
    .await
    .is(200);
    let page = begin(&client, "provider=company").await;
    let back = come_back(&client, &page, &says(&page, ada())).await;
    let token = in_fragment(&back, "access_token").unwrap();
    let user = client.with_token(&token).get("/auth/v1/user").await.ok();
    assert_eq!(user["id"], json!(ada_here.id));
    assert_eq!(
        user["app_metadata"]["providers"],
        json!(["email", "company"])
    );
    sign_in(&client, "ada@example.com", "password 1")
        .await
        .is(200);
    let page = begin(&client, "provider=company").await;
    let bob = json!({"sub": "bob", "email": "bob@example.com", "email_verified": true});
    let back = come_back(&client, &page, &says(&page, bob)).await;
    assert!(in_fragment(&back, "access_token").is_some(), "{back}");
    sign_in(&client, "bob@example.com", "of the thief")
        .await
        .is(400);
});

both!(identities_are_linked_and_unlinked, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let user_here = new_user(&server, "me@example.com").await;
    let ask = |person: &TestUser| {
        let path = "/auth/v1/user/identities/authorize?provider=company&skip_http_redirect=true";
        let person = person.clone();
        async move {
            let answer = person.get(path).await.ok();
            answer["url"].as_str().unwrap().parse::<Url>().unwrap()
        }
    };
    let page = ask(&user_here).await;
    come_back(&user_here, &page, &says(&page, ada())).await;
    let user = user_here.get("/auth/v1/user").await.ok();
    let identities = user["identities"].as_array().unwrap().clone();
    assert_eq!(identities.len(), 2);
    assert_eq!(user["email"], "me@example.com");
    // Not twice, and not to another user.
    let page = ask(&user_here).await;
    let again = come_back(&user_here, &page, &says(&page, ada())).await;
    assert_eq!(
        in_fragment(&again, "error_code").as_deref(),
        Some("identity_already_exists")
    );
    let other = new_user(&server, "other@example.com").await;
    let page = ask(&other).await;
    let taken = come_back(&other, &page, &says(&page, ada())).await;
    assert_eq!(
        in_fragment(&taken, "error_description").as_deref(),
        Some("Identity is already linked to another user")
    );
    let linked = identities
        .iter()
        .find(|one| one["provider"] == "company")
        .unwrap();
    let path = format!(
        "/auth/v1/user/identities/{}",
        linked["identity_id"].as_str().unwrap()
    );
    let refused = other.delete(&path).await;
    refused.refused(422, "single_identity_not_deletable");
    let unknown = format!("/auth/v1/user/identities/{}", uuid::Uuid::nil());
    let refused = user_here.delete(&unknown).await;
    refused.refused(422, "identity_not_found");
    assert_eq!(user_here.delete(&path).await.ok(), json!({}));
    let left = user_here.get("/auth/v1/user").await.ok();
    assert_eq!(left["app_metadata"]["providers"], json!(["email"]));
    let last = left["identities"][0]["identity_id"].as_str().unwrap();
    user_here
        .delete(&format!("/auth/v1/user/identities/{last}"))
        .await
        .refused(422, "single_identity_not_deletable");
    anonymous_client(&server)
        .get("/auth/v1/user/identities/authorize?provider=company")
        .await
        .refused(401, "no_authorization");
});

both!(app_signs_in_with_id_token, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let grant = async |token: String, nonce: Option<&str>, name: &str| {
        let body = json!({"provider": name, "id_token": token, "nonce": nonce});
        client
            .post("/auth/v1/token?grant_type=id_token", body)
            .await
    };
    let with = |name: &str, value: Value| {
        let mut claims = ada();
        claims[name] = value;
        claims
    };
    let session = grant(provider.id_token(&ada()), None, "company").await.ok();
    assert_eq!(session["user"]["email"], "ada@example.com");
    let of_app = provider.id_token(&with("aud", json!("our app")));
    grant(of_app, None, "company").await.is(200);
    let hashed = hex::encode(Sha256::digest("secret"));
    let with_nonce = provider.id_token(&with("nonce", json!(hashed)));
    grant(with_nonce.clone(), Some("secret"), "company")
        .await
        .is(200);
    for (token, nonce, code) in [
        (with_nonce.clone(), Some("other"), "validation_failed"),
        (with_nonce, None, "validation_failed"),
        (
            provider.id_token(&with("aud", json!("x"))),
            None,
            "unexpected_audience",
        ),
        (
            provider.id_token(&with("iss", json!("https://evil.example"))),
            None,
            "validation_failed",
        ),
        (
            provider.id_token(&with("exp", json!(1_795_175_000))),
            None,
            "validation_failed",
        ),
        (provider.forged(&ada()), None, "validation_failed"),
        ("nonsense".to_owned(), None, "validation_failed"),
    ] {
        grant(token, nonce, "company").await.refused(400, code);
    }
    let unknown = grant(provider.id_token(&ada()), None, "google").await;
    unknown.refused(400, "provider_disabled");
    let guest = new_user(&server, "me@example.com").await;
    let mut bob = ada();
    (bob["sub"], bob["email"]) = (json!("bob"), json!("bob@example.com"));
    let body =
        json!({"provider": "company", "id_token": provider.id_token(&bob), "link_identity": true});
    let path = "/auth/v1/token?grant_type=id_token";
    let linked = guest.post(path, body.clone()).await.ok();
    assert_eq!(linked["user"]["id"], json!(guest.id));
    assert_eq!(linked["user"]["identities"].as_array().unwrap().len(), 2);
    client
        .post(path, body)
        .await
        .refused(401, "no_authorization");
});

both!(provider_may_answer_by_form_post, |world| {
    let provider = TestProvider::start().await;
    let server = server(world, &provider).await;
    let client = anonymous_client(&server);
    let page = begin(&client, "provider=company").await;
    let form = [
        ("state", in_query(&page, "state").unwrap()),
        ("code", TestProvider::code(&says(&page, ada()))),
    ];
    let http = http_builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap();
    let body = serde_urlencoded(&form);
    let request = http
        .post(format!("{}/auth/v1/callback", client.origin))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body);
    let answer = send(request).await;
    assert_eq!(answer.status, 303);
    assert!(answer.header("location").contains("access_token="));
});

fn serde_urlencoded(form: &[(&str, String)]) -> String {
    let url = Url::parse_with_params("http://x/", form).unwrap();
    url.query().unwrap().to_owned()
}
