//! The caller's webhooks. API keys may read them, and change none: a key that got lost must not send
//! its owner's events elsewhere.

use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use chrono::{DateTime, Utc};
use portolan_domain::{
    DeliveryStatus, Page, Webhook, WebhookChange, WebhookDelivery, WebhookEvent,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{
    http::{
        App,
        caller::{Caller, SignedIn},
        page::PageQuery,
        problem::Problem,
    },
    services::webhooks::{Error, WebhookDraft, WebhookWithSecret},
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct CreateWebhook {
    url: String,
    #[serde(default)]
    description: String,
    events: Vec<WebhookEvent>,
}

/// Absent values stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct UpdateWebhook {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    events: Option<Vec<WebhookEvent>>,
    #[serde(default)]
    is_enabled: Option<bool>,
}

/// A webhook with its secret, which is told this once.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookWithSecret")]
pub struct WebhookWithSecretAnswer {
    #[serde(flatten)]
    webhook: Webhook,
    /// Begins with `whsec_`.
    secret: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct DeliveriesQuery {
    status: Option<DeliveryStatus>,
    limit: Option<u32>,
    cursor: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayDeliveries {
    /// Events before this time are left out.
    since: DateTime<Utc>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayedDeliveries {
    /// The number of events that are sent again; at most 1,000.
    queued: u64,
}

pub async fn list_webhooks(app: Data<App>, caller: Caller) -> Result<Json<Page<Webhook>>, Problem> {
    let webhooks = &app.use_cases.webhooks;
    Ok(Json(Page {
        items: webhooks.list(caller.principal()).await?,
        next_cursor: None,
    }))
}

pub async fn create_webhook(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    body: Json<CreateWebhook>,
) -> Result<HttpResponse, Problem> {
    let CreateWebhook {
        url,
        description,
        events,
    } = body.into_inner();
    let draft = WebhookDraft {
        url,
        description,
        events,
    };
    let webhooks = &app.use_cases.webhooks;
    let created = webhooks.create(caller.principal(), draft).await?;
    Ok(HttpResponse::Created()
        .insert_header(("cache-control", "no-store"))
        .json(WebhookWithSecretAnswer::from(created)))
}

pub async fn update_webhook(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    webhook_id: Path<Uuid>,
    body: Json<UpdateWebhook>,
) -> Result<Json<Webhook>, Problem> {
    let body = body.into_inner();
    let change = WebhookChange {
        url: body.url,
        description: body.description,
        events: body.events,
        is_enabled: body.is_enabled,
    };
    let webhooks = &app.use_cases.webhooks;
    let updated = webhooks.update(caller.principal(), *webhook_id, change);
    Ok(Json(updated.await?))
}

pub async fn delete_webhook(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    webhook_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let webhooks = &app.use_cases.webhooks;
    webhooks.delete(caller.principal(), *webhook_id).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub async fn rotate_webhook_secret(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    webhook_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let webhooks = &app.use_cases.webhooks;
    let rotated = webhooks.rotate_secret(caller.principal(), *webhook_id);
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .json(WebhookWithSecretAnswer::from(rotated.await?)))
}

pub async fn list_webhook_deliveries(
    app: Data<App>,
    caller: Caller,
    webhook_id: Path<Uuid>,
    query: Query<DeliveriesQuery>,
) -> Result<Json<Page<WebhookDelivery>>, Problem> {
    let _share = app.limits.long_reads.enter(caller.user_id).await?;
    let query = query.into_inner();
    let page = PageQuery::new(query.limit, query.cursor).request()?;
    let webhooks = &app.use_cases.webhooks;
    let deliveries = webhooks.list_deliveries(caller.principal(), *webhook_id, query.status, &page);
    Ok(Json(deliveries.await?))
}

pub async fn send_webhook_test(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    webhook_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    app.limits.check_webhook_sends(caller.user_id)?;
    let webhooks = &app.use_cases.webhooks;
    let queued = webhooks.send_test(caller.principal(), *webhook_id).await?;
    Ok(HttpResponse::Accepted().json(queued))
}

pub async fn resend_webhook_delivery(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Problem> {
    app.limits.check_webhook_sends(caller.user_id)?;
    let (webhook_id, delivery_id) = path.into_inner();
    let webhooks = &app.use_cases.webhooks;
    let queued = webhooks.resend(caller.principal(), webhook_id, delivery_id);
    Ok(HttpResponse::Accepted().json(queued.await?))
}

pub async fn replay_webhook_deliveries(
    app: Data<App>,
    SignedIn(caller): SignedIn,
    webhook_id: Path<Uuid>,
    body: Json<ReplayDeliveries>,
) -> Result<HttpResponse, Problem> {
    app.limits.check_webhook_sends(caller.user_id)?;
    let webhooks = &app.use_cases.webhooks;
    let replayed = webhooks.replay(caller.principal(), *webhook_id, body.since);
    Ok(HttpResponse::Accepted().json(ReplayedDeliveries {
        queued: replayed.await?,
    }))
}

impl From<WebhookWithSecret> for WebhookWithSecretAnswer {
    fn from(created: WebhookWithSecret) -> Self {
        Self {
            webhook: created.webhook,
            secret: created.secret,
        }
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        match error {
            Error::Input(error) => error.into(),
            Error::Store(error) => error.into(),
        }
    }
}
