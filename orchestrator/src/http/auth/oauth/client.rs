use actix_web::{HttpRequest, HttpResponse, ResponseError, http::StatusCode};
use portolan_auth::{AuthError, OauthError, basic_credentials, is_same, token_hash};
use portolan_domain::OauthClient;
use portolan_store::StoreError;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use crate::http::{App, auth::answer::AuthRefusal};

/// An OAuth client as the consent page shows it.
#[derive(Debug, Serialize)]
pub struct ClientDetails<'a> {
    id: Uuid,
    name: &'a str,
    uri: &'a str,
    logo_uri: &'a str,
}

pub fn client_details(client: &OauthClient) -> ClientDetails<'_> {
    ClientDetails {
        id: client.id,
        name: &client.name,
        uri: &client.uri,
        logo_uri: &client.logo_uri,
    }
}

/// The error for a client's token request (RFC 6749, 5.2).
#[derive(Debug)]
pub enum TokenRefusal {
    Oauth(OauthError),
    /// It did not prove who it is.
    Client,
    Other(AuthRefusal),
}

impl TokenRefusal {
    pub fn oauth(code: &'static str, description: impl Into<String>) -> Self {
        Self::Oauth(OauthError::new(code, description))
    }
}

impl From<AuthRefusal> for TokenRefusal {
    fn from(refusal: AuthRefusal) -> Self {
        Self::Other(refusal)
    }
}

impl From<StoreError> for TokenRefusal {
    fn from(error: StoreError) -> Self {
        Self::Other(error.into())
    }
}

impl std::fmt::Display for TokenRefusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Oauth(error) => error.fmt(formatter),
            Self::Client => formatter.write_str("Invalid client credentials"),
            Self::Other(refusal) => refusal.fmt(formatter),
        }
    }
}

impl ResponseError for TokenRefusal {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::Oauth(_) => StatusCode::BAD_REQUEST,
            Self::Client => StatusCode::UNAUTHORIZED,
            Self::Other(refusal) => refusal.status_code(),
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        response.insert_header(("cache-control", "no-store"));
        match self {
            Self::Oauth(error) => response.json(json!({
                "error": error.code,
                "error_description": error.description,
            })),
            Self::Client => response
                .insert_header(("www-authenticate", "Basic realm=\"oauth\""))
                .json(json!({
                    "error": "invalid_client",
                    "error_description": self.to_string(),
                })),
            Self::Other(refusal) => refusal.error_response(),
        }
    }
}

/// The credentials of an OAuth client in the request body.
pub struct Credentials<'a> {
    pub id: Option<&'a str>,
    pub secret: Option<&'a str>,
}

/// The client that asks, in the way that it is registered for and in no other.
pub async fn authenticate_client(
    app: &App,
    request: &HttpRequest,
    body: Credentials<'_>,
) -> Result<OauthClient, TokenRefusal> {
    let header = request.headers().get("authorization");
    let header = header.and_then(|value| value.to_str().ok());
    let is_basic = |text: &&str| {
        let scheme = text.split(' ').next().unwrap_or_default();
        scheme.eq_ignore_ascii_case("basic")
    };
    let (id, secret, method) = match header.filter(is_basic) {
        Some(header) => {
            let (id, secret) = basic_credentials(header).ok_or(TokenRefusal::Client)?;
            if body.secret.is_some() || body.id.is_some_and(|other| other != id) {
                return Err(TokenRefusal::oauth(
                    "invalid_request",
                    "A client may show its credentials only once, in the header or in the body",
                ));
            }
            (id, secret, "client_secret_basic")
        }
        None => {
            let id = body.id.ok_or(TokenRefusal::Client)?.to_owned();
            let secret = body.secret.unwrap_or_default().to_owned();
            (id, secret, "client_secret_post")
        }
    };
    let method = if secret.is_empty() { "none" } else { method };
    let id: Uuid = id.parse().map_err(|_| TokenRefusal::Client)?;
    let client = match app.store.oauth_client(id).await {
        Ok(client) => client,
        Err(StoreError::NotFound(_)) => return Err(TokenRefusal::Client),
        Err(error) => {
            return Err(AuthRefusal::from_store(error, AuthError::OauthClientNotFound).into());
        }
    };
    let is_right = match &client.secret_hash {
        None => secret.is_empty(),
        Some(hash) => is_same(hash, &token_hash(&secret)),
    };
    if client.authentication == method && is_right {
        Ok(client)
    } else {
        Err(TokenRefusal::Client)
    }
}
