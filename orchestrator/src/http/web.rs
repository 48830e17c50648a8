use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode, header},
};
use portolan_assets::Asset;

use crate::http::problem::Problem;

/// Serves the embedded client: files by name, and for every other path the page that starts it.
pub async fn page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let path = request.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Err(Problem::not_found("call"));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Err(Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "Only GET is answered here.",
        ));
    }
    let (asset, status) = match portolan_assets::page(path) {
        Some(asset) => (asset, StatusCode::OK),
        None if path.starts_with("assets/") => return Err(Problem::not_found("file")),
        None => match portolan_assets::fallback() {
            Some(asset) => (asset, StatusCode::OK),
            None => {
                return Ok(HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body(
                    "The web client is not part of this build: run `npm run build`, then start the server again.\n",
                ));
            }
        },
    };
    Ok(answer(&request, asset, status))
}

fn answer(request: &HttpRequest, asset: &Asset, status: StatusCode) -> HttpResponse {
    let entity_tag = format!("\"{}\"", asset.hash);
    let is_known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == entity_tag.as_bytes());
    let mut response = HttpResponse::build(if is_known {
        StatusCode::NOT_MODIFIED
    } else {
        status
    });
    response
        .insert_header((header::ETAG, entity_tag))
        .insert_header((
            header::CACHE_CONTROL,
            if asset.is_hashed_name {
                "public, max-age=31536000, immutable"
            } else {
                "no-cache"
            },
        ));
    if let Some(policy) = &asset.content_security_policy {
        response
            .insert_header((header::CONTENT_SECURITY_POLICY, policy.as_str()))
            .insert_header((header::X_FRAME_OPTIONS, "DENY"));
        if let Some(site) = fetch_site(request) {
            response.insert_header(("server-timing", format!("site;desc=\"{site}\"")));
        }
    }
    if is_known {
        return response.finish();
    }
    response
        .content_type(asset.media_type.as_str())
        .body(asset.bytes.clone())
}

/// Where the browser says that the request for a page came from. The page learns it as its timing: it
/// starts work by itself only where the person asked for it.
fn fetch_site(request: &HttpRequest) -> Option<&'static str> {
    let said = request.headers().get("sec-fetch-site")?.to_str().ok()?;
    ["none", "same-origin", "same-site", "cross-site"]
        .into_iter()
        .find(|known| *known == said)
}
