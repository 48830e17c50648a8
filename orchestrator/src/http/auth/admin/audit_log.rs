use actix_web::{
    HttpRequest, HttpResponse,
    web::{Data, Query},
};
use portolan_domain::AuthAuditEntry;
use serde_json::{Value, json};

use super::{Paging, require_operator};
use crate::http::{App, auth::answer::AuthRefusal};

/// Lists actions on accounts, newest first.
pub async fn list_audit(
    app: Data<App>,
    request: HttpRequest,
    paging: Query<Paging>,
) -> Result<HttpResponse, AuthRefusal> {
    require_operator(&app, &request)?;
    let (offset, per_page) = paging.window()?;
    let (entries, total) = app.store.auth_audit(offset, per_page).await?;
    let mut answer = paging.answer(&app, "/admin/audit", total)?;
    Ok(answer.json(entries.iter().map(to_json).collect::<Vec<_>>()))
}

fn to_json(entry: &AuthAuditEntry) -> Value {
    json!({
        "id": entry.id,
        "payload": {
            "actor_id": entry.actor_id,
            "actor_username": entry.actor,
            "action": entry.action,
            "traits": entry.traits,
        },
        "ip_address": entry.ip,
        "created_at": entry.created_at,
    })
}
