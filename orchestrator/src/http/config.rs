use actix_web::web::{Data, Json};
use portolan_assistant::ModelItem;
use schemars::JsonSchema;
use serde::Serialize;
use url::Url;

use super::{
    App,
    plans::{PlanItem, plan_items},
    problem::Problem,
};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Config")]
#[serde(rename_all = "camelCase")]
pub struct PublicConfiguration {
    auth: AuthConfiguration,
    analytics: Option<Analytics>,
    models: Vec<ModelItem>,
    plans: Vec<PlanItem>,
    build_id: &'static str,
    /// Bytes that an uploaded file may have.
    max_upload_bytes: u64,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AuthConfiguration {
    /// Without `/auth/v1`; null if it is this site.
    url: Option<String>,
    public_key: String,
}

/// The analytics endpoint, for users who haven't asked not to be tracked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analytics {
    /// The project's key, which every visitor sees.
    pub key: String,
    pub host: Url,
}

/// Returns the configuration that the client needs before sign-in.
pub async fn get_config(app: Data<App>) -> Result<Json<PublicConfiguration>, Problem> {
    Ok(Json(PublicConfiguration {
        auth: AuthConfiguration {
            url: match app.auth.hosted() {
                Some(hosted) => Some(hosted.url().to_owned()),
                None => app.site.url(),
            },
            public_key: app.auth.public_key().to_owned(),
        },
        analytics: app.analytics.clone(),
        models: app.models.list(),
        plans: plan_items(&app),
        build_id: portolan_assets::build_id(),
        max_upload_bytes: app.limits.max_upload_bytes,
    }))
}
