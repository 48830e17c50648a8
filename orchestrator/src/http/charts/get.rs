use actix_web::web::{Data, Json, Path};
use uuid::Uuid;

use crate::{
    http::{App, caller::MaybeCaller, problem::Problem},
    model::Chart,
};

/// A chart with its newest version: the caller's own, or one that is shared.
pub async fn get_chart(
    app: Data<App>,
    caller: MaybeCaller,
    chart_id: Path<Uuid>,
) -> Result<Json<Chart>, Problem> {
    Ok(Json(app.visible_chart(&caller, *chart_id).await?))
}
