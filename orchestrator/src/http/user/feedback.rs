use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use chrono::TimeDelta;
use portolan_domain::{Feedback, FeedbackMetadata, FeedbackStatus};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    feedback::FeedbackWaits,
    http::{
        App,
        caller::{MaybeCaller, Peer},
        problem::Problem,
    },
};

/// Characters that feedback may have.
const FEEDBACK_LENGTH: usize = 10_000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct SendFeedback {
    text: String,
    metadata: FeedbackMetadata,
}

/// Stores feedback; without an account it must include an email address.
pub async fn send_feedback(
    app: Data<App>,
    caller: MaybeCaller,
    peer: Peer,
    body: Json<SendFeedback>,
) -> Result<HttpResponse, Problem> {
    let SendFeedback { text, metadata } = body.into_inner();
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::invalid("text", "Write something first."));
    }
    if text.chars().count() > FEEDBACK_LENGTH {
        return Err(Problem::invalid(
            "text",
            format!("Use at most {FEEDBACK_LENGTH} characters."),
        ));
    }
    let user_id = caller.0.map(|caller| caller.user_id);
    if user_id.is_none()
        && !metadata
            .email
            .as_deref()
            .is_some_and(|email| email.contains('@'))
    {
        return Err(Problem::invalid(
            "metadata.email",
            "Sign in or enter an email address so we can reply.",
        ));
    }
    let now = app.clock.now();
    let sent = match user_id {
        Some(user_id) => {
            let hour = now - TimeDelta::hours(1);
            app.store.feedback_since(user_id, hour).await?
        }
        None => 0,
    };
    let sender = user_id.map_or_else(|| peer.address.to_string(), |id| id.to_string());
    app.limits.check_feedback(&sender, sent)?;
    let feedback = Feedback {
        id: app.ids.id(),
        user_id,
        text: text.to_owned(),
        metadata: serde_json::to_value(&metadata).map_err(Problem::internal)?,
        status: FeedbackStatus::New,
        created_at: now,
    };
    let forward_at = app.forwards_feedback.then_some(now);
    app.store.create_feedback(&feedback, forward_at).await?;
    if app.feedback.try_send(FeedbackWaits).is_err() {
        tracing::debug!("feedback supervisor busy, will poll");
    }
    Ok(HttpResponse::Created().finish())
}
