use actix_web::{
    HttpRequest,
    web::{Data, Json, Path, Query},
};
use portolan_domain::SavedKind;
use schemars::JsonSchema;
use serde::Deserialize;
use uuid::Uuid;

use super::answer::ChartAnswer;
use crate::http::{App, caller::MaybeCaller, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct RequestedVersion {
    version: Option<u32>,
}

/// A chart: the caller's own, in any version, or one that is shared, as it was published.
pub async fn get_chart(
    app: Data<App>,
    request: HttpRequest,
    caller: MaybeCaller,
    chart_id: Path<Uuid>,
    wanted: Query<RequestedVersion>,
) -> Result<Json<ChartAnswer>, Problem> {
    let chart = app.visible_chart(&caller, *chart_id).await?;
    let version = app.visible_version(&caller, &chart, wanted.version).await?;
    let is_owner = caller.is(chart.user_id);
    app.count_view(
        &request,
        &caller,
        (SavedKind::Chart, chart.id, chart.user_id),
    );
    Ok(Json(app.chart_answer(is_owner, chart, version).await?))
}
