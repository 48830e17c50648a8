use actix_web::HttpRequest;
use portolan_auth::{CredentialOwner, PublicCredential, RelyingParty};
use portolan_domain::User;
use serde_json::Value;
use url::Host;

use super::{
    addresses::{external_url, site_url},
    answer::AuthRefusal,
};
use crate::http::App;

/// How long an authenticator may take.
pub const CEREMONY_MINUTES: i64 = 5;

/// Returns the relying party of this server.
pub fn relying_party(app: &App, request: &HttpRequest) -> Result<RelyingParty, AuthRefusal> {
    let options = &app.auth.options;
    let site = site_url(app, request);
    let id = match (&options.relying_party_id, site.host()) {
        (Some(id), _) => id.clone(),
        (None, Some(Host::Domain(domain))) => domain.to_owned(),
        // Browsers make no credentials for addresses that are numbers.
        (None, _) => "localhost".into(),
    };
    let mut origins = options.relying_party_origins.clone();
    if origins.is_empty() {
        origins.push(site.origin().ascii_serialization());
        origins.push(external_url(app, request));
    }
    let name = options.relying_party_name.as_deref().unwrap_or("Portolan");
    RelyingParty::new(&id, name, origins).map_err(AuthRefusal::unexpected)
}

/// The user's name and id for an authenticator.
pub fn credential_owner(user: &User) -> CredentialOwner<'_> {
    let name = user.email.as_deref().or(user.phone.as_deref());
    CredentialOwner {
        id: user.id,
        name: name.unwrap_or("Portolan"),
    }
}

/// A credential as it is stored.
pub fn to_text(credential: &PublicCredential) -> Result<String, AuthRefusal> {
    serde_json::to_string(credential).map_err(AuthRefusal::unexpected)
}

pub fn from_text(text: &str) -> Result<PublicCredential, AuthRefusal> {
    serde_json::from_str(text).map_err(AuthRefusal::unexpected)
}

/// Returns whether a member is there at all.
pub fn unless_null(member: Option<Value>) -> Option<Value> {
    member.filter(|value| !value.is_null())
}
