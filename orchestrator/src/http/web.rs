use actix_web::{
    FromRequest, HttpMessage, HttpRequest, HttpResponse,
    http::{
        Method, StatusCode,
        header::{self, AcceptEncoding, Encoding},
    },
    web::Data,
};
use bytes::Bytes;
use portolan_assets::Asset;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, charts::escape_html, problem::Problem};

/// Pages that lead to `/extension` within the extension's frame, as the client's rules have it.
const EXTENSION_PATHS: [&str; 3] = ["", "login", "start"];

/// Path prefixes that the client handles itself.
const TYPED: [&str; 10] = [
    "http", "www", "chrome:", "file:", "edge:", "brave:", "about:", "data:", "ftp:", "mailto:",
];

/// The preview picture in a page's head, up to its address.
const PICTURE: &str = "<meta property=\"og:image\" content=\"";

/// Serves the embedded client: files by name, and for every other path the page that starts it.
pub async fn page(app: Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    serve_client(&app, &request).await
}

/// Answers with the file of the embedded client that the request names, or with the page that starts
/// it.
pub async fn serve_client(app: &App, request: &HttpRequest) -> Result<HttpResponse, Problem> {
    let path = request.path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Err(Problem::not_found("call"));
    }
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Err(Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            "Only GET is supported here.",
        ));
    }
    if EXTENSION_PATHS.contains(&path) && is_framed(request) {
        return Ok(to_extension(request.query_string()));
    }
    let (asset, status) = match portolan_assets::find_page(path) {
        Some(asset) => (asset, StatusCode::OK),
        None if is_file(path) => return Err(Problem::not_found("file")),
        None => match portolan_assets::fallback_page() {
            Some(asset) if is_missing(app, request, path).await => (asset, StatusCode::NOT_FOUND),
            Some(asset) => (asset, StatusCode::OK),
            None => {
                return Ok(HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body(
                    "The web client is not part of this build: run `npm run build`, then start the server again.\n",
                ));
            }
        },
    };
    Ok(answer_asset(app, request, asset, status))
}

/// Returns whether a path without a page is the name of a file. Addresses that were typed behind this site's
/// own may end like one.
fn is_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_page = is_typed_address(path) || portolan_assets::is_route(path);
    path.starts_with("assets/") || (name.contains('.') && !is_page)
}

/// Returns whether the client leads on from here: a user typed this site's address before another one.
fn is_typed_address(path: &str) -> bool {
    let path = path.to_ascii_lowercase().replace("%3a", ":");
    TYPED.iter().any(|start| path.starts_with(start))
}

/// Returns whether there is no such page, or none that this caller may see. Where the store does not answer,
/// the client tells why.
async fn is_missing(app: &App, request: &HttpRequest, path: &str) -> bool {
    if is_typed_address(path) {
        return false;
    }
    if !portolan_assets::is_route(path) {
        return true;
    }
    let found = find_item(app, request, path.trim_end_matches('/')).await;
    found.is_err_and(|problem| problem.status() == StatusCode::NOT_FOUND)
}

/// Looks for what a page is about, where others than its owner may see such pages.
async fn find_item(app: &App, request: &HttpRequest, path: &str) -> Result<(), Problem> {
    let Some((kind @ ("charts" | "boards" | "portolans" | "u" | "shared"), name)) =
        path.split_once('/')
    else {
        return Ok(());
    };
    if name == "new" || name.contains('/') {
        return Ok(());
    }
    if kind == "u" {
        app.store.profile_by_username(name).await?;
        return Ok(());
    }
    if kind == "shared" {
        app.store.shared(name).await?;
        return Ok(());
    }
    let id: Uuid = name.parse().map_err(|_| Problem::not_found("page"))?;
    let caller = MaybeCaller::extract(request).await?;
    match kind {
        "charts" => app.visible_chart(&caller, id).await.map(drop),
        "boards" => app.visible_board(&caller, id).await.map(drop),
        _ => app.visible_portolan(&caller, id).await.map(drop),
    }
}

/// Returns whether the browser loads this for a frame.
fn is_framed(request: &HttpRequest) -> bool {
    let dest = request.headers().get("sec-fetch-dest");
    dest.is_some_and(|dest| matches!(dest.as_bytes(), b"iframe" | b"frame"))
}

/// Only this page may be shown in a frame, and only in that of the browser extension.
fn to_extension(query: &str) -> HttpResponse {
    let target = match query {
        "" => "/extension".to_owned(),
        query => format!("/extension?{query}"),
    };
    HttpResponse::Found()
        .insert_header((header::LOCATION, target))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "sec-fetch-dest"))
        .finish()
}

/// A page with the address of its preview picture in full, as other sites need it; None if it has
/// none. Without a public URL it is the address that the request came to.
fn with_full_picture(app: &App, request: &HttpRequest, asset: &Asset) -> Option<Bytes> {
    asset.content_security_policy.as_ref()?;
    let site = app.site.url_reached_by(request)?;
    let page = std::str::from_utf8(&asset.bytes).ok()?;
    let full = format!("{PICTURE}{}/", escape_html(&site));
    let relative = format!("{PICTURE}/");
    page.contains(&relative)
        .then(|| page.replace(&relative, &full).into())
}

fn answer_asset(
    app: &App,
    request: &HttpRequest,
    asset: &Asset,
    status: StatusCode,
) -> HttpResponse {
    let full = with_full_picture(app, request, asset);
    let (bytes, encoding) = match &full {
        Some(page) => (page.clone(), None),
        None => wanted(request, asset),
    };
    let hash = match &full {
        Some(page) => &hex::encode(Sha256::digest(page)),
        None => &asset.hash,
    };
    let entity_tag = match encoding {
        Some(encoding) => format!("\"{hash}-{encoding}\""),
        None => format!("\"{hash}\""),
    };
    let is_known = status == StatusCode::OK
        && request
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
    if let Some(policy) = content_policy(app, asset) {
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

/// Returns the content security policy of a page, which also allows the separate auth server and
/// the analytics endpoint.
pub fn content_policy(app: &App, asset: &Asset) -> Option<String> {
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

/// Returns the browser's `Sec-Fetch-Site` of a page request. The page reads it as server timing: it
/// starts work automatically only if the user navigated to it.
fn fetch_site(request: &HttpRequest) -> Option<&'static str> {
    let said = request.headers().get("sec-fetch-site")?.to_str().ok()?;
    ["none", "same-origin", "same-site", "cross-site"]
        .into_iter()
        .find(|known| *known == said)
}
