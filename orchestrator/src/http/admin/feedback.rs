use actix_web::{
    HttpResponse,
    web::{Data, Json, Path, Query},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::{
    http::{App, caller::Admin, page::PageQuery, problem::Problem},
    model::{FeedbackItem, FeedbackStatus, Page},
};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UpdateFeedback {
    status: FeedbackStatus,
}

/// Lists feedback, newest first.
pub async fn list_feedback(
    app: Data<App>,
    admin: Admin,
    page: Query<PageQuery>,
) -> Result<Json<Page<FeedbackItem>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let page = page.into_inner().request()?;
    Ok(Json(app.store.feedback(&page).await?))
}

/// Notes what has become of it.
pub async fn update_feedback(
    app: Data<App>,
    admin: Admin,
    feedback_id: Path<Uuid>,
    body: Json<UpdateFeedback>,
) -> Result<HttpResponse, Problem> {
    let detail = json!({"status": body.status});
    let action = app.admin_action(
        admin,
        "feedback.updated",
        ("feedback", *feedback_id),
        detail,
    );
    app.store
        .set_feedback_status(*feedback_id, body.status, &action)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
