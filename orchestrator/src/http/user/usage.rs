use actix_web::web::{Data, Json, Query};
use portolan_domain::{LedgerEntry, Page};

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

/// Why the caller was charged: every entry of the ledger, newest first.
pub async fn list_usage(
    app: Data<App>,
    caller: Caller,
    query: Query<PageQuery>,
) -> Result<Json<Page<LedgerEntry>>, Problem> {
    let page = query.into_inner().request()?;
    Ok(Json(app.store.usage(caller.user_id, &page).await?))
}
