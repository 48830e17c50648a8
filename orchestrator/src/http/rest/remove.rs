use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use portolan_rest::Return;

use super::{
    Refusal,
    answer::{Rows, applied},
    asked::Asked,
    tables,
    write::{OfKeys, meant},
};
use crate::http::{App, caller::Caller, problem::Problem};

/// Deletes the caller's rows that the address asks for.
pub async fn delete_rows(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    table: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Refusal> {
    let asked = Asked::of(&app, caller, &table, &request).await?;
    asked.check_commits()?;
    let keys = meant(&app, &asked, "DELETE").await?;
    let is_told = asked.prefer.returns == Some(Return::Representation);
    // As they were before they went.
    let rows = if is_told {
        let meant = asked.query.of_keys(&keys);
        app.store.read_rows(&meant, asked.caller.user_id).await?
    } else {
        Vec::new()
    };
    for key in &keys {
        tables::remove(&app, asked.caller, asked.query.table, key).await?;
    }
    let of = asked
        .prefer
        .count
        .map_or_else(|| "*".to_owned(), |_| keys.len().to_string());
    let range = format!("*/{of}");
    if is_told {
        return Rows {
            status: StatusCode::OK,
            rows,
            columns: asked.columns(),
            range,
        }
        .answer(asked.accepted, &asked.prefer);
    }
    let mut response = HttpResponse::NoContent();
    response.insert_header(("content-range", range));
    applied(&mut response, &asked.prefer);
    Ok(response.finish())
}
