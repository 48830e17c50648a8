use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Query},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;
use uuid::Uuid;

use super::embed::{embeddable_version, escape_html};
use crate::http::{App, problem::Problem};

#[derive(Debug, Deserialize, JsonSchema)]
pub struct OEmbedQuery {
    /// The address of a chart's page or of its frame.
    url: String,
    maxwidth: Option<u32>,
    maxheight: Option<u32>,
    format: Option<String>,
}

/// A rich object of oEmbed 1.0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OEmbed {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    /// In seconds.
    cache_age: u32,
    width: u32,
    height: u32,
    html: String,
}

const WIDTH: u32 = 680;
const HEIGHT: u32 = 460;

/// Answers oEmbed 1.0 requests for a chart's link (JSON only).
pub async fn oembed(
    request: HttpRequest,
    app: Data<App>,
    query: Query<OEmbedQuery>,
) -> Result<HttpResponse, Problem> {
    if query
        .format
        .as_deref()
        .is_some_and(|format| format != "json")
    {
        return Err(Problem::new(
            StatusCode::NOT_IMPLEMENTED,
            "format_not_implemented",
            "Only the format json is supported.",
        ));
    }
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let chart_id = chart_of(&query.url, |origin| {
        // The links don't depend on how this request arrived.
        let mut schemes = ["http", "https"].into_iter();
        schemes.any(|scheme| app.site.is_own_origin(origin, scheme, host))
    })
    .ok_or_else(|| Problem::not_found("chart"))?;
    let chart = embeddable_version(&app, chart_id).await?.chart;
    let site = app.site.url_reached_by(&request).unwrap_or_default();
    let width = query.maxwidth.unwrap_or(WIDTH).clamp(200, WIDTH);
    let height = query.maxheight.unwrap_or(HEIGHT).clamp(150, HEIGHT);
    let html = format!(
        "<iframe src=\"{}/embed/charts/{chart_id}\" width=\"{width}\" height=\"{height}\" title=\"{}\" frameborder=\"0\" loading=\"lazy\" sandbox=\"allow-scripts allow-same-origin allow-popups\"></iframe>",
        escape_html(&site),
        escape_html(&chart.title)
    );
    Ok(HttpResponse::Ok().json(OEmbed {
        version: "1.0",
        kind: "rich",
        provider_name: "Portolan",
        provider_url: site,
        title: chart.title,
        cache_age: 3600,
        width,
        height,
        html,
    }))
}

/// The chart that an address of this site names.
fn chart_of(address: &str, is_own: impl Fn(&str) -> bool) -> Option<Uuid> {
    let url = Url::parse(address).ok()?;
    if !is_own(&url.origin().ascii_serialization()) {
        return None;
    }
    let path = url.path();
    let id = path
        .strip_prefix("/embed/charts/")
        .or_else(|| path.strip_prefix("/charts/"))?;
    id.trim_end_matches('/').parse().ok()
}
