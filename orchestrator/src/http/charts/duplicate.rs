use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use portolan_blocks::ChartBlock;
use uuid::Uuid;

use crate::{
    http::{
        App,
        caller::{Caller, MaybeCaller},
        problem::Problem,
    },
    model::VersionReason,
    store::{NewChart, NewVersion},
};

/// A private copy of a chart that the caller may see: of their own the newest version, of a user
/// else's the published one. It keeps saying which sources its rows came from.
pub async fn duplicate_chart(
    app: Data<App>,
    caller: Caller,
    chart_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let viewer = MaybeCaller(Some(caller));
    let chart = app.visible_chart(&viewer, *chart_id).await?;
    let mut version = app.visible_version(&viewer, &chart, None).await?;
    version.chart = ChartBlock {
        chart_id: app.ids.id(),
        version: 1,
        ..version.chart
    };
    version.created_at = app.clock.now();
    let note = format!("Duplicated from /charts/{}", chart.id);
    let new = NewChart {
        user_id: caller.user_id,
        first: NewVersion {
            chart: &version.chart,
            reason: VersionReason::Duplicated,
            note: Some(&note),
            annotations: &version.annotations,
            sources: &version.sources,
        },
        now: version.created_at,
    };
    app.store.create_chart(&new).await?;
    let chart = app.store.chart(version.chart.chart_id).await?;
    Ok(HttpResponse::Created().json(app.chart_answer(true, chart, version).await?))
}
