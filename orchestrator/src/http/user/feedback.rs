use actix_web::{
    HttpResponse,
    web::{Data, Json},
};
use serde::Deserialize;

use crate::{
    http::{
        App,
        caller::{MaybeCaller, Peer},
        problem::Problem,
    },
    model::Feedback,
};

/// Characters that feedback may have.
const FEEDBACK_LENGTH: usize = 10_000;

#[derive(Debug, Deserialize)]
pub struct SendFeedback {
    text: String,
    metadata: FeedbackMetadata,
}

#[derive(Debug, Deserialize)]
pub struct FeedbackMetadata {
    route: String,
    email: Option<String>,
}

/// Stores what somebody wants to tell us; without an account it must carry an address.
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
            format!("At most {FEEDBACK_LENGTH} characters fit here."),
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
            "Say how we can reach you: sign in, or give an e-mail address.",
        ));
    }
    let sender = user_id.map_or_else(|| peer.address.to_string(), |id| id.to_string());
    app.limits.check_feedback(&sender)?;
    app.store
        .create_feedback(&Feedback {
            id: app.ids.id(),
            user_id,
            text: text.to_owned(),
            metadata: serde_json::json!({ "route": metadata.route, "email": metadata.email }),
            created_at: app.clock.now(),
        })
        .await?;
    Ok(HttpResponse::Created().finish())
}
