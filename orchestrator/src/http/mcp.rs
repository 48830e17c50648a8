//! The Model Context Protocol over HTTP (streamable HTTP, without sessions), for programs with a token.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{Arc, OnceLock},
};

use actix_web::{
    HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
    web::{Bytes, Data, Json, PayloadConfig, ServiceConfig, get, resource, route},
};
use http_body_util::{BodyDataStream, Full};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::never::NeverSessionManager,
};
use secrecy::SecretString;
use serde::Serialize;
use url::Url;

use super::{
    App, auth::token_issuer, caller::bearer_token, problem::Problem, sources::PASTE_BYTES,
};
use crate::mcp::{Api, McpServer};

const PATH: &str = "/mcp";
const METADATA: &str = "/.well-known/oauth-protected-resource";

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource(PATH)
                .app_data(PayloadConfig::new(PASTE_BYTES))
                .route(route().to(serve_mcp)),
        )
        .service(resource(METADATA).route(get().to(resource_metadata)))
        .service(resource(format!("{METADATA}{PATH}")).route(get().to(resource_metadata)));
}

/// The way of this server to its own API.
pub struct OwnApi {
    client: reqwest::Client,
    address: OnceLock<SocketAddr>,
}

/// The metadata of `/mcp` as a protected resource (RFC 9728).
#[derive(Debug, Serialize)]
struct ResourceMetadata {
    resource: String,
    resource_name: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    authorization_servers: Vec<String>,
    bearer_methods_supported: [&'static str; 1],
}

impl OwnApi {
    /// # Errors
    /// Where TLS cannot be set up.
    pub fn new() -> Result<Self, reqwest::Error> {
        Ok(Self {
            client: Api::client()?,
            address: OnceLock::new(),
        })
    }

    /// Sets the address that this server listens on; the first one counts.
    pub fn listen_at(&self, address: SocketAddr) {
        let ip = match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        // Another address of the same server leads to the same API.
        let _ = self.address.set(SocketAddr::new(ip, address.port()));
    }

    /// Returns the API in the name of this token's account; None before the server listens.
    fn api(&self, links: String, token: &str) -> Option<Api> {
        let base = Url::parse(&format!("http://{}", self.address.get()?)).ok()?;
        let token = SecretString::from(token.to_owned());
        Some(Api::new(self.client.clone(), base, links, token))
    }
}

/// Answers one message. Cookies don't count here: other sites' pages could send them.
async fn serve_mcp(
    app: Data<App>,
    request: HttpRequest,
    body: Bytes,
) -> Result<HttpResponse, Problem> {
    let Some(token) = bearer_token(&request) else {
        return Ok(require_sign_in(&app, &request, &Problem::unauthenticated()));
    };
    match app.caller_with_token(token, &request).await {
        Ok(_) => {}
        Err(problem) if problem.status() == StatusCode::UNAUTHORIZED => {
            return Ok(require_sign_in(&app, &request, &problem));
        }
        Err(problem) => return Err(problem),
    }
    let links = app.site.url_reached_by(&request).unwrap_or_default();
    let api = app.own_api.api(links, token);
    let api = api.ok_or_else(|| Problem::unavailable("the server does not listen yet"))?;
    let server = McpServer::new(api);
    let service = StreamableHttpService::new(
        move || Ok(server.clone()),
        Arc::new(NeverSessionManager::default()),
        StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(PASTE_BYTES)
            // The token proves more than the header could.
            .disable_allowed_hosts(),
    );
    let response = service.handle(convert_request(&request, body)?).await;
    let (parts, body) = response.into_parts();
    let status = StatusCode::from_u16(parts.status.as_u16()).map_err(Problem::internal)?;
    let mut answer = HttpResponse::build(status);
    for (name, value) in &parts.headers {
        answer.append_header((name.as_str(), value.as_bytes()));
    }
    Ok(answer.streaming(BodyDataStream::new(body)))
}

/// Returns the request in the types of the other library.
fn convert_request(
    request: &HttpRequest,
    body: Bytes,
) -> Result<http::Request<Full<Bytes>>, Problem> {
    let mut converted = http::Request::builder()
        .method(request.method().as_str())
        .uri(request.uri().path());
    for (name, value) in request.headers() {
        // The token stays here.
        if name != header::AUTHORIZATION {
            converted = converted.header(name.as_str(), value.as_bytes());
        }
    }
    converted.body(Full::new(body)).map_err(Problem::internal)
}

/// Returns a refusal that tells clients how to get a token.
fn require_sign_in(app: &App, request: &HttpRequest, problem: &Problem) -> HttpResponse {
    let mut response = problem.error_response();
    let base = app.site.url_reached_by(request).unwrap_or_default();
    let challenge = format!("Bearer resource_metadata=\"{base}{METADATA}{PATH}\"");
    if let Ok(challenge) = challenge.parse() {
        let headers = response.headers_mut();
        headers.insert(header::WWW_AUTHENTICATE, challenge);
    }
    response
}

/// Returns where clients of `/mcp` get their tokens.
async fn resource_metadata(app: Data<App>, request: HttpRequest) -> Json<ResourceMetadata> {
    let base = app.site.url_reached_by(&request).unwrap_or_default();
    let has_server = app.auth.has_oauth_server();
    Json(ResourceMetadata {
        resource: format!("{base}{PATH}"),
        resource_name: "Portolan",
        authorization_servers: has_server
            .then(|| token_issuer(&app, &request))
            .into_iter()
            .collect(),
        bearer_methods_supported: ["header"],
    })
}
