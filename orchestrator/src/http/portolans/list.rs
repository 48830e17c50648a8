use actix_web::web::{Data, Json, Query};
use portolan_domain::{Page, Portolan};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, caller::Caller, page::PageQuery, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct PortolanListQuery {
    /// Only documents whose title contains this.
    q: Option<String>,
}

/// The caller's documents, the one that changed last first.
pub async fn list_portolans(
    app: Data<App>,
    caller: Caller,
    search: Query<PortolanListQuery>,
    page: Query<PageQuery>,
) -> Result<Json<Page<Portolan>>, Problem> {
    let page = page.into_inner().request()?;
    Ok(Json(
        app.store
            .portolans(caller.user_id, search.q.as_deref(), &page)
            .await?,
    ))
}
