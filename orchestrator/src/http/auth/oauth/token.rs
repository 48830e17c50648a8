use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Query},
};
use portolan_auth::{
    AuthError, ChallengeMethod, CodeChallenge, GRANT_TYPES, IdClaims, SessionTokens,
    identity_claims, refresh_token, token_hash,
};
use portolan_domain::{OauthAuthorization, OauthClient};
use serde::{Deserialize, Serialize};

use super::{
    check_enabled,
    client::{Credentials, TokenRefusal, authenticate_client},
};
use crate::http::{
    App,
    auth::{answer::AuthRefusal, audit, limits::Attempt, session, token::renew_session},
    caller::Peer,
};

/// The authentication methods of a client's session.
const METHOD: &str = "oauth_provider/authorization_code";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct TokenRequest {
    grant_type: Option<String>,
    code: Option<String>,
    code_verifier: Option<String>,
    redirect_uri: Option<String>,
    resource: Option<String>,
    refresh_token: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
}

/// The token response of a client: the user's data are behind `/oauth/userinfo`.
#[derive(Debug, Serialize)]
struct OauthTokens {
    access_token: String,
    token_type: String,
    expires_in: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
    scope: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
}

/// Tokens for an OAuth client that shows a code, or a refresh token of an earlier time.
pub async fn grant_token(
    app: Data<App>,
    request: HttpRequest,
    peer: Peer,
    bytes: Bytes,
) -> Result<HttpResponse, TokenRefusal> {
    check_enabled(&app)?;
    app.auth.limits.check(Attempt::Refresh, &peer)?;
    let asked = read_request(&request, &bytes)?;
    let credentials = Credentials {
        id: asked.client_id.as_deref(),
        secret: asked.client_secret.as_deref(),
    };
    let client = authenticate_client(&app, &request, credentials).await?;
    let grant = asked.grant_type.as_deref();
    let grant =
        grant.ok_or_else(|| TokenRefusal::oauth("invalid_request", "grant_type is required"))?;
    if !GRANT_TYPES.contains(&grant) {
        return Err(TokenRefusal::oauth(
            "unsupported_grant_type",
            "Unsupported grant type, use authorization_code or refresh_token",
        ));
    }
    if !client.grant_types.iter().any(|allowed| allowed == grant) {
        return Err(TokenRefusal::oauth(
            "unauthorized_client",
            format!("Client is not allowed to use grant type: {grant}"),
        ));
    }
    let tokens = if grant == "refresh_token" {
        refresh_tokens(&app, &request, &client, asked).await?
    } else {
        exchange_code(&app, &request, peer, &client, asked).await?
    };
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(tokens))
}

fn read_request(request: &HttpRequest, bytes: &[u8]) -> Result<TokenRequest, TokenRefusal> {
    let content_type = request.headers().get("content-type");
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let is_json = content_type.is_some_and(|text| text.starts_with("application/json"));
    let read: Option<TokenRequest> = if is_json {
        serde_json::from_slice(bytes).ok()
    } else {
        let text = std::str::from_utf8(bytes).ok();
        let form = text.and_then(|text| Query::<TokenRequest>::from_query(text).ok());
        form.map(Query::into_inner)
    };
    let asked = read.ok_or_else(|| {
        TokenRefusal::oauth(
            "invalid_request",
            "The body has to be a form, or a JSON object, that names each member once",
        )
    })?;
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    Ok(TokenRequest {
        grant_type: filled(asked.grant_type),
        code: filled(asked.code),
        code_verifier: filled(asked.code_verifier),
        redirect_uri: filled(asked.redirect_uri),
        resource: filled(asked.resource),
        refresh_token: filled(asked.refresh_token),
        client_id: filled(asked.client_id),
        client_secret: filled(asked.client_secret),
    })
}

async fn exchange_code(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    client: &OauthClient,
    asked: TokenRequest,
) -> Result<OauthTokens, TokenRefusal> {
    let needed = |words: &str| TokenRefusal::oauth("invalid_request", words);
    let code = asked.code.as_deref();
    let code = code.ok_or_else(|| needed("code is required for authorization_code grant"))?;
    let verifier = asked.code_verifier.as_deref();
    let verifier =
        verifier.ok_or_else(|| needed("code_verifier is required for authorization_code grant"))?;
    let hash = token_hash(code);
    let found = app.store.oauth_authorization_of(&hash).await?;
    let found = found.ok_or_else(invalid_code)?;
    check_client(app, client, &asked, verifier, &found).await?;
    let owner = found.user_id.ok_or_else(invalid_code)?;
    let user = app.store.user(owner).await;
    let user = user.map_err(|error| AuthRefusal::from_store(error, AuthError::UserNotFound))?;
    let mut session =
        session::begin_session(app, request, &peer, &user, METHOD).map_err(to_token_refusal)?;
    session.oauth_client_id = Some(client.id);
    session.scope = Some(found.scope.clone());
    let token = refresh_token(app.ids.bytes());
    let kept = token_hash(&token);
    let is_first = app.store.use_oauth_code(&hash, &session, &kept).await?;
    if !is_first {
        warn_of_reuse(&found);
        return Err(invalid_code());
    }
    audit::note_action(app, &peer, &user, "login").await;
    let answer = session::answer_with_session(app, request, &user, &session, token).await?;
    issue_tokens(app, request, client, answer, &found.scope, found.nonce)
}

/// Returns whether this client may have this code's session now.
async fn check_client(
    app: &App,
    client: &OauthClient,
    asked: &TokenRequest,
    verifier: &str,
    found: &OauthAuthorization,
) -> Result<(), TokenRefusal> {
    let refused = |words: &str| Err(TokenRefusal::oauth("invalid_grant", words));
    if found.client_id != client.id {
        return refused("Authorization code was not issued for this client");
    }
    if let Some(session_id) = found.session_id {
        // The code may have been stolen: the session it was exchanged for ends.
        app.store.end_session(session_id).await?;
        warn_of_reuse(found);
        return Err(invalid_code());
    }
    if found.expires_at <= app.clock.now() {
        return refused("Authorization code has expired");
    }
    let redirect_uri = asked.redirect_uri.as_ref();
    if redirect_uri.is_some_and(|uri| *uri != found.redirect_uri) {
        return refused("Invalid redirect_uri");
    }
    if asked.resource.is_some() && asked.resource != found.resource {
        return Err(TokenRefusal::oauth(
            "invalid_target",
            "Authorization code resource does not match the resource parameter",
        ));
    }
    let challenge = CodeChallenge {
        challenge: found.code_challenge.clone(),
        method: ChallengeMethod::S256,
    };
    if !challenge.is_met_by(verifier) {
        return refused(
            "PKCE verification failed: code verifier does not match the code challenge",
        );
    }
    Ok(())
}

async fn refresh_tokens(
    app: &App,
    request: &HttpRequest,
    client: &OauthClient,
    asked: TokenRequest,
) -> Result<OauthTokens, TokenRefusal> {
    let presented = asked.refresh_token.ok_or_else(|| {
        TokenRefusal::oauth(
            "invalid_request",
            "refresh_token is required for refresh_token grant",
        )
    })?;
    let (session, answer) = renew_session(app, request, Some(client.id), presented)
        .await
        .map_err(to_token_refusal)?;
    let scope = session.scope.unwrap_or_default();
    issue_tokens(app, request, client, answer, &scope, None)
}

fn issue_tokens(
    app: &App,
    request: &HttpRequest,
    client: &OauthClient,
    answer: SessionTokens,
    scope: &str,
    nonce: Option<String>,
) -> Result<OauthTokens, TokenRefusal> {
    let id_token = if scope.split(' ').any(|scope| scope == "openid") {
        let claims = IdClaims {
            iss: session::token_issuer(app, request),
            sub: answer.user.id.to_string(),
            aud: client.id.to_string(),
            exp: answer.expires_at,
            iat: answer.expires_at - answer.expires_in,
            nonce,
            identity: identity_claims(&answer.user, scope),
        };
        let signed = app.auth.keys.sign_identity(&claims);
        Some(signed.map_err(AuthRefusal::unexpected)?)
    } else {
        None
    };
    let may_refresh = client
        .grant_types
        .iter()
        .any(|name| name == "refresh_token");
    Ok(OauthTokens {
        access_token: answer.access_token,
        token_type: answer.token_type,
        expires_in: answer.expires_in,
        refresh_token: may_refresh.then_some(answer.refresh_token),
        scope: scope.to_owned(),
        id_token,
    })
}

fn invalid_code() -> TokenRefusal {
    TokenRefusal::oauth("invalid_grant", "Invalid authorization code")
}

fn warn_of_reuse(found: &OauthAuthorization) {
    tracing::warn!(client.id = %found.client_id, "authorization code reused, session ended");
}

/// A refusal of the sessions in the words that OAuth clients know.
fn to_token_refusal(AuthRefusal(error): AuthRefusal) -> TokenRefusal {
    match error {
        AuthError::RefreshTokenNotFound
        | AuthError::RefreshTokenAlreadyUsed
        | AuthError::SessionExpired
        | AuthError::SessionNotFound => {
            TokenRefusal::oauth("invalid_grant", "Refresh token is invalid or expired.")
        }
        AuthError::UserBanned => TokenRefusal::oauth(
            "access_denied",
            "User is not permitted to access this resource.",
        ),
        error => AuthRefusal(error).into(),
    }
}
