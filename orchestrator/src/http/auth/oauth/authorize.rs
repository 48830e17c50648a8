use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use chrono::TimeDelta;
use portolan_auth::{AuthError, OauthError, OauthRequest, query_value, read_state, token_hash};
use portolan_domain::{OauthAuthorization, OauthAuthorizationStatus, OauthClient};
use url::Url;
use uuid::Uuid;

use super::check_enabled;
use crate::http::{
    App,
    auth::{
        addresses::{site_url, with_query},
        answer::AuthRefusal,
        limits::Attempt,
        signup::validation_failed,
    },
    caller::Peer,
};

/// An OAuth client sends a browser here; it goes on to the page that asks the user.
///
/// Until client and address are known to belong together there is no redirect: what is wrong then is told
/// here, everything else to the client at its address (RFC 6749, 4.1.2.1).
pub async fn authorize(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    query: Query<Vec<(String, String)>>,
) -> Result<HttpResponse, AuthRefusal> {
    check_enabled(&app)?;
    app.auth.limits.check(Attempt::Provider, &peer)?;
    let client_id = query_value(&query, "client_id");
    let client_id = client_id.ok_or_else(|| validation_failed("client_id is required"))?;
    let redirect_uri = query_value(&query, "redirect_uri");
    let redirect_uri = redirect_uri.ok_or_else(|| validation_failed("redirect_uri is required"))?;
    let unknown = || AuthRefusal(AuthError::OauthClientUnknown);
    let client_id: Uuid = client_id.parse().map_err(|_| unknown())?;
    let client = app.store.oauth_client(client_id).await;
    let client =
        client.map_err(|error| AuthRefusal::from_store(error, AuthError::OauthClientUnknown))?;
    let is_known = client
        .redirect_uris
        .iter()
        .any(|known| known == redirect_uri);
    let back = Url::parse(redirect_uri).ok().filter(|_| is_known);
    let back = back.ok_or_else(|| validation_failed("invalid redirect_uri"))?;
    match begin_authorization(&app, &request, &client, redirect_uri, &query).await? {
        Ok(page) => Ok(redirect_to(&page)),
        Err(error) => {
            let state = read_state(&query).ok().flatten();
            Ok(redirect_to(&with_refusal(back, &error, state)))
        }
    }
}

async fn begin_authorization(
    app: &App,
    request: &HttpRequest,
    client: &OauthClient,
    redirect_uri: &str,
    query: &[(String, String)],
) -> Result<Result<Url, OauthError>, AuthRefusal> {
    let options = &app.auth.options.oauth_server;
    if !client
        .grant_types
        .iter()
        .any(|name| name == "authorization_code")
    {
        return Ok(Err(OauthError::new(
            "unauthorized_client",
            "This client is not registered for the grant type authorization_code",
        )));
    }
    let signs_identities = app.auth.keys.identity_algorithm().is_some();
    let asked = match OauthRequest::read(query, &options.default_scope, signs_identities) {
        Ok(asked) => asked,
        Err(error) => return Ok(Err(error)),
    };
    let now = app.clock.now();
    let authorization = OauthAuthorization {
        client_id: client.id,
        user_id: None,
        status: OauthAuthorizationStatus::Pending,
        redirect_uri: redirect_uri.into(),
        scope: asked.scope,
        state: asked.state,
        nonce: asked.nonce,
        resource: asked.resource,
        code_challenge: asked.code_challenge,
        session_id: None,
        expires_at: now + TimeDelta::seconds(options.authorization_seconds.into()),
    };
    let id = app.ids.secret();
    app.store
        .create_oauth_authorization(&token_hash(&id), &authorization, now)
        .await?;
    let page = consent_page(app, request)?;
    Ok(Ok(with_query(page, &[("authorization_id", id)])))
}

/// Returns the address of the consent page: on this site, or set in the settings.
fn consent_page(app: &App, request: &HttpRequest) -> Result<Url, AuthRefusal> {
    let path = &app.auth.options.oauth_server.authorization_path;
    if let Ok(url) = Url::parse(path) {
        return Ok(url);
    }
    let site = site_url(app, request);
    let site = site.as_str().trim_end_matches('/');
    Url::parse(&format!("{site}/{}", path.trim_start_matches('/'))).map_err(AuthRefusal::unexpected)
}

/// Returns the client's address with the error in its query.
pub fn with_refusal(back: Url, error: &OauthError, state: Option<&str>) -> Url {
    let mut pairs = vec![
        ("error", error.code.to_owned()),
        ("error_description", error.description.clone()),
    ];
    if let Some(state) = state {
        pairs.push(("state", state.to_owned()));
    }
    with_query(back, &pairs)
}

fn redirect_to(page: &Url) -> HttpResponse {
    HttpResponse::Found()
        .insert_header(("location", page.as_str()))
        .insert_header(("cache-control", "no-store"))
        .insert_header(("referrer-policy", "no-referrer"))
        .finish()
}
