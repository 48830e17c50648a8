use actix_web::web::{Data, Json, Path};
use chrono::{DateTime, Utc};
use portolan_blocks::ChartBlock;
use serde::Serialize;
use uuid::Uuid;

use crate::{
    http::{App, caller::MaybeCaller, problem::Problem},
    model::Visibility,
};

/// A chart with all that its newest version draws.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChartAnswer {
    id: Uuid,
    #[serde(flatten)]
    chart: ChartBlock,
    visibility: Visibility,
    /// Whether the caller may change it.
    is_owner: bool,
    /// The chat that drew it, for its owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    chat_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// A chart: the caller's own, or one that is shared.
pub async fn get_chart(
    app: Data<App>,
    caller: MaybeCaller,
    chart_id: Path<Uuid>,
) -> Result<Json<ChartAnswer>, Problem> {
    let chart = app.visible_chart(&caller, *chart_id).await?;
    let version = app.store.chart_version(chart.id, None).await?;
    let is_owner = caller.is(chart.user_id);
    Ok(Json(ChartAnswer {
        id: chart.id,
        chart: version.chart,
        visibility: chart.visibility,
        is_owner,
        chat_id: chart.chat_id.filter(|_| is_owner),
        created_at: chart.created_at,
        updated_at: chart.updated_at,
    }))
}
