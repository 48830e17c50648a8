use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Json, Path, Query},
};
use portolan_domain::{AdminActionKind, Chat};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::http::{
    App,
    caller::Admin,
    chats::{ChatAnswer, chat_answer, stream_chat},
    problem::Problem,
};

/// Characters that a reason may have.
const REASON_LENGTH: usize = 500;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct ViewQuery {
    reason: Option<String>,
    before: Option<Uuid>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct WatchQuery {
    reason: Option<String>,
    after: Option<String>,
}

/// Returns a user's chat as its owner sees it. The view is recorded, and the owner can read who viewed it and why.
pub async fn view_chat(
    app: Data<App>,
    admin: Admin,
    chat_id: Path<Uuid>,
    query: Query<ViewQuery>,
) -> Result<Json<ChatAnswer>, Problem> {
    let query = query.into_inner();
    let chat = look(&app, &admin, *chat_id, query.reason).await?;
    Ok(Json(chat_answer(&app, &chat, query.before).await?))
}

/// The event stream of a user's chat, as they get it.
pub async fn watch_chat(
    app: Data<App>,
    admin: Admin,
    chat_id: Path<Uuid>,
    query: Query<WatchQuery>,
    request: HttpRequest,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner();
    let chat = look(&app, &admin, *chat_id, query.reason).await?;
    stream_chat(app, admin.0, &chat, query.after, &request).await
}

/// Refuses where the viewer is off.
pub fn check_viewer(app: &App) -> Result<(), Problem> {
    if app.has_chat_viewer {
        return Ok(());
    }
    Err(Problem::new(
        StatusCode::FORBIDDEN,
        "chat_viewer_disabled",
        "The chat viewer is disabled on this server. Enable it with the setting `chat_viewer`.",
    ))
}

/// Refuses without a reason or where the viewer is off, and records the look before anything is shown.
async fn look(
    app: &App,
    admin: &Admin,
    chat_id: Uuid,
    reason: Option<String>,
) -> Result<Chat, Problem> {
    check_viewer(app)?;
    let reason = reason.unwrap_or_default();
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "reason_required",
            "Enter a reason for viewing this chat. Its owner can see it.",
        ));
    }
    if reason.chars().count() > REASON_LENGTH {
        return Err(Problem::invalid(
            "reason",
            format!("Use at most {REASON_LENGTH} characters."),
        ));
    }
    let chat = app.store.any_chat(chat_id).await?;
    let detail = json!({"reason": reason});
    let action = app.admin_action(
        *admin,
        AdminActionKind::ChatViewed,
        ("chat", chat.id),
        detail,
    );
    app.store.record_view(chat.id, reason, &action).await?;
    Ok(chat)
}
