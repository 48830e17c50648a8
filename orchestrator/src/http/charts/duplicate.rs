use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// A private copy of a chart that the caller may see: of their own the newest version, of a user
/// else's the published one. It keeps saying which sources its rows came from.
pub async fn duplicate_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let (caller, charts) = (caller.principal(), &app.use_cases.charts);
    let (chart, version) = app
        .store
        .transact(async |unit| charts.duplicate_chart(unit, caller, *chart_id).await)
        .await?;
    Ok(HttpResponse::Created().json(app.chart_answer(true, chart, version).await?))
}
