//! Providers that speak OpenID Connect.

use std::str::FromStr;

use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD as URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use openidconnect::{
    AccessToken, AuthUrl, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndpointNotSet, EndpointSet, IssuerUrl, JsonWebKeySet, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse, TokenUrl, UserInfoUrl,
    core::{
        CoreClient, CoreIdToken, CoreIdTokenClaims, CoreIdTokenVerifier, CoreJwsSigningAlgorithm,
        CoreProviderMetadata, CoreResponseType, CoreUserInfoClaims,
    },
};
use portolan_auth::{AuthError, is_same};
use portolan_domain::OauthState;
use serde_json::{Map, Value, json};
use url::Url;

use super::{
    ProviderAccount, custom,
    registry::{Provider, ProviderError, ProviderHttp},
};
use crate::http::auth::{answer::AuthRefusal, token::ProviderTokens};

/// A client of one provider, for one address to come back to.
pub type ProviderClient = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
    EndpointNotSet,
>;

/// The parameters of a redirect to a provider.
pub struct AuthorizationRequest<'a> {
    pub state: &'a str,
    pub nonce: &'a str,
    /// None if the provider does not know what to do with it.
    pub verifier: Option<&'a str>,
    pub scopes: Vec<String>,
    /// The app's additional parameters.
    pub extra: &'a [(String, String)],
}

/// # Errors
/// Fails if the provider describes itself in a way that is of no use.
pub fn build_client(
    provider: &Provider,
    metadata: &CoreProviderMetadata,
    callback: &str,
) -> Result<ProviderClient, ProviderError> {
    let token_url = metadata
        .token_endpoint()
        .ok_or_else(|| ProviderError::Answer("it has no token endpoint".into()))?;
    plain_client(
        provider,
        metadata.issuer().clone(),
        metadata.authorization_endpoint().clone(),
        token_url.clone(),
        callback,
    )
}

/// The same from its parts.
pub fn plain_client(
    provider: &Provider,
    issuer: IssuerUrl,
    authorize: AuthUrl,
    token: TokenUrl,
    callback: &str,
) -> Result<ProviderClient, ProviderError> {
    let callback = RedirectUrl::new(callback.to_owned())
        .map_err(|error| ProviderError::Client(error.to_string()))?;
    let id = ClientId::new(provider.options.client_id.clone());
    let mut client = CoreClient::new(id, issuer, JsonWebKeySet::new(Vec::new()));
    if let Some(secret) = &provider.options.client_secret {
        client = client.set_client_secret(ClientSecret::new(secret.0.clone()));
    }
    Ok(client
        .set_auth_uri(authorize)
        .set_token_uri(token)
        .set_redirect_uri(callback))
}

/// The provider's page, with everything that belongs into its address.
pub fn authorization_page(client: &ProviderClient, request: &AuthorizationRequest<'_>) -> Url {
    let (state, nonce) = (request.state.to_owned(), request.nonce.to_owned());
    let mut page = client
        .authorize_url(
            AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
            || CsrfToken::new(state),
            || Nonce::new(nonce),
        )
        .add_scopes(request.scopes.iter().cloned().map(Scope::new));
    if let Some(verifier) = request.verifier {
        let verifier = PkceCodeVerifier::new(verifier.to_owned());
        page = page.set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
    }
    for (name, value) in request.extra {
        page = page.add_extra_param(name.clone(), value.clone());
    }
    page.url().0
}

/// Exchanges the returned code for the provider's tokens and reads the account from them.
pub async fn exchange_code(
    provider: &Provider,
    metadata: &CoreProviderMetadata,
    client: &ProviderClient,
    code: String,
    state: &OauthState,
    http: &ProviderHttp,
    now: DateTime<Utc>,
) -> Result<(ProviderAccount, ProviderTokens), AuthRefusal> {
    let mut request = client.exchange_code(AuthorizationCode::new(code));
    if provider.uses_pkce() {
        request = request.set_pkce_verifier(PkceCodeVerifier::new(state.verifier.clone()));
    }
    let answer = request.request_async(http).await.map_err(provider_failed)?;
    let id_token = answer
        .id_token()
        .ok_or_else(|| provider_failed("it gave no id token"))?;
    let claims = read_claims(
        provider,
        metadata,
        id_token,
        now,
        |found: Option<&Nonce>| match found {
            Some(found) if is_same(found.secret(), &state.nonce) => Ok(()),
            _ if !provider.checks_nonce() => Ok(()),
            _ => Err("another nonce".to_owned()),
        },
    )?;
    let mut account = account_of(provider, id_token, &claims)?;
    if account.email.is_none()
        && let Some(url) = metadata.userinfo_endpoint()
    {
        let access = answer.access_token().clone();
        fetch_user_info(&mut account, client, url.clone(), access, http).await?;
    }
    let tokens = ProviderTokens {
        access_token: Some(answer.access_token().secret().clone()),
        refresh_token: answer.refresh_token().map(|token| token.secret().clone()),
    };
    Ok((account, tokens))
}

/// Checks an id token that an app got by itself. `is_nonce` gets the token's own.
pub fn check_id_token(
    provider: &Provider,
    metadata: &CoreProviderMetadata,
    text: &str,
    now: DateTime<Utc>,
    is_nonce: impl Fn(Option<&str>) -> Result<(), AuthError>,
) -> Result<ProviderAccount, AuthRefusal> {
    let id_token = CoreIdToken::from_str(text).map_err(|_| AuthRefusal(AuthError::BadIdToken))?;
    let claims = read_claims(provider, metadata, &id_token, now, |_: Option<&Nonce>| {
        Ok(())
    })?;
    if provider.checks_nonce() {
        is_nonce(claims.nonce().map(|nonce| nonce.secret().as_str()))?;
    }
    account_of(provider, &id_token, &claims)
}

/// The claims of a token that this provider has signed for one of our client ids.
fn read_claims(
    provider: &Provider,
    metadata: &CoreProviderMetadata,
    id_token: &CoreIdToken,
    now: DateTime<Utc>,
    is_nonce: impl Fn(Option<&Nonce>) -> Result<(), String>,
) -> Result<CoreIdTokenClaims, AuthRefusal> {
    let ours =
        std::iter::once(&provider.options.client_id).chain(&provider.options.more_client_ids);
    let mut is_for_us = false;
    for client_id in ours {
        let verifier = CoreIdTokenVerifier::new_public_client(
            ClientId::new(client_id.clone()),
            metadata.issuer().clone(),
            metadata.jwks().clone(),
        )
        .set_allowed_algs(signing_algorithms(metadata))
        .set_time_fn(move || now);
        match id_token.claims(&verifier, &is_nonce) {
            Ok(claims) => return Ok(claims.clone()),
            Err(openidconnect::ClaimsVerificationError::InvalidAudience(_)) => {}
            Err(error) => {
                tracing::info!(provider.name = provider.name, error.cause = %error, "id token rejected");
                is_for_us = true;
            }
        }
    }
    Err(AuthRefusal(if is_for_us {
        AuthError::BadIdToken
    } else {
        AuthError::UnexpectedAudience
    }))
}

/// Returns the allowed signature algorithms: never `none`, and never a shared secret.
fn signing_algorithms(metadata: &CoreProviderMetadata) -> Vec<CoreJwsSigningAlgorithm> {
    use CoreJwsSigningAlgorithm::{
        HmacSha256, HmacSha384, HmacSha512, None as Unsigned, RsaSsaPkcs1V15Sha256,
    };
    let mut algorithms = metadata.id_token_signing_alg_values_supported().clone();
    algorithms.retain(|one| !matches!(one, Unsigned | HmacSha256 | HmacSha384 | HmacSha512));
    if algorithms.is_empty() {
        algorithms.push(RsaSsaPkcs1V15Sha256);
    }
    algorithms
}

/// Of one that was added, as its operator wants its claims to be read.
fn account_of(
    provider: &Provider,
    id_token: &CoreIdToken,
    claims: &CoreIdTokenClaims,
) -> Result<ProviderAccount, AuthRefusal> {
    let Some(settings) = &provider.custom else {
        return Ok(account_of_claims(claims));
    };
    // The token was checked: what stands in its middle is what the provider says.
    let text = id_token.to_string();
    let payload = text.split('.').nth(1).unwrap_or_default();
    let payload = URL_SAFE_NO_PAD.decode(payload).map_err(provider_failed)?;
    custom::read_account(
        settings,
        serde_json::from_slice(&payload).map_err(provider_failed)?,
    )
}

fn account_of_claims(claims: &CoreIdTokenClaims) -> ProviderAccount {
    let mut data = Map::new();
    let mut put = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            data.insert(name.to_owned(), Value::String(value));
        }
    };
    let first = |claim: Option<String>| claim.filter(|text| !text.is_empty());
    let name = claims.name().and_then(|name| name.get(None));
    let picture = claims.picture().and_then(|picture| picture.get(None));
    put("iss", Some(claims.issuer().to_string()));
    put("full_name", first(name.map(|name| name.to_string())));
    put(
        "avatar_url",
        first(picture.map(|picture| picture.to_string())),
    );
    ProviderAccount {
        id: claims.subject().to_string(),
        email: claims.email().map(|email| email.to_string()),
        is_email_verified: claims.email_verified() == Some(true),
        data,
    }
}

/// Returns the claims that the id token left out.
async fn fetch_user_info(
    account: &mut ProviderAccount,
    client: &ProviderClient,
    url: UserInfoUrl,
    access: AccessToken,
    http: &ProviderHttp,
) -> Result<(), AuthRefusal> {
    let client = client.clone().set_user_info_url(url);
    let subject = openidconnect::SubjectIdentifier::new(account.id.clone());
    let claims: CoreUserInfoClaims = client
        .user_info(access, Some(subject))
        .request_async(http)
        .await
        .map_err(provider_failed)?;
    account.email = claims.email().map(|email| email.to_string());
    account.is_email_verified = claims.email_verified() == Some(true);
    if let Some(name) = claims.name().and_then(|name| name.get(None)) {
        account
            .data
            .insert("full_name".into(), json!(name.as_str()));
    }
    Ok(())
}

/// The log has the reason.
pub fn provider_failed(cause: impl std::fmt::Display) -> AuthRefusal {
    tracing::warn!(error.cause = %cause, "sign-in provider failed");
    AuthRefusal(AuthError::ProviderFailed)
}
