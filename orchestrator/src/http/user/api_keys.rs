use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use chrono::TimeDelta;
use portolan_auth::token_hash;
use portolan_domain::{ApiKey, NewApiKey, Page, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::{App, caller::SignedIn, problem::Problem};

/// Characters that a key's name may have.
const NAME_LENGTH: usize = 100;
/// Days that a key may last where it expires.
const LONGEST_LIFE: u32 = 3_650;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateApiKey {
    name: String,
    scopes: Vec<Scope>,
    /// Days until the key expires; absent for one that lasts.
    #[serde(default)]
    expires_in_days: Option<u32>,
    /// Absent for as many as the plan includes.
    #[serde(default)]
    requests_per_minute: Option<u32>,
}

/// A key with its secret, which is shown only once.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CreatedApiKey {
    #[serde(flatten)]
    api_key: ApiKey,
    key: String,
}

impl CreateApiKey {
    /// Returns the body with a trimmed name and each scope once.
    fn check(mut self, most_requests: u32) -> Result<Self, Problem> {
        self.name = self.name.trim().to_owned();
        if self.name.is_empty() || self.name.chars().count() > NAME_LENGTH {
            return Err(Problem::invalid(
                "name",
                format!("Use 1 to {NAME_LENGTH} characters."),
            ));
        }
        let asked = std::mem::take(&mut self.scopes);
        self.scopes = Scope::ALL
            .into_iter()
            .filter(|scope| asked.contains(scope))
            .collect();
        if self.scopes.is_empty() {
            return Err(Problem::invalid("scopes", "Choose at least one scope."));
        }
        if self
            .expires_in_days
            .is_some_and(|days| !(1..=LONGEST_LIFE).contains(&days))
        {
            return Err(Problem::invalid(
                "expiresInDays",
                format!("Choose 1 to {LONGEST_LIFE} days."),
            ));
        }
        let is_too_many = |requests: u32| !(1..=most_requests).contains(&requests);
        if self.requests_per_minute.is_some_and(is_too_many) {
            return Err(Problem::invalid(
                "requestsPerMinute",
                format!("Choose 1 to {most_requests} requests per minute, the limit of your plan."),
            ));
        }
        Ok(self)
    }
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
    let now = app.clock.now();
    let limits = app.store.current_plan(caller.user_id, now).await?.limits;
    if limits.api_keys == 0 {
        return Err(Problem::plan_limit(
            "your plan doesn't include API keys: choose a larger plan",
        ));
    }
    let new = body.into_inner().check(limits.key_requests_per_minute)?;
    if new.scopes.contains(&Scope::Admin) && !app.store.profile(caller.user_id).await?.is_admin {
        return Err(Problem::forbidden(
            "Only admins can create a key with the scope `admin`.",
        ));
    }
    let new = NewApiKey {
        user_id: caller.user_id,
        expires_at: new
            .expires_in_days
            .map(|days| now + TimeDelta::days(days.into())),
        requests_per_minute: new
            .requests_per_minute
            .unwrap_or(limits.key_requests_per_minute),
        name: new.name,
        scopes: new.scopes,
    };
    let (api_key, secret) = ApiKey::new(&app.ids, new, now);
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
