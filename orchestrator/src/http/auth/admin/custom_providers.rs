use std::collections::BTreeMap;

use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json, Path, Query},
};
use chrono::{DateTime, Utc};
use portolan_auth::AuthError;
use portolan_domain::{CustomProvider, CustomProviderSettings};
use portolan_store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use url::{Host, Url};
use uuid::Uuid;

use super::require_operator;
use crate::http::{
    App,
    auth::{
        answer::{AuthRefusal, parse_body},
        providers::custom,
        signup::validation_failed,
    },
};

const LONGEST_IDENTIFIER: usize = 50;
const LONGEST_WORD: usize = 2_048;
/// Parameters of the provider redirect that operators can't override.
const RESERVED: [&str; 9] = [
    "client_id",
    "client_secret",
    "redirect_uri",
    "response_type",
    "state",
    "code_challenge",
    "code_challenge_method",
    "code_verifier",
    "nonce",
];
/// Claims that a provider can't set for our users.
const PROTECTED: [&str; 13] = [
    "id",
    "aud",
    "role",
    "app_metadata",
    "created_at",
    "updated_at",
    "confirmed_at",
    "email_confirmed_at",
    "phone_confirmed_at",
    "email_verified",
    "phone_verified",
    "banned_until",
    "is_super_admin",
];

/// A provider as operators see it: never with its secret.
#[derive(Debug, Serialize)]
pub struct ProviderAnswer {
    id: Uuid,
    provider_type: String,
    identifier: String,
    #[serde(flatten)]
    settings: CustomProviderSettings,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

fn provider_answer(provider: CustomProvider) -> ProviderAnswer {
    ProviderAnswer {
        id: provider.id,
        provider_type: provider.provider_type,
        identifier: provider.identifier,
        settings: provider.settings,
        created_at: provider.created_at,
        updated_at: provider.updated_at,
    }
}

/// The fields of a provider; for an existing one, the changed fields.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ProviderAttributes {
    provider_type: Option<String>,
    identifier: Option<String>,
    name: Option<String>,
    client_id: Option<String>,
    client_secret: Option<String>,
    acceptable_client_ids: Option<Vec<String>>,
    scopes: Option<Vec<String>>,
    custom_claims_allowlist: Option<Vec<String>>,
    pkce_enabled: Option<bool>,
    attribute_mapping: Option<Map<String, Value>>,
    authorization_params: Option<BTreeMap<String, String>>,
    enabled: Option<bool>,
    email_optional: Option<bool>,
    issuer: Option<String>,
    discovery_url: Option<String>,
    skip_nonce_check: Option<bool>,
    authorization_url: Option<String>,
    token_url: Option<String>,
    userinfo_url: Option<String>,
    jwks_uri: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct ProviderTypeQuery {
    #[serde(rename = "type")]
    provider_type: Option<String>,
}

pub async fn list_providers(
    app: Data<App>,
    request: HttpRequest,
    kind: Query<ProviderTypeQuery>,
) -> Result<Json<Value>, AuthRefusal> {
    require_operator(&app, &request)?;
    let wanted = kind
        .provider_type
        .as_deref()
        .filter(|text| !text.is_empty());
    if wanted.is_some_and(|kind| !matches!(kind, "oidc" | "oauth2")) {
        return Err(validation_failed("type must be either 'oauth2' or 'oidc'"));
    }
    let providers = app.store.custom_providers().await?.into_iter();
    let providers: Vec<ProviderAnswer> = providers
        .filter(|provider| wanted.is_none_or(|kind| provider.provider_type == kind))
        .map(provider_answer)
        .collect();
    Ok(Json(json!({ "providers": providers })))
}

/// Adds a provider; one that speaks OpenID is asked to describe itself first.
pub async fn create_provider(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let asked: ProviderAttributes = parse_body(&bytes)?;
    let provider_type = asked.provider_type.clone().unwrap_or_default();
    if !matches!(provider_type.as_str(), "oidc" | "oauth2") {
        return Err(validation_failed(
            "provider_type must be either 'oauth2' or 'oidc'",
        ));
    }
    let identifier = asked.identifier.clone().unwrap_or_default();
    check_identifier(&identifier)?;
    let secret = asked.client_secret.clone().filter(|text| !text.is_empty());
    let mut settings = CustomProviderSettings {
        pkce_enabled: true,
        enabled: true,
        ..CustomProviderSettings::default()
    };
    apply_attributes(&mut settings, asked, &provider_type);
    check_settings(&app, &settings, &provider_type)?;
    let secret = secret.ok_or_else(|| validation_failed("client_secret is required"))?;
    describe_provider(&app, &mut settings, &provider_type).await?;
    let (id, now) = (app.ids.id(), app.clock.now());
    let (sealed_secret, secret_nonce) = custom::seal_secret(&app, id, &secret);
    let provider = CustomProvider {
        id,
        identifier,
        provider_type,
        sealed_secret,
        secret_nonce,
        settings,
        created_at: now,
        updated_at: now,
    };
    match app.store.create_custom_provider(&provider).await {
        Ok(()) => Ok(HttpResponse::Created().json(provider_answer(provider))),
        Err(StoreError::Conflict(_)) => Err(AuthRefusal(AuthError::CustomProviderExists)),
        Err(error) => Err(error.into()),
    }
}

pub async fn get_provider(
    app: Data<App>,
    request: HttpRequest,
    identifier: Path<String>,
) -> Result<Json<ProviderAnswer>, AuthRefusal> {
    require_operator(&app, &request)?;
    Ok(Json(provider_answer(
        find_provider(&app, &identifier).await?,
    )))
}

/// Changes what is given, and nothing else; the type and the identifier never change.
pub async fn update_provider(
    app: Data<App>,
    request: HttpRequest,
    identifier: Path<String>,
    bytes: Bytes,
) -> Result<Json<ProviderAnswer>, AuthRefusal> {
    require_operator(&app, &request)?;
    let asked: ProviderAttributes = parse_body(&bytes)?;
    let mut provider = find_provider(&app, &identifier).await?;
    let read_at = provider.updated_at;
    if let Some(secret) = asked.client_secret.as_ref().filter(|text| !text.is_empty()) {
        (provider.sealed_secret, provider.secret_nonce) =
            custom::seal_secret(&app, provider.id, secret);
    }
    let before = provider.settings.clone();
    apply_attributes(&mut provider.settings, asked, &provider.provider_type);
    check_settings(&app, &provider.settings, &provider.provider_type)?;
    let now = &provider.settings;
    if (&before.issuer, &before.discovery_url) != (&now.issuer, &now.discovery_url) {
        describe_provider(&app, &mut provider.settings, &provider.provider_type).await?;
    }
    // Every change has a time of its own: by it those who use the provider notice.
    let tick = chrono::TimeDelta::milliseconds(1);
    provider.updated_at = app.clock.now().max(read_at + tick);
    if app
        .store
        .replace_custom_provider(&provider, read_at)
        .await?
    {
        Ok(Json(provider_answer(provider)))
    } else {
        Err(AuthRefusal(AuthError::Conflict))
    }
}

pub async fn delete_provider(
    app: Data<App>,
    request: HttpRequest,
    identifier: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    check_prefix(&identifier)?;
    app.store
        .delete_custom_provider(&identifier)
        .await
        .map_err(provider_missing)?;
    Ok(HttpResponse::NoContent().finish())
}

async fn find_provider(app: &App, identifier: &str) -> Result<CustomProvider, AuthRefusal> {
    check_prefix(identifier)?;
    app.store
        .custom_provider(identifier)
        .await
        .map_err(provider_missing)
}

fn provider_missing(error: StoreError) -> AuthRefusal {
    AuthRefusal::from_store(error, AuthError::CustomProviderNotFound)
}

fn apply_attributes(
    settings: &mut CustomProviderSettings,
    asked: ProviderAttributes,
    provider_type: &str,
) {
    fn set<T>(member: &mut T, value: Option<T>) {
        if let Some(value) = value {
            *member = value;
        }
    }
    fn text(member: &mut String, value: Option<String>) {
        set(member, value.filter(|text| !text.is_empty()));
    }
    fn address(member: &mut Option<String>, value: Option<String>) {
        if let Some(value) = value {
            *member = Some(value).filter(|text| !text.is_empty());
        }
    }
    text(&mut settings.name, asked.name);
    text(&mut settings.client_id, asked.client_id);
    set(
        &mut settings.acceptable_client_ids,
        asked.acceptable_client_ids,
    );
    set(&mut settings.scopes, asked.scopes);
    set(
        &mut settings.custom_claims_allowlist,
        asked.custom_claims_allowlist,
    );
    set(&mut settings.pkce_enabled, asked.pkce_enabled);
    set(&mut settings.attribute_mapping, asked.attribute_mapping);
    set(
        &mut settings.authorization_params,
        asked.authorization_params,
    );
    set(&mut settings.enabled, asked.enabled);
    set(&mut settings.email_optional, asked.email_optional);
    if provider_type == "oidc" {
        address(&mut settings.issuer, asked.issuer);
        address(&mut settings.discovery_url, asked.discovery_url);
        set(&mut settings.skip_nonce_check, asked.skip_nonce_check);
        if !settings.scopes.iter().any(|scope| scope == "openid") {
            settings.scopes.insert(0, "openid".into());
        }
    } else {
        address(&mut settings.authorization_url, asked.authorization_url);
        address(&mut settings.token_url, asked.token_url);
        address(&mut settings.userinfo_url, asked.userinfo_url);
        address(&mut settings.jwks_uri, asked.jwks_uri);
    }
}

fn check_prefix(identifier: &str) -> Result<(), AuthRefusal> {
    if identifier.starts_with(custom::PREFIX) {
        return Ok(());
    }
    Err(validation_failed(&format!(
        "identifier must start with 'custom:' prefix, e.g. 'custom:{identifier}'"
    )))
}

fn check_identifier(identifier: &str) -> Result<(), AuthRefusal> {
    if identifier.is_empty() {
        return Err(validation_failed("identifier is required"));
    }
    check_prefix(identifier)?;
    let name = &identifier[custom::PREFIX.len()..];
    let is_letter =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-:".contains(&byte);
    let is_good =
        !name.is_empty() && identifier.len() <= LONGEST_IDENTIFIER && name.bytes().all(is_letter);
    if is_good {
        return Ok(());
    }
    Err(validation_failed(
        "identifier must be up to 50 characters of a-z, 0-9, hyphen and colon",
    ))
}

fn check_settings(
    app: &App,
    settings: &CustomProviderSettings,
    provider_type: &str,
) -> Result<(), AuthRefusal> {
    let needed = |member: &str, is_there: bool| {
        if is_there {
            Ok(())
        } else {
            Err(validation_failed(&format!("{member} is required")))
        }
    };
    needed("name", !settings.name.is_empty())?;
    needed("client_id", !settings.client_id.is_empty())?;
    if provider_type == "oidc" {
        needed("issuer", settings.issuer.is_some())?;
    } else {
        needed("authorization_url", settings.authorization_url.is_some())?;
        needed("token_url", settings.token_url.is_some())?;
        needed("userinfo_url", settings.userinfo_url.is_some())?;
    }
    for (member, address) in [
        ("issuer", &settings.issuer),
        ("discovery_url", &settings.discovery_url),
        ("authorization_url", &settings.authorization_url),
        ("token_url", &settings.token_url),
        ("userinfo_url", &settings.userinfo_url),
        ("jwks_uri", &settings.jwks_uri),
    ] {
        if let Some(address) = address {
            check_address(app, member, address)?;
        }
    }
    for (name, value) in &settings.authorization_params {
        if RESERVED.contains(&name.as_str()) {
            let words = format!("Cannot override reserved OAuth parameter: {name}");
            return Err(validation_failed(&words));
        }
        if value.len() > LONGEST_WORD {
            return Err(validation_failed(
                "authorization_params has a value that is too long",
            ));
        }
    }
    for (target, source) in &settings.attribute_mapping {
        if PROTECTED.contains(&target.as_str()) {
            let words = format!("Cannot map to protected system field: {target}");
            return Err(validation_failed(&words));
        }
        if !source.is_string() {
            return Err(validation_failed("attribute_mapping has to name claims"));
        }
    }
    Ok(())
}

/// Encrypted, and by a name; while no one else is meant to come in, also at this very machine.
fn check_address(app: &App, member: &str, text: &str) -> Result<(), AuthRefusal> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST_WORD);
    let is_local = |url: &Url| match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_good = url.is_some_and(|url| {
        let is_plain = url.username().is_empty() && url.password().is_none();
        let is_encrypted = url.scheme() == "https"
            && matches!(url.host(), Some(Host::Domain(_)))
            && !is_local(&url);
        let is_at_home = app.auth.is_development && url.scheme() == "http" && is_local(&url);
        is_plain && (is_encrypted || is_at_home)
    });
    if is_good {
        return Ok(());
    }
    Err(validation_failed(&format!(
        "{member} must be an https address with the name of a host"
    )))
}

/// Has an OpenID provider describe itself, and keeps what it says.
async fn describe_provider(
    app: &App,
    settings: &mut CustomProviderSettings,
    provider_type: &str,
) -> Result<(), AuthRefusal> {
    if provider_type != "oidc" {
        return Ok(());
    }
    let document = custom::describe_provider(app, settings)
        .await
        .map_err(|error| {
            validation_failed(&format!("the discovery document cannot be used: {error}"))
        })?;
    settings.discovery_document = Some(document);
    Ok(())
}
