use actix_web::web::{Data, Json, Query};
use portolan_domain::{Direction, DomainDay, DomainFilter, DomainSort, DomainStats};
use portolan_store::Store;
use schemars::JsonSchema;
use serde::Deserialize;

use super::list::{ListAnswer, ListQuery, answer_list, check_days};
use crate::http::{App, caller::Admin, problem::Problem};

const COLUMNS: [&str; 6] = [
    "domain",
    "boards",
    "reads",
    "blocked",
    "failed",
    "lastReadAt",
];

#[derive(Debug, Deserialize, JsonSchema)]
pub struct DomainQuery {
    q: Option<String>,
    #[serde(default)]
    sort: DomainSort,
    #[serde(default)]
    direction: Direction,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct DaysQuery {
    days: Option<u16>,
    domain: Option<String>,
}

/// Lists the sites that users read and start boards from.
pub async fn list_domain_stats(
    app: Data<App>,
    admin: Admin,
    query: Query<DomainQuery>,
    list: Query<ListQuery>,
) -> Result<ListAnswer<DomainStats>, Problem> {
    let query = query.into_inner();
    let filter = DomainFilter {
        search: query.q,
        sort: query.sort,
        direction: query.direction,
    };
    let read = async move |store: Store, request| store.domain_stats(&filter, &request).await;
    answer_list(
        app,
        admin,
        list.into_inner(),
        ("domain-stats", &COLUMNS),
        read,
    )
    .await
}

/// Returns the last days of one site, or of all of them.
pub async fn list_domain_days(
    app: Data<App>,
    admin: Admin,
    query: Query<DaysQuery>,
) -> Result<Json<Vec<DomainDay>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let days = check_days(query.days)?;
    let now = app.clock.now();
    let days = app.store.domain_days(query.domain.as_deref(), days, now);
    Ok(Json(days.await?))
}
