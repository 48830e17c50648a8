use actix_web::web::{Data, Json, Query};
use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{Page, UsageEvent};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::http::{App, caller::Admin, page::PageQuery, problem::Problem};

/// Charges are listed after this time, by when every transaction of an earlier time has ended: none can
/// appear behind a cursor any more.
const SETTLED_AFTER: TimeDelta = TimeDelta::minutes(1);

/// The source of a server without a public address.
const SOURCE: &str = "/portolan";

#[derive(Debug, Deserialize, JsonSchema)]
pub struct UsageEventsQuery {
    /// Leaves out earlier events; without effect beside a cursor.
    since: Option<DateTime<Utc>>,
    limit: Option<u32>,
    cursor: Option<String>,
}

/// The charges of all turns, the oldest first. `nextCursor` is also there at the end: the next call
/// continues after it.
pub async fn list_usage_events(
    app: Data<App>,
    admin: Admin,
    query: Query<UsageEventsQuery>,
) -> Result<Json<Page<UsageEvent>>, Problem> {
    let _share = app.limits.long_reads.enter(admin.0.user_id).await?;
    let query = query.into_inner();
    let request = PageQuery::new(query.limit, query.cursor).request()?;
    let until = app.clock.now() - SETTLED_AFTER;
    let page = app.store.charged_entries(query.since, until, &request);
    let page = page.await?;
    let source = app.site.url().unwrap_or_else(|| SOURCE.to_owned());
    let entries = page.items.into_iter();
    Ok(Json(Page {
        items: entries.map(|entry| entry.into_event(&source)).collect(),
        next_cursor: page.next_cursor,
    }))
}
