use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, CodeChallenge, token_hash};
use portolan_domain::OauthState;
use serde_json::json;
use url::Url;
use uuid::Uuid;

use super::{
    custom, find_provider, github,
    open_id::{self, AuthorizationRequest, provider_failed},
    registry::{Provider, ProviderKind},
};
use crate::http::{
    App,
    auth::{
        addresses::{base_url, choose_redirect},
        answer::AuthRefusal,
        limits::Attempt,
        session,
    },
    caller::Peer,
};

/// How long a user may take at a provider.
const MINUTES: i64 = 10;
/// Our own query parameters; the others go to the provider.
const OWN: [&str; 6] = [
    "provider",
    "redirect_to",
    "scopes",
    "code_challenge",
    "code_challenge_method",
    "skip_http_redirect",
];
/// Parameters that apps can't override.
const NEVER: [&str; 6] = [
    "client_id",
    "redirect_uri",
    "response_type",
    "state",
    "nonce",
    "scope",
];

type Pairs = Query<Vec<(String, String)>>;

/// Sends a browser to a provider.
pub async fn authorize(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    query: Pairs,
) -> Result<HttpResponse, AuthRefusal> {
    let page = begin_sign_in(&app, &request, &peer, &query, None).await?;
    Ok(redirect_to(&page))
}

/// The same for a user who is signed in and adds an identity.
pub async fn authorize_link(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    query: Pairs,
) -> Result<HttpResponse, AuthRefusal> {
    let user = session::current_session(&app, &request).await?.user;
    if !app.auth.options.manual_linking {
        return Err(AuthRefusal(AuthError::ManualLinkingDisabled));
    }
    let page = begin_sign_in(&app, &request, &peer, &query, Some(user.id)).await?;
    if find_parameter(&query, "skip_http_redirect") == Some("true") {
        return Ok(HttpResponse::Ok().json(json!({ "url": page })));
    }
    Ok(redirect_to(&page))
}

async fn begin_sign_in(
    app: &App,
    request: &HttpRequest,
    peer: &Peer,
    query: &[(String, String)],
    link_user_id: Option<Uuid>,
) -> Result<Url, AuthRefusal> {
    app.auth.limits.check(Attempt::Provider, peer)?;
    let name = find_parameter(query, "provider").unwrap_or_default();
    let provider = find_provider(app, name).await?;
    let challenge = CodeChallenge::read(
        find_parameter(query, "code_challenge"),
        find_parameter(query, "code_challenge_method"),
        app.auth.options.plain_challenges,
    )?;
    let now = app.clock.now();
    let state = OauthState {
        provider: provider.name.clone(),
        redirect_to: choose_redirect(app, request, find_parameter(query, "redirect_to")).into(),
        challenge_method: challenge
            .as_ref()
            .map(|challenge| challenge.method.name().into()),
        code_challenge: challenge.map(|challenge| challenge.challenge),
        link_user_id,
        nonce: app.ids.secret(),
        verifier: app.ids.secret(),
        expires_at: now + TimeDelta::minutes(MINUTES),
    };
    let secret = app.ids.secret();
    let mut extra: Vec<(String, String)> = query
        .iter()
        .filter(|(name, _)| !OWN.contains(&name.as_str()) && !NEVER.contains(&name.as_str()))
        .cloned()
        .collect();
    if let Some(custom) = &provider.custom {
        // Apps can't change parameters that the operator has set.
        extra.retain(|(name, _)| !custom.authorization_params.contains_key(name));
        extra.extend(custom.authorization_params.clone());
    }
    let wished = find_parameter(query, "scopes").unwrap_or_default();
    let scopes = wished.split_whitespace().map(str::to_owned);
    let scopes: Vec<String> = provider
        .options
        .scopes
        .iter()
        .cloned()
        .chain(scopes)
        .collect();
    let callback = callback_url(app, request);
    let page = provider_page(app, &provider, &callback, &state, &secret, scopes, &extra).await?;
    app.store
        .create_oauth_state(&token_hash(&secret), &state, now)
        .await?;
    Ok(page)
}

async fn provider_page(
    app: &App,
    provider: &Provider,
    callback: &str,
    state: &OauthState,
    secret: &str,
    scopes: Vec<String>,
    extra: &[(String, String)],
) -> Result<Url, AuthRefusal> {
    let (client, standard): (_, &[&str]) = match &provider.kind {
        ProviderKind::Github => (
            github::build_client(provider, callback).map_err(provider_failed)?,
            &["user:email"],
        ),
        ProviderKind::Oauth2(endpoints) => (
            custom::build_client(provider, endpoints, callback).map_err(provider_failed)?,
            &[],
        ),
        ProviderKind::OpenId(issuer) => {
            let http = app.auth.providers.http();
            let metadata = provider.describe(issuer, http, app.clock.now()).await;
            let client =
                open_id::build_client(provider, &metadata.map_err(provider_failed)?, callback);
            (
                client.map_err(provider_failed)?,
                match &provider.custom {
                    Some(custom) if custom.scopes.len() > 1 => &[],
                    _ => &["email", "profile"],
                },
            )
        }
    };
    let standard = standard.iter().map(|&scope| scope.to_owned());
    let mut scopes: Vec<String> = standard.chain(scopes).collect();
    let mut seen = std::collections::HashSet::new();
    scopes.retain(|scope| scope != "openid" && seen.insert(scope.clone()));
    let request = AuthorizationRequest {
        state: secret,
        nonce: &state.nonce,
        verifier: provider.uses_pkce().then_some(&state.verifier),
        scopes,
        extra,
    };
    Ok(open_id::authorization_page(&client, &request))
}

/// Returns the callback address for providers.
pub fn callback_url(app: &App, request: &HttpRequest) -> String {
    format!("{}/callback", base_url(app, request))
}

fn find_parameter<'a>(query: &'a [(String, String)], name: &str) -> Option<&'a str> {
    query
        .iter()
        .find(|(found, _)| found == name)
        .map(|(_, value)| value.as_str())
}

fn redirect_to(page: &Url) -> HttpResponse {
    HttpResponse::Found()
        .insert_header(("location", page.as_str()))
        .insert_header(("cache-control", "no-store"))
        .finish()
}
