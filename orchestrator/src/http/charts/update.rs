use actix_web::web::{Data, Json, Path};
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
    let chart = app.chart_of(&caller, *chart_id).await?;
    let title = body.title.trim();
    if title.is_empty() || title.chars().count() > TITLE_LENGTH {
        return Err(Problem::invalid(
            "title",
            format!("A title has 1 to {TITLE_LENGTH} characters."),
        ));
    }
    let mut block = chart.chart;
    block.title = title.to_owned();
    block.version += 1;
    Ok(Json(
        app.store
            .add_chart_version(chart.id, block, app.clock.now())
            .await?,
    ))
}
