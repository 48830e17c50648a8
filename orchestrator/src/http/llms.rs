use actix_web::{HttpRequest, HttpResponse, web::Data};

use super::App;

/// The description of this site for language models, with `{base}` for its address.
const TEXT: &str = include_str!("llms.txt");

/// Answers with `/llms.txt`, in the format of llmstxt.org.
pub async fn llms_txt(app: Data<App>, request: HttpRequest) -> HttpResponse {
    let base = app.site.url_reached_by(&request).unwrap_or_default();
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header(("cache-control", "public, max-age=3600"))
        .body(TEXT.replace("{base}", &base))
}
