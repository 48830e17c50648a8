//! Shared helpers of the OAuth client tests.

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use portolan::{boot::testing::TestServer, http::auth::Secret};
use reqwest::{RequestBuilder, Url};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::form_urlencoded;

use crate::{
    auth_support::{anonymous_client, follow, in_query, operator},
    client::{Client, HttpAnswer, TestUser, http_builder, send},
    world::World,
};

pub const BACK: &str = "https://charts.example/callback?from=portolan";
pub const VERIFIER: &str = "a-verifier-that-only-this-program-knows-of-0123456789";

/// A server that OAuth clients may use.
pub async fn server(world: &World) -> TestServer {
    world
        .auth_server(|options| {
            options.secret_key = Some(Secret("sb_secret_of_the_operator".into()));
            options.oauth_server.enabled = true;
        })
        .await
}

/// An OAuth client that an operator has registered.
#[derive(Clone, Debug)]
pub struct Program {
    pub id: String,
    /// Empty of one that keeps none.
    pub secret: String,
    method: String,
}

impl Program {
    pub async fn register(server: &TestServer, method: &str) -> Self {
        let body = json!({
            "client_name": "Sea Charts",
            "client_uri": "https://charts.example",
            "redirect_uris": [BACK],
            "token_endpoint_auth_method": method,
        });
        let answer = operator(server)
            .post("/auth/v1/admin/oauth/clients", body)
            .await;
        Self::of(&answer.is(201).json())
    }

    pub fn of(made: &Value) -> Self {
        let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
        Self {
            id: text("client_id"),
            secret: text("client_secret"),
            method: text("token_endpoint_auth_method"),
        }
    }

    /// Returns the authorization address; `change` overrides the usual parameters.
    pub fn page(&self, client: &Client, change: &[(&str, &str)]) -> String {
        let challenge = challenge(VERIFIER);
        let usual = [
            ("client_id", self.id.as_str()),
            ("redirect_uri", BACK),
            ("response_type", "code"),
            ("scope", "openid email profile"),
            ("state", "what it remembers"),
            ("nonce", "asked once"),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ];
        let kept = usual
            .iter()
            .filter(|(name, _)| change.iter().all(|(new, _)| new != name));
        let address = format!("{}/auth/v1/oauth/authorize", client.origin);
        Url::parse_with_params(&address, kept.chain(change))
            .unwrap()
            .into()
    }

    /// Asks for tokens as it is registered to.
    pub async fn token(&self, client: &Client, members: &[(&str, &str)]) -> HttpAnswer {
        // It speaks for itself, regardless of the browser that brought the code.
        let http = http_builder().build().unwrap();
        let request = http.post(format!("{}/auth/v1/oauth/token", client.origin));
        let mut form = members.to_vec();
        let request = if self.method == "client_secret_basic" {
            request.basic_auth(&self.id, Some(&self.secret))
        } else {
            form.push(("client_id", &self.id));
            if !self.secret.is_empty() {
                form.push(("client_secret", &self.secret));
            }
            request
        };
        send(with_form(request, &form)).await
    }

    /// Exchanges its code.
    pub async fn exchange(&self, client: &Client, code: &str) -> HttpAnswer {
        let members = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", VERIFIER),
            ("redirect_uri", BACK),
        ];
        self.token(client, &members).await
    }

    /// Asks this user, who allows everything; the code.
    pub async fn code_of(&self, user: &TestUser) -> String {
        let id = authorization_id(&follow(&self.page(user, &[])).await);
        let path = format!("/auth/v1/oauth/authorizations/{id}");
        let shown = user.get(&path).await.ok();
        let back = match shown["redirect_url"].as_str() {
            Some(url) => url.to_owned(),
            None => consent(user, &id, "approve").await.ok()["redirect_url"]
                .as_str()
                .unwrap()
                .to_owned(),
        };
        in_query(&back.parse().unwrap(), "code").unwrap()
    }

    /// A session in this user's name.
    pub async fn session_of(&self, user: &TestUser) -> Value {
        let code = self.code_of(user).await;
        self.exchange(user, &code).await.ok()
    }
}

/// The request with these members, as OAuth clients send them.
pub fn with_form<T: AsRef<str>>(request: RequestBuilder, members: &[(&str, T)]) -> RequestBuilder {
    let body = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(members)
        .finish();
    request
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body)
}

pub fn challenge(verifier: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier))
}

pub fn authorization_id(page: &Url) -> String {
    in_query(page, "authorization_id").unwrap_or_else(|| panic!("{page} asks nobody"))
}

pub async fn consent(client: &Client, id: &str, action: &str) -> HttpAnswer {
    let path = format!("/auth/v1/oauth/authorizations/{id}/consent");
    client.post(&path, json!({ "action": action })).await
}

/// Returns a client with the access token of such an answer.
pub fn with_tokens(server: &TestServer, tokens: &Value) -> Client {
    anonymous_client(server).with_token(tokens["access_token"].as_str().unwrap())
}

/// Checks that this is a refusal as RFC 6749 has it.
#[track_caller]
pub fn refused(answer: &HttpAnswer, status: u16, error: &str) {
    assert_eq!(answer.status, status, "{}", answer.text());
    let said = answer.json();
    assert_eq!(said["error"], error, "{said}");
    assert!(said["error_description"].is_string());
    assert_eq!(answer.header("cache-control"), "no-store");
}
