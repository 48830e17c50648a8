use actix_web::{HttpResponse, web::Data};

use super::App;

/// The process is up.
pub async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
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
