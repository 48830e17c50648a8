use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use portolan_auth::token_hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    http::{App, caller::SignedIn, problem::Problem},
    model::{ApiKey, Page, Scope},
};

/// Keys that one person may have.
const MOST_KEYS: usize = 50;
/// Characters that a key's name may have.
const NAME_LENGTH: usize = 100;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateApiKey {
    name: String,
    #[serde(default)]
    scopes: Vec<Scope>,
}

/// A key with its secret, which is told this once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedApiKey {
    #[serde(flatten)]
    api_key: ApiKey,
    key: String,
}

/// The caller's keys, the newest first; without their secrets.
pub async fn list_api_keys(
    app: Data<App>,
    SignedIn(caller): SignedIn,
) -> Result<Json<Page<ApiKey>>, Problem> {
    Ok(Json(Page {
        items: app.store.api_keys(caller.user_id).await?,
        next_cursor: None,
    }))
}

/// Makes a key that programs call the API with, in the caller's name.
pub async fn create_api_key(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    body: Json<CreateApiKey>,
) -> Result<HttpResponse, Problem> {
    let CreateApiKey { name, scopes } = body.into_inner();
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_LENGTH {
        return Err(Problem::invalid(
            "name",
            format!("A key's name has 1 to {NAME_LENGTH} characters."),
        ));
    }
    if app.store.api_keys(caller.user_id).await?.len() >= MOST_KEYS {
        return Err(Problem::conflict(
            "too_many_keys",
            &format!("You have {MOST_KEYS} keys; delete one that is not used any more."),
        ));
    }
    let (api_key, secret) = ApiKey::new(&app.ids, caller.user_id, name, scopes, app.clock.now());
    app.store
        .create_api_key(&api_key, &token_hash(&secret))
        .await?;
    Ok(HttpResponse::Created()
        .insert_header(("cache-control", "no-store"))
        .json(CreatedApiKey {
            api_key,
            key: secret,
        }))
}

/// Deletes the key; clients that use it are refused from now on.
pub async fn delete_api_key(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    key_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.store.delete_api_key(*key_id, caller.user_id).await?;
    Ok(HttpResponse::NoContent().finish())
}
