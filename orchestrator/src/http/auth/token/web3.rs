use actix_web::HttpRequest;
use portolan_auth::{AuthError, Chain, SessionTokens, SignInMessage, token_hash};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::http::{
    App,
    auth::{
        addresses::site_url,
        answer::AuthRefusal,
        providers::{self, ProviderAccount},
        session,
        signup::validation_failed,
    },
    caller::Peer,
};

#[derive(Debug, Deserialize)]
pub struct Web3Grant {
    chain: Option<String>,
    message: Option<String>,
    /// The library sends one that it has not turned into text as it is.
    signature: Option<Value>,
}

/// A session for a message that a wallet has signed.
pub async fn grant_web3(
    app: &App,
    request: &HttpRequest,
    peer: Peer,
    body: Web3Grant,
) -> Result<SessionTokens, AuthRefusal> {
    let options = &app.auth.options;
    if !options.ethereum && !options.solana {
        return Err(AuthRefusal(AuthError::Web3Disabled));
    }
    let chain = body.chain.as_deref().and_then(Chain::parse);
    let chain = chain.ok_or(AuthRefusal(AuthError::Web3Unsupported))?;
    let is_on = match chain {
        Chain::Ethereum => options.ethereum,
        Chain::Solana => options.solana,
    };
    if !is_on {
        return Err(AuthRefusal(AuthError::Web3Disabled));
    }
    let filled = |text: Option<String>| text.filter(|text| !text.is_empty());
    let signature = body.signature.and_then(|signature| match signature {
        Value::String(text) => Some(text),
        _ => None,
    });
    let (Some(text), Some(signature)) = (filled(body.message), filled(signature)) else {
        return Err(validation_failed("message and signature are required"));
    };
    let now = app.clock.now();
    let message = SignInMessage::parse(chain, &text)?;
    message.check_time(now)?;
    if !app
        .auth
        .redirects
        .is_allowed(&message.uri, &site_url(app, request))
    {
        return Err(validation_failed(
            "Signed message is using URI which is not allowed on this server, message was signed for another app",
        ));
    }
    let signed = message.signed_by(&signature)?;
    let is_fresh = app
        .store
        .use_message(&token_hash(&text), message.good_until(), now)
        .await?;
    if !is_fresh {
        return Err(validation_failed("Signed message has been used already"));
    }
    let mut data = Map::new();
    data.insert("chain".into(), json!(chain.name()));
    data.insert("address".into(), json!(signed.address));
    if let Some(network) = &message.network {
        data.insert("network".into(), json!(network));
    }
    let account = ProviderAccount {
        id: format!("web3:{}:{}", chain.name(), signed.address),
        email: None,
        is_email_verified: false,
        data,
    };
    let user = providers::sign_in(app, request, &peer, "web3", account).await?;
    session::open_session(app, request, peer, &user, "web3").await
}
