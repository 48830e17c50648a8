//! Named functions, as `@supabase/functions-js` calls them: the product's own, in other words.

use actix_web::{
    HttpResponse, ResponseError,
    http::StatusCode,
    web::{Bytes, Data, Path, ServiceConfig, post, resource, route},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use uuid::Uuid;

use super::{
    App,
    caller::{Caller, MaybeCaller},
    charts::{
        export::{ExportChart, send_chart_file},
        preview::{PreviewAnswer, PreviewChart},
        sentence::{ChangeBySentence, SentenceAnswer},
    },
    problem::Problem,
};

pub fn routes(config: &mut ServiceConfig) {
    config.service(
        resource("/functions/v1/{name}")
            .route(post().to(call_function))
            .route(route().to(only_post)),
    );
}

/// Calls a function: `preview-chart` and `change-chart` take and answer what `POST /api/charts/preview` and
/// `/sentence` do, `export-chart` takes `{chartId, format}` and answers the file. What could not even be
/// called is distinguished from what failed by `x-relay-error`.
async fn call_function(
    app: Data<App>,
    caller: Result<Caller, Problem>,
    name: Path<String>,
    body: Bytes,
) -> HttpResponse {
    let called = match name.as_str() {
        "preview-chart" => run_preview(&app, caller, &body).await,
        "change-chart" => run_change(&app, caller, &body).await,
        "export-chart" => run_export(&app, caller, &body).await,
        _ => {
            return HttpResponse::NotFound().json(json!({
                "code": "NOT_FOUND",
                "message": "Requested function was not found: there are preview-chart, change-chart and export-chart",
            }));
        }
    };
    called.unwrap_or_else(|problem| {
        let mut response = problem.error_response();
        if problem.status() == StatusCode::SERVICE_UNAVAILABLE {
            let (name, value) = ("x-relay-error", "true");
            response.headers_mut().insert(
                actix_web::http::header::HeaderName::from_static(name),
                actix_web::http::header::HeaderValue::from_static(value),
            );
        }
        response
    })
}

async fn only_post() -> HttpResponse {
    HttpResponse::MethodNotAllowed().json(json!({
        "code": "METHOD_NOT_ALLOWED",
        "message": "Functions are called with POST",
    }))
}

async fn run_preview(
    app: &App,
    caller: Result<Caller, Problem>,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let (caller, body): (_, PreviewChart) = (caller?.principal(), parse_arguments(body)?);
    let charts = &app.use_cases.charts;
    let preview = charts.preview_chart(caller, body.into()).await?;
    Ok(HttpResponse::Ok().json(PreviewAnswer::from(preview)))
}

async fn run_change(
    app: &App,
    caller: Result<Caller, Problem>,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let (caller, body): (_, ChangeBySentence) = (caller?.principal(), parse_arguments(body)?);
    let charts = &app.use_cases.charts;
    let change = charts.change_by_sentence(caller, body.into()).await?;
    Ok(HttpResponse::Ok().json(SentenceAnswer::from(change)))
}

/// A chart and the format of its file: `svg`, `png`, `pdf`, `csv` or `json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Export {
    chart_id: Uuid,
    format: String,
}

async fn run_export(
    app: &App,
    caller: Result<Caller, Problem>,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let caller = MaybeCaller::from_caller(caller)?;
    let Export { chart_id, format } = parse_arguments(body)?;
    if !["svg", "png", "pdf", "csv", "json"].contains(&format.as_str()) {
        return Err(Problem::invalid(
            "format",
            "Choose svg, png, pdf, csv or json.",
        ));
    }
    send_chart_file(app, &caller, chart_id, &format, &ExportChart::default()).await
}

fn parse_arguments<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body)
        .map_err(|error| Problem::invalid("body", format!("Invalid JSON body: {error}.")))
}
