use serde_json::{Map, Value};

use crate::{
    http::{App, caller::Peer},
    model::{AuthAuditEntry, User},
};

/// Writes down who did what to an account. Where that fails the log has it, and the call goes on.
pub async fn note(app: &App, peer: &Peer, actor: &User, action: &str) {
    let name = actor.email.clone().or_else(|| actor.phone.clone());
    let entry = AuthAuditEntry {
        id: app.ids.id(),
        actor_id: Some(actor.id),
        actor: name.unwrap_or_else(|| "anonymous".into()),
        action: action.into(),
        traits: Map::new(),
        ip: peer.address.to_string(),
        created_at: app.clock.now(),
    };
    record(app, &entry).await;
}

/// The same of what an operator did with their key.
pub async fn note_operator(app: &App, peer: &Peer, action: &str, user: &User) {
    let mut traits = Map::new();
    traits.insert("user_id".into(), Value::String(user.id.to_string()));
    let address = [("user_email", &user.email), ("user_phone", &user.phone)];
    for (name, value) in address {
        if let Some(value) = value {
            traits.insert(name.into(), Value::String(value.clone()));
        }
    }
    let entry = AuthAuditEntry {
        id: app.ids.id(),
        actor_id: None,
        actor: "service_role".into(),
        action: action.into(),
        traits,
        ip: peer.address.to_string(),
        created_at: app.clock.now(),
    };
    record(app, &entry).await;
}

async fn record(app: &App, entry: &AuthAuditEntry) {
    if let Err(error) = app.store.record_auth_audit(entry).await {
        tracing::warn!(error.cause = %error, audit.action = entry.action, "an entry of the audit is lost");
    }
}
