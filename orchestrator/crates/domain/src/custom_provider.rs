use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// A provider that an operator has added while the server runs.
#[derive(Clone, Debug, PartialEq)]
pub struct CustomProvider {
    pub id: Uuid,
    /// `custom:` and a name.
    pub identifier: String,
    /// `oidc` or `oauth2`.
    pub provider_type: String,
    /// In hex, sealed under the id and the nonce.
    pub sealed_secret: String,
    pub secret_nonce: String,
    pub settings: CustomProviderSettings,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// An operator's settings of a provider without its secret, in the shape of the client library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomProviderSettings {
    pub name: String,
    pub client_id: String,
    pub acceptable_client_ids: Vec<String>,
    pub scopes: Vec<String>,
    /// Claims that are kept with the user as they come.
    pub custom_claims_allowlist: Vec<String>,
    pub pkce_enabled: bool,
    /// Our claim by its name, and which of the provider's it is.
    pub attribute_mapping: Map<String, Value>,
    pub authorization_params: BTreeMap<String, String>,
    pub enabled: bool,
    pub email_optional: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discovery_url: Option<String>,
    pub skip_nonce_check: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorization_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub userinfo_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<String>,
    /// The discovery document of an OpenID provider when it was added.
    pub discovery_document: Option<Value>,
}
