use actix_web::{
    HttpRequest, HttpResponse,
    web::{Bytes, Data, Json, Path, Query},
};
use chrono::{DateTime, Utc};
use portolan_auth::{
    AuthError, ClientAuthentication, GRANT_TYPES, InvalidOauthClient, check_client_address,
    check_client_name, check_grant_types, check_redirect_uris, token_hash,
};
use portolan_domain::OauthClient;
use portolan_store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::{Paging, require_operator};
use crate::http::{
    App,
    auth::{
        AUDIENCE,
        answer::{AuthRefusal, parse_body},
        signup::validation_failed,
    },
};

/// An OAuth client as operators see it; its secret only where it was just made.
#[derive(Debug, Serialize)]
pub struct ClientAnswer {
    client_id: Uuid,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    client_type: String,
    redirect_uris: Vec<String>,
    token_endpoint_auth_method: String,
    grant_types: Vec<String>,
    response_types: [&'static str; 1],
    #[serde(skip_serializing_if = "String::is_empty")]
    client_name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    client_uri: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    logo_uri: String,
    registration_type: String,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

fn client_answer(client: OauthClient, secret: Option<String>) -> ClientAnswer {
    ClientAnswer {
        client_id: client.id,
        client_secret: secret,
        client_type: client.client_type,
        redirect_uris: client.redirect_uris,
        token_endpoint_auth_method: client.authentication,
        grant_types: client.grant_types,
        response_types: ["code"],
        client_name: client.name,
        client_uri: client.uri,
        logo_uri: client.logo_uri,
        registration_type: client.registration_type,
        created_at: client.created_at,
        updated_at: client.updated_at,
    }
}

/// The fields of an OAuth client.
#[derive(Debug, Deserialize)]
struct ClientAttributes {
    client_name: Option<String>,
    client_uri: Option<String>,
    logo_uri: Option<String>,
    redirect_uris: Option<Vec<String>>,
    grant_types: Option<Vec<String>>,
    client_type: Option<String>,
    token_endpoint_auth_method: Option<String>,
}

impl ClientAttributes {
    fn check(&self) -> Result<(), InvalidOauthClient> {
        if let Some(addresses) = &self.redirect_uris {
            check_redirect_uris(addresses)?;
        }
        if let Some(names) = &self.grant_types {
            check_grant_types(names)?;
        }
        check_client_name(self.client_name.as_deref().unwrap_or_default())?;
        check_client_address("client_uri", self.client_uri.as_deref().unwrap_or_default())?;
        check_client_address("logo_uri", self.logo_uri.as_deref().unwrap_or_default())
    }

    fn says_nothing(&self) -> bool {
        self.client_name.is_none()
            && self.client_uri.is_none()
            && self.logo_uri.is_none()
            && self.redirect_uris.is_none()
            && self.grant_types.is_none()
            && self.token_endpoint_auth_method.is_none()
    }
}

/// Registers an OAuth client.
pub async fn create_client(
    app: Data<App>,
    request: HttpRequest,
    bytes: Bytes,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    register_client(&app, &bytes, "manual").await
}

/// Registers an OAuth client as it is described.
pub async fn register_client(
    app: &App,
    bytes: &[u8],
    registration_type: &str,
) -> Result<HttpResponse, AuthRefusal> {
    let mut asked: ClientAttributes = parse_body(bytes)?;
    asked.redirect_uris.get_or_insert_default();
    asked.grant_types = asked.grant_types.filter(|names| !names.is_empty());
    asked.check().map_err(invalid_client)?;
    let authentication = ClientAuthentication::read(
        asked.client_type.as_deref(),
        asked.token_endpoint_auth_method.as_deref(),
    )
    .map_err(invalid_client)?;
    let secret = (!authentication.is_public()).then(|| app.ids.secret());
    let now = app.clock.now();
    let every_grant = || GRANT_TYPES.map(str::to_owned).to_vec();
    let client = OauthClient {
        id: app.ids.id(),
        secret_hash: secret.as_deref().map(token_hash),
        client_type: authentication.client_type.into(),
        authentication: authentication.method.into(),
        name: asked.client_name.unwrap_or_default(),
        uri: asked.client_uri.unwrap_or_default(),
        logo_uri: asked.logo_uri.unwrap_or_default(),
        redirect_uris: asked.redirect_uris.unwrap_or_default(),
        grant_types: asked.grant_types.unwrap_or_else(every_grant),
        registration_type: registration_type.into(),
        created_at: now,
        updated_at: now,
    };
    app.store.create_oauth_client(&client).await?;
    Ok(HttpResponse::Created()
        .insert_header(("cache-control", "no-store"))
        .json(client_answer(client, secret)))
}

/// A page of the OAuth clients, the newest first.
pub async fn list_clients(
    app: Data<App>,
    request: HttpRequest,
    paging: Query<Paging>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let (offset, per_page) = paging.window()?;
    let (clients, total) = app.store.oauth_clients(offset, per_page).await?;
    let clients: Vec<ClientAnswer> = clients
        .into_iter()
        .map(|client| client_answer(client, None))
        .collect();
    let mut answer = paging.answer(&app, "/admin/oauth/clients", total)?;
    Ok(answer.json(json!({ "clients": clients, "aud": AUDIENCE })))
}

pub async fn get_client(
    app: Data<App>,
    request: HttpRequest,
    client_id: Path<String>,
) -> Result<Json<ClientAnswer>, AuthRefusal> {
    require_operator(&app, &request)?;
    let client = app
        .store
        .oauth_client(read_id(&client_id)?)
        .await
        .map_err(client_missing)?;
    Ok(Json(client_answer(client, None)))
}

/// Changes what is given, and nothing else.
pub async fn update_client(
    app: Data<App>,
    request: HttpRequest,
    client_id: Path<String>,
    bytes: Bytes,
) -> Result<Json<ClientAnswer>, AuthRefusal> {
    require_operator(&app, &request)?;
    let client_id = read_id(&client_id)?;
    let asked: ClientAttributes = parse_body(&bytes)?;
    if asked.says_nothing() {
        return Err(validation_failed("No fields provided for update"));
    }
    asked.check().map_err(invalid_client)?;
    let client = app
        .store
        .update_oauth_client(client_id, app.clock.now(), |client| {
            change_client(client, asked)
        })
        .await?;
    Ok(Json(client_answer(client, None)))
}

fn change_client(
    client: &mut OauthClient,
    asked: ClientAttributes,
) -> Result<(), ClientUpdateError> {
    if let Some(method) = &asked.token_endpoint_auth_method {
        let read = ClientAuthentication::read(Some(&client.client_type), Some(method));
        client.authentication = read.map_err(ClientUpdateError::Invalid)?.method.into();
    }
    let set = |member: &mut String, value: Option<String>| {
        if let Some(value) = value {
            *member = value;
        }
    };
    set(&mut client.name, asked.client_name);
    set(&mut client.uri, asked.client_uri);
    set(&mut client.logo_uri, asked.logo_uri);
    if let Some(addresses) = asked.redirect_uris {
        client.redirect_uris = addresses;
    }
    if let Some(names) = asked.grant_types {
        client.grant_types = names;
    }
    Ok(())
}

/// Another secret in place of the one that there is.
pub async fn regenerate_secret(
    app: Data<App>,
    request: HttpRequest,
    client_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let secret = app.ids.secret();
    let client = app
        .store
        .update_oauth_client(read_id(&client_id)?, app.clock.now(), |client| {
            if client.secret_hash.is_none() {
                return Err(ClientUpdateError::Public);
            }
            client.secret_hash = Some(token_hash(&secret));
            Ok(())
        })
        .await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(client_answer(client, Some(secret))))
}

pub async fn delete_client(
    app: Data<App>,
    request: HttpRequest,
    client_id: Path<String>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    app.store
        .delete_oauth_client(read_id(&client_id)?)
        .await
        .map_err(client_missing)?;
    Ok(HttpResponse::NoContent().finish())
}

/// Why an OAuth client is not changed.
enum ClientUpdateError {
    Invalid(InvalidOauthClient),
    /// It has no secret.
    Public,
    Store(StoreError),
}

impl From<StoreError> for ClientUpdateError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<ClientUpdateError> for AuthRefusal {
    fn from(failure: ClientUpdateError) -> Self {
        match failure {
            ClientUpdateError::Invalid(error) => invalid_client(error),
            ClientUpdateError::Public => {
                validation_failed("Cannot regenerate secret for public client")
            }
            ClientUpdateError::Store(error) => client_missing(error),
        }
    }
}

fn client_missing(error: StoreError) -> AuthRefusal {
    AuthRefusal::from_store(error, AuthError::OauthClientNotFound)
}

fn invalid_client(error: InvalidOauthClient) -> AuthRefusal {
    validation_failed(&error.to_string())
}

fn read_id(text: &str) -> Result<Uuid, AuthRefusal> {
    text.parse()
        .map_err(|_| validation_failed("invalid client_id format"))
}
