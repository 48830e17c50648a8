use actix_web::HttpResponse;

/// Answers as long as the server runs.
pub async fn get_status() -> HttpResponse {
    HttpResponse::Ok().finish()
}

/// Returns this server's version as text.
pub async fn get_version() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(env!("CARGO_PKG_VERSION"))
}
