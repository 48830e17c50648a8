use actix_web::{
    HttpResponse,
    web::{Data, Json, Path},
};
use chrono::TimeDelta;
use portolan_domain::{Interval, Schedule};
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    charts::RefreshError,
    http::{App, caller::Caller, problem::Problem},
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SetSchedule {
    /// Null: only on request.
    every: Option<Interval>,
}

/// Decides when a chart is refreshed by itself; the first time is one interval from now.
pub async fn set_schedule(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<SetSchedule>,
) -> Result<HttpResponse, Problem> {
    let chart = app.own_chart(&caller, *chart_id).await?;
    let schedule = body.every.map(|every| Schedule {
        every,
        next_at: app.clock.now()
            + match every {
                Interval::Hour => TimeDelta::hours(1),
                Interval::Day => TimeDelta::days(1),
                Interval::Week => TimeDelta::weeks(1),
            },
    });
    if schedule.is_some() {
        let newest = app.store.chart_version(chart.id, None).await?;
        if newest.chart.query.is_none() {
            return Err(RefreshError::NoQuery.into());
        }
    }
    app.store
        .schedule_chart(chart.id, caller.user_id, schedule)
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
