use actix_web::{
    HttpResponse,
    http::StatusCode,
    web::{Data, Json},
};
use serde::Deserialize;

use crate::{
    http::{
        App,
        caller::{MaybeCaller, Peer},
        problem::Problem,
    },
    model::NewFeedback,
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
    if user_id.is_none() && !metadata.email.as_deref().is_some_and(|email| email.contains('@')) {
        return Err(Problem::invalid(
            "metadata.email",
            "Say how we can reach you: sign in, or give an e-mail address.",
        ));
    }
    let sender = user_id.map_or_else(|| peer.address.to_string(), |id| id.to_string());
    let is_stored = app
        .store
        .create_feedback(
            NewFeedback {
                id: app.ids.id(),
                user_id,
                sender,
                text: text.to_owned(),
                route: metadata.route,
                email: metadata.email,
                created_at: app.clock.now(),
            },
            app.limits.feedback_per_hour,
        )
        .await?;
    if !is_stored {
        return Err(Problem::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "Thank you, that is a lot of feedback for one hour. Please send the rest later.",
        ));
    }
    Ok(HttpResponse::Created().finish())
}
