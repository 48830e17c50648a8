use actix_web::{HttpResponse, web::Data};

use super::App;

/// The process is up.
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

/// What runs here, as Prometheus reads it.
pub async fn metrics(app: Data<App>) -> HttpResponse {
    let load = app.chats.load();
    HttpResponse::Ok()
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
        ))
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
