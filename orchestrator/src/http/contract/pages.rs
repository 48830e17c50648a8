//! The document, and a page that shows it.

use std::sync::LazyLock;

use actix_web::HttpResponse;

use super::{
    document::document,
    routes::{Routes, get, resource},
};

/// The page loads nothing but its own two files and the document, and calls nothing but this site.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

static DOCUMENT: LazyLock<String> = LazyLock::new(|| document().to_string());

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/openapi.json").route(
                get()
                    .to(get_openapi)
                    .about("Returns this document.")
                    .answer::<serde_json::Value>(200),
            ),
        )
        .service(
            resource("/api/docs").route(
                get()
                    .to(get_docs)
                    .about("Shows this document as a page.")
                    .file(&["text/html"]),
            ),
        )
        .service(
            resource("/api/docs/{file:page.js|page.css}").route(
                get()
                    .to(get_docs_file)
                    .about("Returns a file of the page.")
                    .file(&["text/javascript", "text/css"]),
            ),
        );
}

pub async fn get_openapi() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(("cache-control", "no-cache"))
        .body(DOCUMENT.as_str())
}

pub async fn get_docs() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header(("content-security-policy", POLICY))
        .insert_header(("cache-control", "no-cache"))
        .body(include_str!("docs/page.html"))
}

pub async fn get_docs_file(file: actix_web::web::Path<String>) -> HttpResponse {
    let (media_type, text) = match file.as_str() {
        "page.css" => ("text/css; charset=utf-8", include_str!("docs/page.css")),
        _ => (
            "text/javascript; charset=utf-8",
            include_str!("docs/page.js"),
        ),
    };
    HttpResponse::Ok()
        .content_type(media_type)
        .insert_header(("cache-control", "no-cache"))
        .body(text)
}
