use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use portolan_rest::RestError;

use super::{RestRefusal, answer::RowsAnswer, rows_request::RowsRequest};
use crate::http::{App, caller::Caller, problem::Problem};

/// The caller's rows that the address asks for.
pub async fn read_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, RestRefusal> {
    let asked = RowsRequest::of(&app, caller, &table, &request).await?;
    let user_id = asked.caller.user_id;
    let _share = app.limits.long_reads.enter(user_id).await?;
    let total = match asked.prefer.count {
        Some(_) => Some(app.store.count_rows(&asked.query, user_id).await?),
        None => None,
    };
    let offset = asked.query.offset;
    if let Some(total) = total.filter(|total| offset > 0 && offset >= *total) {
        return Err(
            RestError::new(416, "PGRST103", "Requested range not satisfiable")
                .details(format!(
                    "An offset of {offset} was requested, but there are only {total} rows."
                ))
                .into(),
        );
    }
    let rows = app.store.read_rows(&asked.query, user_id).await?;
    let found = rows.len() as u64;
    let of = total.map_or_else(|| "*".to_owned(), |total| total.to_string());
    let answer = RowsAnswer {
        status: match total {
            Some(total) if found < total => StatusCode::PARTIAL_CONTENT,
            _ => StatusCode::OK,
        },
        range: match found {
            0 => format!("*/{of}"),
            found => format!("{offset}-{}/{of}", offset + found - 1),
        },
        rows,
        columns: asked.columns(),
    };
    answer.answer(asked.accepted, &asked.prefer)
}
