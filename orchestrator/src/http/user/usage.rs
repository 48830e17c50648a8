use actix_web::web::{Data, Json, Query};
use serde::Deserialize;

use crate::{
    http::{App, caller::Caller, page::Page, page::PageQuery, problem::Problem},
    model::LedgerEntry,
};

#[derive(Debug, Deserialize)]
pub struct ListUsage {
    limit: Option<u32>,
    cursor: Option<String>,
}

/// Why the caller was charged: every entry of the ledger, newest first.
pub async fn list_usage(
    app: Data<App>,
    caller: Caller,
    query: Query<ListUsage>,
) -> Result<Json<Page<LedgerEntry>>, Problem> {
    let page = PageQuery::new(query.limit, query.cursor.as_deref())?;
    Ok(Json(
        app.store
            .usage(caller.user_id, page.cursor(), page.limit())
            .await?
            .into(),
    ))
}
