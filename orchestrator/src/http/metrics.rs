use actix_web::{HttpRequest, HttpResponse, http::header, web::Data};
use metrics::gauge;
use portolan_auth::is_same;
use portolan_store::StoreError;
use portolan_telemetry::MetricsPage;

use super::{App, auth::Secret, problem::Problem};

/// The metrics, and the token that reads them.
pub struct Metrics {
    pub token: Secret,
    pub page: MetricsPage,
}

/// Answers what runs here, as Prometheus reads it, to callers with the token of the settings.
pub async fn read_metrics(app: Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let metrics = app
        .metrics
        .as_ref()
        .ok_or_else(|| Problem::not_found("page"))?;
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !given.is_some_and(|given| is_same(&metrics.token.0, given)) {
        return Err(Problem::unauthenticated());
    }
    measure_now(&app);
    if let Err(error) = measure_queues(&app).await {
        // The page is needed most where the database does not answer.
        tracing::warn!(error.cause = %error, "queues not measured");
    }
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(metrics.page.render()))
}

/// Sets the gauges of this process.
#[expect(
    clippy::cast_precision_loss,
    reason = "counts of a process are far below 2^52"
)]
fn measure_now(app: &App) {
    gauge!("portolan_chats_live").set(app.chats.load().chats() as f64);
    gauge!("portolan_turns_running").set(app.chats.load().turns() as f64);
    gauge!("portolan_websockets_open").set(app.realtime.open_sockets() as f64);
    let workers = app.reader.queries.load();
    gauge!("portolan_workers_busy").set(workers.busy as f64);
    gauge!("portolan_workers_limit").set(workers.limit as f64);
    gauge!("portolan_workers_waiting").set(workers.waiting as f64);
    for pool in app.store.pools() {
        gauge!("portolan_database_connections", "pool" => pool.name).set(f64::from(pool.open));
        gauge!("portolan_database_connections_idle", "pool" => pool.name).set(pool.idle as f64);
    }
}

/// Sets the gauges of what waits in the database, for all servers.
#[expect(
    clippy::cast_precision_loss,
    reason = "rows and milliseconds of a queue are far below 2^52"
)]
async fn measure_queues(app: &App) -> Result<(), StoreError> {
    let queues = app.store.queues().await?;
    let age = queues.oldest_message.map_or(0, |since| {
        (app.clock.now() - since).num_milliseconds().max(0)
    });
    gauge!("portolan_mail_waiting").set(queues.messages as f64);
    gauge!("portolan_mail_oldest_seconds").set(age as f64 / 1_000.0);
    gauge!("portolan_objects_to_delete").set(queues.objects_to_delete as f64);
    Ok(())
}
