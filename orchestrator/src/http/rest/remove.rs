use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use portolan_rest::Return;

use super::{
    RestRefusal,
    answer::{RowsAnswer, apply_preferences},
    rows_request::RowsRequest,
    tables,
    write::{OfKeys, select_keys},
};
use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes the caller's rows that match the query: all of them, or none if one is rejected.
pub async fn delete_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, RestRefusal> {
    let asked = RowsRequest::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let keys = select_keys(&app, &asked, "DELETE").await?;
    let is_told = asked.prefer.returns == Some(Return::Representation);
    let caller = asked.caller.principal();
    tables::stop_turns(&app, caller, &keys).await?;
    let rows = app
        .store
        .transact(async |unit| {
            let meant = asked.query.of_keys(&keys);
            // The answer shows the rows as they were.
            let rows = match is_told {
                true => unit.read_rows(&meant, caller.user_id).await?,
                false => Vec::new(),
            };
            for key in &keys {
                tables::delete_row(unit, caller, key).await?;
            }
            Ok::<_, RestRefusal>(rows)
        })
        .await?;
    let of = asked
        .prefer
        .count
        .map_or_else(|| "*".to_owned(), |_| keys.len().to_string());
    let range = format!("*/{of}");
    if is_told {
        return RowsAnswer {
            status: StatusCode::OK,
            rows,
            columns: asked.columns(),
            range,
        }
        .answer(asked.accepted, &asked.prefer);
    }
    let mut response = HttpResponse::NoContent();
    response.insert_header(("content-range", range));
    apply_preferences(&mut response, &asked.prefer);
    Ok(response.finish())
}
