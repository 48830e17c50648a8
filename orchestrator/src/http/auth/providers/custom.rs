//! Providers that operators have added while the server runs.

use std::sync::Arc;

use openidconnect::{
    AuthType, AuthUrl, AuthorizationCode, IssuerUrl, OAuth2TokenResponse, PkceCodeVerifier,
    TokenUrl,
};
use portolan_auth::AuthError;
use portolan_domain::{CustomProvider, CustomProviderSettings, OauthState};
use portolan_store::StoreError;
use serde_json::{Map, Value, json};
use url::Url;

use super::{
    ProviderAccount,
    open_id::{ProviderClient, plain_client, provider_failed},
    registry::{Endpoints, Provider, ProviderError, ProviderHttp, ProviderKind, discover_provider},
};
use crate::http::{
    App,
    auth::{ProviderOptions, Secret, answer::AuthRefusal, token::ProviderTokens},
};

/// The prefix of their identifiers.
pub const PREFIX: &str = "custom:";

/// The provider of this name, of the settings or added since.
pub async fn find_provider(app: &App, name: &str) -> Result<Arc<Provider>, AuthRefusal> {
    if let Some(provider) = app.auth.providers.get(name) {
        return Ok(provider);
    }
    if !name.starts_with(PREFIX) {
        return Err(AuthRefusal(match name {
            "google" | "github" => AuthError::ProviderDisabled,
            name => AuthError::ProviderUnknown(name.to_owned()),
        }));
    }
    let stored = match app.store.custom_provider(name).await {
        Ok(stored) => stored,
        Err(StoreError::NotFound(_)) => {
            return Err(AuthRefusal(AuthError::ProviderUnknown(name.to_owned())));
        }
        Err(error) => return Err(error.into()),
    };
    if !stored.settings.enabled {
        return Err(AuthRefusal(AuthError::ProviderDisabled));
    }
    let key = (stored.id, stored.updated_at);
    if let Some(known) = app.auth.providers.added(key) {
        return Ok(known);
    }
    let provider = Arc::new(build_provider(app, &stored)?);
    app.auth.providers.keep(key, provider.clone());
    Ok(provider)
}

fn build_provider(app: &App, stored: &CustomProvider) -> Result<Provider, AuthRefusal> {
    let settings = &stored.settings;
    let secret = open_secret(app, stored).ok_or_else(|| {
        AuthRefusal::unexpected(
            "a provider's secret cannot be opened: was auth.code_secret changed?",
        )
    })?;
    let options = ProviderOptions {
        client_id: settings.client_id.clone(),
        client_secret: Some(Secret(secret)),
        more_client_ids: settings.acceptable_client_ids.clone(),
        scopes: settings.scopes.clone(),
        ..ProviderOptions::default()
    };
    let kind = provider_kind(&stored.provider_type, settings).map_err(provider_failed)?;
    Ok(Provider::new(
        stored.identifier.clone(),
        options,
        kind,
        Some(settings.clone()),
    ))
}

/// Returns the discovery document of an OpenID provider, as operators see it.
pub async fn describe_provider(
    app: &App,
    settings: &CustomProviderSettings,
) -> Result<Value, ProviderError> {
    let issuer = settings.issuer.clone().unwrap_or_default();
    let issuer =
        IssuerUrl::new(issuer).map_err(|error| ProviderError::Client(error.to_string()))?;
    let http = app.auth.providers.http();
    let found = discover_provider(&issuer, settings.discovery_url.as_deref(), http).await?;
    let token = found
        .token_endpoint()
        .ok_or_else(|| ProviderError::Answer("it has no token endpoint".into()))?;
    Ok(json!({
        "issuer": found.issuer(),
        "authorization_endpoint": found.authorization_endpoint(),
        "token_endpoint": token,
        "jwks_uri": found.jwks_uri(),
        "userinfo_endpoint": found.userinfo_endpoint(),
        "supported_scopes": found.scopes_supported(),
        "supported_response_types": found.response_types_supported(),
        "supported_subject_types": found.subject_types_supported(),
        "supported_id_token_signing_algs": found.id_token_signing_alg_values_supported(),
    }))
}

/// How it is spoken to.
pub fn provider_kind(
    provider_type: &str,
    settings: &CustomProviderSettings,
) -> Result<ProviderKind, ProviderError> {
    let bad = |error: url::ParseError| ProviderError::Client(error.to_string());
    let text = |member: &Option<String>| member.clone().unwrap_or_default();
    if provider_type == "oidc" {
        let issuer = IssuerUrl::new(text(&settings.issuer)).map_err(bad)?;
        return Ok(ProviderKind::OpenId(issuer));
    }
    Ok(ProviderKind::Oauth2(Endpoints {
        authorize: AuthUrl::new(text(&settings.authorization_url)).map_err(bad)?,
        token: TokenUrl::new(text(&settings.token_url)).map_err(bad)?,
        userinfo: Url::parse(&text(&settings.userinfo_url)).map_err(bad)?,
    }))
}

/// Seals a provider's secret; gives it in hex with the nonce.
pub fn seal_secret(app: &App, id: uuid::Uuid, secret: &str) -> (String, String) {
    let nonce = app.ids.secret();
    let sealed = app
        .auth
        .codes
        .seal(&sealed_name(id, &nonce), secret.as_bytes());
    (hex::encode(sealed), nonce)
}

fn open_secret(app: &App, stored: &CustomProvider) -> Option<String> {
    let sealed = hex::decode(&stored.sealed_secret).ok()?;
    let name = sealed_name(stored.id, &stored.secret_nonce);
    String::from_utf8(app.auth.codes.seal(&name, &sealed)).ok()
}

fn sealed_name(id: uuid::Uuid, nonce: &str) -> String {
    format!("custom provider {id} {nonce}")
}

/// A client of a provider that speaks OAuth 2.0 alone.
pub fn build_client(
    provider: &Provider,
    endpoints: &Endpoints,
    callback: &str,
) -> Result<ProviderClient, ProviderError> {
    let bad = |error: url::ParseError| ProviderError::Client(error.to_string());
    let issuer = IssuerUrl::new(endpoints.authorize.to_string()).map_err(bad)?;
    let (authorize, token) = (endpoints.authorize.clone(), endpoints.token.clone());
    Ok(plain_client(provider, issuer, authorize, token, callback)?
        .disable_openid_scope()
        .set_auth_type(AuthType::BasicAuth))
}

/// Exchanges the returned code for a token and reads the account with it.
pub async fn exchange_code(
    provider: &Provider,
    endpoints: &Endpoints,
    client: &ProviderClient,
    code: String,
    state: &OauthState,
    http: &ProviderHttp,
) -> Result<(ProviderAccount, ProviderTokens), AuthRefusal> {
    let mut request = client.exchange_code(AuthorizationCode::new(code));
    if provider.uses_pkce() {
        request = request.set_pkce_verifier(PkceCodeVerifier::new(state.verifier.clone()));
    }
    let answer = request.request_async(http).await.map_err(provider_failed)?;
    let access = answer.access_token().secret();
    let claims: Map<String, Value> = super::github::get(http, &endpoints.userinfo, access).await?;
    let account = match &provider.custom {
        Some(settings) => read_account(settings, claims)?,
        None => return Err(provider_failed("it is no provider that was added")),
    };
    let tokens = ProviderTokens {
        access_token: Some(access.clone()),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    Ok((account, tokens))
}

/// Returns the identity from the claims of a custom provider.
pub fn read_account(
    settings: &CustomProviderSettings,
    mut claims: Map<String, Value>,
) -> Result<ProviderAccount, AuthRefusal> {
    let kept: Map<String, Value> = settings
        .custom_claims_allowlist
        .iter()
        .filter_map(|name| Some((name.clone(), claims.get(name)?.clone())))
        .collect();
    let mapped: Vec<(String, Value)> = settings
        .attribute_mapping
        .iter()
        .filter_map(|(ours, theirs)| Some((ours.clone(), claims.get(theirs.as_str()?)?.clone())))
        .collect();
    claims.extend(mapped);
    let text = |name: &str| match claims.get(name)? {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let id = text("sub").or_else(|| text("id"));
    let id = id.ok_or_else(|| provider_failed("its answer has no user id: map one to `sub`"))?;
    let is_email_verified = claims.get("email_verified") == Some(&json!(true));
    // An address that no one vouches for is left out where it is not needed.
    let email = text("email").filter(|_| is_email_verified || !settings.email_optional);
    let mut data = Map::new();
    if let Some(issuer) = text("iss") {
        data.insert("iss".into(), json!(issuer));
    }
    for (ours, names) in [
        ("full_name", ["full_name", "name"]),
        ("avatar_url", ["avatar_url", "picture"]),
        ("user_name", ["user_name", "preferred_username"]),
    ] {
        if let Some(found) = names.iter().find_map(|name| text(name)) {
            data.insert(ours.into(), json!(found));
        }
    }
    if !kept.is_empty() {
        data.insert("custom_claims".into(), Value::Object(kept));
    }
    Ok(ProviderAccount {
        id,
        email,
        is_email_verified,
        data,
    })
}
