use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::AuthUser;

/// The claims of an id token (OpenID Connect Core, 2). It is issued to one client and is not an
/// access token: it names neither a session nor a role.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct IdClaims {
    pub iss: String,
    pub sub: String,
    /// The program's id.
    pub aud: String,
    pub exp: i64,
    pub iat: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The user data that the scope grants to the client.
    #[serde(flatten)]
    pub identity: Map<String, Value>,
}

/// Returns the user data that a scope grants to a client, beside the user's id.
pub fn identity_claims(user: &AuthUser, scope: &str) -> Map<String, Value> {
    let mut claims = Map::new();
    let has = |name: &str| scope.split(' ').any(|scope| scope == name);
    if has("email") && !user.email.is_empty() {
        claims.insert("email".into(), json!(user.email));
        claims.insert(
            "email_verified".into(),
            json!(user.email_confirmed_at.is_some()),
        );
    }
    if has("phone") && !user.phone.is_empty() {
        // A number is stored without the plus sign that belongs to it.
        claims.insert("phone_number".into(), json!(format!("+{}", user.phone)));
        claims.insert(
            "phone_number_verified".into(),
            json!(user.phone_confirmed_at.is_some()),
        );
    }
    if has("profile") {
        for (claim, names) in [
            ("name", ["full_name", "name"]),
            ("picture", ["avatar_url", "picture"]),
            ("preferred_username", ["user_name", "preferred_username"]),
        ] {
            let text = |name: &&str| {
                let text = user.user_metadata.get(*name)?.as_str()?;
                (!text.is_empty()).then(|| text.to_owned())
            };
            if let Some(text) = names.iter().find_map(text) {
                claims.insert(claim.into(), json!(text));
            }
        }
        claims.insert("updated_at".into(), json!(user.updated_at.timestamp()));
    }
    claims
}
