use actix_web::web::{Data, Json, Path};
use portolan_blocks::ChartBlock;
use serde::Deserialize;
use uuid::Uuid;

use crate::{
    http::{App, caller::Caller, problem::Problem},
    model::Chart,
};

/// Characters that a chart's title may have.
const TITLE_LENGTH: usize = 300;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpdateChart {
    title: String,
}

/// Gives a chart another title: a new version.
pub async fn update_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
    body: Json<UpdateChart>,
) -> Result<Json<Chart>, Problem> {
    let title = body.title.trim();
    if title.is_empty() || title.chars().count() > TITLE_LENGTH {
        return Err(Problem::invalid(
            "title",
            format!("A title has 1 to {TITLE_LENGTH} characters."),
        ));
    }
    let version = app.store.chart_version(*chart_id, None).await?;
    let base = version.chart.version;
    let chart = ChartBlock {
        title: title.to_owned(),
        version: base + 1,
        ..version.chart
    };
    Ok(Json(
        app.store
            .add_chart_version(caller.user_id, base, &chart, app.clock.now())
            .await?,
    ))
}
