use actix_web::{
    Error, HttpResponse,
    body::{BoxBody, EitherBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web::Data,
};

use super::App;

const METHODS: &str = "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS";
const HEADERS: &str = "authorization, apikey, x-client-info, content-type, x-supabase-api-version, \
    x-upsert, x-metadata, cache-control, x-retry-count, traceparent, tracestate, baggage, prefer, \
    accept-profile, content-profile, range, x-region, x-signature, tus-resumable, upload-length, \
    upload-metadata, upload-offset, upload-concat, upload-defer-length";
const EXPOSED: &str = "x-total-count, link, content-range, x-supabase-api-version, x-relay-error, \
    content-length, etag, location, tus-resumable, tus-version, tus-extension, tus-max-size, \
    upload-offset, upload-length, upload-expires";
/// Beside the authentication, which has an address of its own in the settings.
const BACK_ENDS: [&str; 5] = [
    "/storage/v1/",
    "/realtime/v1/",
    "/rest/v1/",
    "/functions/v1/",
    "/.well-known/",
];

/// Lets pages of other origins (extensions, apps of one's own) use the back end that the client
/// library speaks to. It takes no cookies, only tokens, so that any origin may ask.
pub async fn other_origins<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let is_back_end = is_back_end(&request);
    let has_origin = request.headers().contains_key("origin");
    let is_preflight = is_back_end
        && has_origin
        && request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key("access-control-request-method");
    if is_preflight {
        let mut response = HttpResponse::NoContent().finish();
        allow_origin(response.headers_mut());
        for (name, value) in [
            ("access-control-allow-methods", METHODS),
            ("access-control-allow-headers", HEADERS),
            ("access-control-max-age", "86400"),
        ] {
            set_header(response.headers_mut(), name, value);
        }
        return Ok(request.into_response(response).map_into_right_body());
    }
    let mut response = next.call(request).await?;
    if is_back_end && has_origin {
        allow_origin(response.headers_mut());
        set_header(
            response.headers_mut(),
            "access-control-expose-headers",
            EXPOSED,
        );
    }
    Ok(response.map_into_left_body())
}

/// Returns whether this is part of what the client library speaks to. At the root the rest of the site is
/// served too, and stays its own.
fn is_back_end(request: &ServiceRequest) -> bool {
    let Some(app) = request.app_data::<Data<App>>() else {
        return false;
    };
    let own = app.auth.path();
    let path = request.path();
    if BACK_ENDS.iter().any(|start| path.starts_with(start)) {
        return true;
    }
    if own.is_empty() {
        return !path.starts_with("/api/");
    }
    path.strip_prefix(own)
        .is_some_and(|rest| rest.starts_with('/'))
}

fn allow_origin(headers: &mut HeaderMap) {
    set_header(headers, "access-control-allow-origin", "*");
}

fn set_header(headers: &mut HeaderMap, name: &'static str, value: &'static str) {
    headers.insert(
        HeaderName::from_static(name),
        HeaderValue::from_static(value),
    );
}
