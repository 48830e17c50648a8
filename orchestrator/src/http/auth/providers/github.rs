//! GitHub: OAuth 2.0, and its own call that says who the user is.

use openidconnect::{
    AsyncHttpClient, AuthType, AuthUrl, AuthorizationCode, IssuerUrl, OAuth2TokenResponse,
    PkceCodeVerifier, TokenUrl, http::Request,
};
use portolan_domain::OauthState;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use url::Url;

use super::{
    ProviderAccount,
    open_id::{ProviderClient, plain_client, provider_failed},
    registry::{Provider, ProviderError, ProviderHttp},
};
use crate::http::auth::{answer::AuthRefusal, token::ProviderTokens};

const ISSUER: &str = "https://github.com";
const AUTHORIZE: &str = "https://github.com/login/oauth/authorize";
const TOKEN: &str = "https://github.com/login/oauth/access_token";
const USER: &str = "https://api.github.com/user";

pub fn build_client(provider: &Provider, callback: &str) -> Result<ProviderClient, ProviderError> {
    let bad = |error: url::ParseError| ProviderError::Client(error.to_string());
    let options = &provider.options;
    let authorize = match &options.authorize_url {
        Some(url) => AuthUrl::from_url(url.clone()),
        None => AuthUrl::new(AUTHORIZE.into()).map_err(bad)?,
    };
    let token = match &options.token_url {
        Some(url) => TokenUrl::from_url(url.clone()),
        None => TokenUrl::new(TOKEN.into()).map_err(bad)?,
    };
    let issuer = IssuerUrl::new(ISSUER.into()).map_err(bad)?;
    Ok(plain_client(provider, issuer, authorize, token, callback)?
        .disable_openid_scope()
        .set_auth_type(AuthType::RequestBody))
}

#[derive(Debug, Deserialize)]
struct GithubUser {
    id: u64,
    login: String,
    name: Option<String>,
    avatar_url: Option<String>,
}

#[derive(Debug, Deserialize)]
struct GithubEmail {
    email: String,
    #[serde(default)]
    primary: bool,
    #[serde(default)]
    verified: bool,
}

/// Exchanges the returned code for a token and reads the account with it.
pub async fn exchange_code(
    provider: &Provider,
    client: &ProviderClient,
    code: String,
    state: &OauthState,
    http: &ProviderHttp,
) -> Result<(ProviderAccount, ProviderTokens), AuthRefusal> {
    let answer = client
        .exchange_code(AuthorizationCode::new(code))
        .set_pkce_verifier(PkceCodeVerifier::new(state.verifier.clone()))
        .request_async(http)
        .await
        .map_err(provider_failed)?;
    let access = answer.access_token().secret();
    let url = match &provider.options.user_url {
        Some(url) => url.clone(),
        None => Url::parse(USER).map_err(provider_failed)?,
    };
    let user: GithubUser = get(http, &url, access).await?;
    let emails = format!("{}/emails", url.as_str().trim_end_matches('/'));
    let emails: Vec<GithubEmail> =
        get(http, &Url::parse(&emails).map_err(provider_failed)?, access).await?;
    let best = emails
        .iter()
        .find(|email| email.primary && email.verified)
        .or_else(|| emails.iter().find(|email| email.verified))
        .or_else(|| emails.first());
    let mut data = Map::new();
    data.insert("user_name".into(), Value::String(user.login));
    for (name, value) in [("full_name", user.name), ("avatar_url", user.avatar_url)] {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            data.insert(name.into(), Value::String(value));
        }
    }
    let account = ProviderAccount {
        id: user.id.to_string(),
        email: best.map(|email| email.email.clone()),
        is_email_verified: best.is_some_and(|email| email.verified),
        data,
    };
    let tokens = ProviderTokens {
        access_token: Some(access.clone()),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    Ok((account, tokens))
}

/// Returns the answer of this address to a request with the token.
pub async fn get<T: DeserializeOwned>(
    http: &ProviderHttp,
    url: &Url,
    access: &str,
) -> Result<T, AuthRefusal> {
    let request = Request::builder()
        .uri(url.as_str())
        .header("authorization", format!("Bearer {access}"))
        .header("accept", "application/json")
        .header("user-agent", "portolan")
        .body(Vec::new())
        .map_err(provider_failed)?;
    let answer = http.call(request).await.map_err(provider_failed)?;
    if !answer.status().is_success() {
        return Err(provider_failed(format!("it answered {}", answer.status())));
    }
    serde_json::from_slice(answer.body()).map_err(provider_failed)
}
