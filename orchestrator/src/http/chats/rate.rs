use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use portolan_blocks::{Rating, Thumb};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Characters that a comment may have.
const COMMENT_LENGTH: usize = 4_000;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct RateTurn {
    /// Null takes the rating back.
    rating: Option<Thumb>,
    /// The answer that was expected.
    comment: Option<String>,
}

/// Rates an answer.
pub async fn rate_turn(
    app: Data<App>,
    caller: Caller,
    turn_id: Path<Uuid>,
    body: Json<RateTurn>,
) -> Result<HttpResponse, Problem> {
    let RateTurn { rating, comment } = body.into_inner();
    let comment = comment
        .map(|comment| comment.trim().to_owned())
        .filter(|comment| !comment.is_empty());
    if comment
        .as_ref()
        .is_some_and(|comment| comment.chars().count() > COMMENT_LENGTH)
    {
        return Err(Problem::invalid(
            "comment",
            format!("Use at most {COMMENT_LENGTH} characters."),
        ));
    }
    let rating = rating.map(|rating| Rating { rating, comment });
    app.store
        .rate_turn(*turn_id, caller.user_id, rating.as_ref(), app.clock.now())
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
