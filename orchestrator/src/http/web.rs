use actix_web::{
    HttpMessage, HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{self, AcceptEncoding, Encoding},
    },
    web::Data,
};
use bytes::Bytes;
use portolan_assets::Asset;

use crate::http::{App, problem::Problem};

/// Serves the embedded client: files by name, and for every other path the page that starts it.
pub async fn page(app: Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
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
    Ok(answer(&app, &request, asset, status))
}

fn answer(app: &App, request: &HttpRequest, asset: &Asset, status: StatusCode) -> HttpResponse {
    let (bytes, encoding) = wanted(request, asset);
    let entity_tag = match encoding {
        Some(encoding) => format!("\"{}-{encoding}\"", asset.hash),
        None => format!("\"{}\"", asset.hash),
    };
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
    if asset.brotli.is_some() || asset.gzip.is_some() {
        response.insert_header((header::VARY, "accept-encoding"));
    }
    if let Some(policy) = policy(app, asset) {
        response
            .insert_header((header::CONTENT_SECURITY_POLICY, policy))
            .insert_header((header::X_FRAME_OPTIONS, "DENY"));
        if let Some(site) = fetch_site(request) {
            response.insert_header(("server-timing", format!("site;desc=\"{site}\"")));
        }
    }
    if is_known {
        return response.finish();
    }
    if let Some(encoding) = encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    response.content_type(asset.media_type.as_str()).body(bytes)
}

/// The file as the build has compressed it, where the client takes it so.
fn wanted(request: &HttpRequest, asset: &Asset) -> (Bytes, Option<&'static str>) {
    let accepted = request.get_header::<AcceptEncoding>();
    let takes = |encoding: Encoding| {
        accepted
            .as_ref()
            .and_then(|accepted| accepted.negotiate([encoding.clone()].iter()))
            == Some(encoding)
    };
    match (&asset.brotli, &asset.gzip) {
        (Some(bytes), _) if takes(Encoding::brotli()) => (bytes.clone(), Some("br")),
        (_, Some(bytes)) if takes(Encoding::gzip()) => (bytes.clone(), Some("gzip")),
        _ => (asset.bytes.clone(), None),
    }
}

/// What a page may do; also to speak with the server that keeps the accounts, and with the place
/// that counts visits, where these are others.
pub fn policy(app: &App, asset: &Asset) -> Option<String> {
    let policy = asset.content_security_policy.as_deref()?;
    let hosted = app.auth.hosted().map(|hosted| hosted.origin().to_owned());
    let analytics = app.analytics.as_ref();
    let analytics = analytics.map(|analytics| analytics.host.origin().ascii_serialization());
    let origins: Vec<String> = hosted.into_iter().chain(analytics).collect();
    if origins.is_empty() {
        return Some(policy.to_owned());
    }
    Some(policy.replace(
        "connect-src 'self'",
        &format!("connect-src 'self' {}", origins.join(" ")),
    ))
}

/// Where the browser says that the request for a page came from. The page learns it as its timing: it
/// starts work by itself only where the person asked for it.
fn fetch_site(request: &HttpRequest) -> Option<&'static str> {
    let said = request.headers().get("sec-fetch-site")?.to_str().ok()?;
    ["none", "same-origin", "same-site", "cross-site"]
        .into_iter()
        .find(|known| *known == said)
}
