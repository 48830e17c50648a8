//! Signing in with an account at another provider.

mod accounts;
mod authorize;
mod callback;
pub mod custom;
mod github;
mod open_id;
mod registry;

pub use accounts::{ProviderAccount, link_account, sign_in};
pub use authorize::{authorize, authorize_link};
pub use callback::{callback_form, callback_query};
pub use custom::find_provider;
pub use registry::{Provider, ProviderError, Providers};

use portolan_auth::AuthError;

use super::answer::AuthRefusal;
use crate::http::App;
use registry::ProviderKind;

/// Returns the identity from a token that the provider issued to one of their apps.
pub async fn check_id_token(
    app: &App,
    provider: &Provider,
    token: &str,
    is_nonce: impl Fn(Option<&str>) -> Result<(), AuthError>,
) -> Result<ProviderAccount, AuthRefusal> {
    let ProviderKind::OpenId(issuer) = &provider.kind else {
        return Err(AuthRefusal(AuthError::IssuerDisabled(
            provider.name.clone(),
        )));
    };
    let now = app.clock.now();
    let described = provider
        .describe(issuer, app.auth.providers.http(), now)
        .await;
    let metadata = described.map_err(open_id::provider_failed)?;
    open_id::check_id_token(provider, &metadata, token, now, is_nonce)
}
