use actix_web::{HttpRequest, HttpResponse, http::header, web::Data};
use portolan_auth::is_same;

use super::{App, problem::Problem};

/// The process is up.
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

/// Answers what runs here, as Prometheus reads it, to callers with the token of the settings.
pub async fn metrics(app: Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let known = app
        .metrics_token
        .as_ref()
        .filter(|token| !token.0.is_empty());
    let known = known.ok_or_else(|| Problem::not_found("page"))?;
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !given.is_some_and(|given| is_same(&known.0, given)) {
        return Err(Problem::unauthenticated());
    }
    let load = app.chats.load();
    Ok(HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(format!(
            "# HELP portolan_chats_live Chats in memory.\n\
             # TYPE portolan_chats_live gauge\n\
             portolan_chats_live {}\n\
             # HELP portolan_turns_running Answers that are being written.\n\
             # TYPE portolan_turns_running gauge\n\
             portolan_turns_running {}\n",
            load.chats(),
            load.turns()
        )))
}

/// The server can do its work: the database and the object store answer.
pub async fn readyz(app: Data<App>) -> HttpResponse {
    if let Err(error) = app.store.ping().await {
        tracing::warn!(error.cause = %error, "not ready");
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain; charset=utf-8")
            .body("the database does not answer\n");
    }
    if let Err(error) = app.reader.objects.probe().await {
        tracing::warn!(error.cause = %error, "not ready");
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain; charset=utf-8")
            .body("the object store does not answer\n");
    }
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ready\n")
}
