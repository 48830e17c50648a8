use actix_web::{
    http::StatusCode,
    web::{Data, Json, Path},
};
use portolan_domain::as_sentence;
use portolan_sources::RenewError;
use uuid::Uuid;

use super::{get::SourceAnswer, page};
use crate::http::{App, caller::Caller, problem::Problem};

/// Reads the address of a source again. Its name, and its table's name in SQL, stay, so that queries
/// run again over it; what cannot be read now leaves it as it is.
pub async fn refresh_source(
    app: Data<App>,
    caller: Caller,
    source_id: Path<Uuid>,
) -> Result<Json<SourceAnswer>, Problem> {
    let source = app.source_of(&caller, *source_id).await?;
    let renewed = app.web.renew(&app.store, source).await;
    Ok(Json(renewed.map_err(problem)?.into()))
}

fn problem(error: RenewError) -> Problem {
    let refused = |code| {
        let detail = as_sentence(&error.to_string());
        Problem::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    };
    match error {
        RenewError::NoAddress => refused("nothing_to_refresh"),
        RenewError::Gone(_) => refused("refresh_failed"),
        RenewError::Web(error) => page::problem(error),
        RenewError::Store(error) => error.into(),
    }
}
