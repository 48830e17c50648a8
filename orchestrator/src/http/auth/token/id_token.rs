use actix_web::HttpRequest;
use portolan_auth::{AuthError, SessionTokens, is_same};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::http::{
    App,
    auth::{
        answer::AuthRefusal,
        providers::{self, check_id_token},
        session,
        signup::validation_failed,
    },
    caller::Peer,
};

#[derive(Debug, Deserialize)]
pub struct IdTokenGrant {
    provider: Option<String>,
    id_token: Option<String>,
    nonce: Option<String>,
    link_identity: Option<bool>,
}

/// A session for what a provider has told an app by itself, or one more identity for anyone who is
/// signed in.
pub async fn grant_id_token(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: IdTokenGrant,
) -> Result<SessionTokens, AuthRefusal> {
    let token = body.id_token.filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| validation_failed("id_token required"))?;
    let name = body.provider.filter(|name| !name.is_empty());
    let name =
        name.ok_or_else(|| validation_failed("provider or client_id and issuer required"))?;
    let provider = match providers::find_provider(app, &name).await {
        Ok(provider) => provider,
        Err(AuthRefusal(AuthError::ProviderUnknown(_) | AuthError::ProviderDisabled)) => {
            return Err(AuthRefusal(AuthError::IssuerDisabled(issuer_of_provider(
                &name,
            ))));
        }
        Err(error) => return Err(error),
    };
    let nonce = body.nonce.filter(|nonce| !nonce.is_empty());
    let account = check_id_token(app, &provider, &token, |found| {
        check_nonce(found, nonce.as_deref())
    })
    .await?;
    let user = if body.link_identity == Some(true) {
        let user = session::current_session(app, request).await?.user;
        if !app.auth.options.manual_linking {
            return Err(AuthRefusal(AuthError::ManualLinkingDisabled));
        }
        providers::link_account(app, &peer, user, &provider.name, account).await?
    } else {
        providers::sign_in(app, request, &peer, &provider.name, account).await?
    };
    session::open_session(app, request, peer, &user, "oauth").await
}

/// As the client's own providers call themselves in their tokens.
fn issuer_of_provider(name: &str) -> String {
    match name {
        "google" => "https://accounts.google.com",
        "apple" => "https://appleid.apple.com",
        "facebook" => "https://www.facebook.com",
        "kakao" => "https://kauth.kakao.com",
        name => name,
    }
    .to_owned()
}

/// The token holds the hash of what the app keeps, or where a provider does not hash the thing
/// itself.
fn check_nonce(found: Option<&str>, given: Option<&str>) -> Result<(), AuthError> {
    match (found, given) {
        (None, None) => Ok(()),
        (Some(found), Some(given)) => {
            let hashed = hex::encode(Sha256::digest(given));
            if is_same(found, &hashed) || is_same(found, given) {
                Ok(())
            } else {
                Err(AuthError::NonceMismatch)
            }
        }
        _ => Err(AuthError::Validation(
            "Passed nonce and nonce in id_token should either both exist or not.".into(),
        )),
    }
}
