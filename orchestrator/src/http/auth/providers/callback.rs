use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Form, Query},
};
use portolan_auth::{AuthError, token_hash};
use portolan_domain::{OauthState, User};
use serde::Deserialize;
use url::Url;

use super::{
    ProviderAccount, accounts,
    authorize::callback_url,
    custom, find_provider, github,
    open_id::{self, provider_failed},
    registry::{Provider, ProviderKind},
};
use crate::http::{
    App,
    auth::{
        addresses::{site_url, with_fragment, with_query},
        answer::AuthRefusal,
        session,
        token::{ProviderTokens, issue_code},
        verify_link::{redirect_to, with_error, with_session},
    },
    caller::Peer,
};

/// The parameters of a provider's callback.
#[derive(Debug, Deserialize)]
pub struct CallbackQuery {
    state: Option<String>,
    code: Option<String>,
    error: Option<String>,
    error_description: Option<String>,
}

/// A browser comes back from a provider.
pub async fn callback_query(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    answer: Query<CallbackQuery>,
) -> HttpResponse {
    come_back(&app, &request, peer, answer.into_inner()).await
}

/// The same from a provider that answers with a form.
pub async fn callback_form(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    answer: Form<CallbackQuery>,
) -> HttpResponse {
    come_back(&app, &request, peer, answer.into_inner()).await
}

async fn come_back(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    answer: CallbackQuery,
) -> HttpResponse {
    let state = match take_state(app, &answer).await {
        Ok(state) => state,
        Err(AuthRefusal(error)) => return redirect_to(&with_error(site_url(app, request), &error)),
    };
    let back = Url::parse(&state.redirect_to).unwrap_or_else(|_| site_url(app, request));
    if let Some(error) = answer.error {
        let description = answer.error_description.unwrap_or_default();
        let pairs = [("error", error), ("error_description", description)];
        return redirect_to(&with_fragment(with_query(back, &pairs), &pairs));
    }
    match finish_sign_in(app, request, peer, &state, answer.code, &back).await {
        Ok(url) => redirect_to(&url),
        Err(AuthRefusal(error)) => redirect_to(&with_error(back, &error)),
    }
}

/// Takes the stored state of the redirect; usable once.
async fn take_state(app: &App, answer: &CallbackQuery) -> Result<OauthState, AuthRefusal> {
    let state = answer
        .state
        .as_deref()
        .filter(|state| !state.is_empty())
        .ok_or(AuthRefusal(AuthError::BadOauthCallback))?;
    app.store
        .take_oauth_state(&token_hash(state), app.clock.now())
        .await?
        .ok_or(AuthRefusal(AuthError::BadOauthState))
}

async fn finish_sign_in(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    state: &OauthState,
    code: Option<String>,
    back: &Url,
) -> Result<Url, AuthRefusal> {
    let code = code
        .filter(|code| !code.is_empty())
        .ok_or(AuthRefusal(AuthError::BadOauthCallback))?;
    let provider = find_provider(app, &state.provider).await?;
    let (account, tokens) = exchange_code(app, request, &provider, code, state).await?;
    let user = match state.link_user_id {
        Some(user_id) => {
            let user: User = app.store.user(user_id).await?;
            accounts::link_account(app, &peer, user, &provider.name, account).await?
        }
        None => accounts::sign_in(app, request, &peer, &provider.name, account).await?,
    };
    if user.is_banned(app.clock.now()) {
        return Err(AuthRefusal(AuthError::UserBanned));
    }
    match (&state.code_challenge, &state.challenge_method) {
        (Some(challenge), Some(method)) => {
            let challenge = (challenge.clone(), method.clone());
            let code = issue_code(app, user.id, "oauth", challenge, Some(&tokens)).await?;
            Ok(with_query(back.clone(), &[("code", code)]))
        }
        _ => {
            let mut session = session::open_session(app, request, peer, &user, "oauth").await?;
            session.provider_token = tokens.access_token;
            session.provider_refresh_token = tokens.refresh_token;
            Ok(with_session(back.clone(), &session, None))
        }
    }
}

async fn exchange_code(
    app: &App,
    request: &HttpRequest,
    provider: &Provider,
    code: String,
    state: &OauthState,
) -> Result<(ProviderAccount, ProviderTokens), AuthRefusal> {
    let callback = callback_url(app, request);
    let http = app.auth.providers.http();
    let now = app.clock.now();
    match &provider.kind {
        ProviderKind::Github => {
            let client = github::build_client(provider, &callback).map_err(provider_failed)?;
            github::exchange_code(provider, &client, code, state, http).await
        }
        ProviderKind::Oauth2(endpoints) => {
            let client =
                custom::build_client(provider, endpoints, &callback).map_err(provider_failed)?;
            custom::exchange_code(provider, endpoints, &client, code, state, http).await
        }
        ProviderKind::OpenId(issuer) => {
            let metadata = provider
                .describe(issuer, http, now)
                .await
                .map_err(provider_failed)?;
            let client =
                open_id::build_client(provider, &metadata, &callback).map_err(provider_failed)?;
            open_id::exchange_code(provider, &metadata, &client, code, state, http, now).await
        }
    }
}
