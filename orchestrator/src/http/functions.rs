//! Named functions, as `@supabase/functions-js` calls them: the product's own, in other words.

use actix_web::{
    FromRequest, HttpRequest, HttpResponse, Responder, ResponseError,
    http::StatusCode,
    web::{Bytes, Data, Json, Path, Query, ServiceConfig, post, resource, route},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::json;
use uuid::Uuid;

use super::{
    App,
    caller::{Caller, MaybeCaller},
    charts,
    problem::Problem,
};

pub fn routes(config: &mut ServiceConfig) {
    config.service(
        resource("/functions/v1/{name}")
            .route(post().to(call))
            .route(route().to(only_post)),
    );
}

/// Calls a function: `preview-chart` and `change-chart` take and answer what `POST
/// /api/charts/preview` and `/sentence` do, `export-chart` takes `{chartId, format}` and answers the
/// file. What could not even be called is told from what failed by `x-relay-error`.
async fn call(
    app: Data<App>,
    name: Path<String>,
    request: HttpRequest,
    body: Bytes,
) -> HttpResponse {
    let called = match name.as_str() {
        "preview-chart" => preview_chart(app, &request, &body).await,
        "change-chart" => change_chart(app, &request, &body).await,
        "export-chart" => export_chart(app, &request, &body).await,
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

async fn preview_chart(
    app: Data<App>,
    request: &HttpRequest,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let caller = Caller::extract(request).await?;
    let answer = charts::preview::preview_chart(app, caller, Json(arguments(body)?)).await?;
    Ok(answer.respond_to(request).map_into_boxed_body())
}

async fn change_chart(
    app: Data<App>,
    request: &HttpRequest,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let caller = Caller::extract(request).await?;
    let answer = charts::sentence::change_by_sentence(app, caller, Json(arguments(body)?)).await?;
    Ok(answer.respond_to(request).map_into_boxed_body())
}

/// Which chart, in which format: `svg`, `png`, `pdf`, `csv` or `json`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Export {
    chart_id: Uuid,
    format: String,
}

async fn export_chart(
    app: Data<App>,
    request: &HttpRequest,
    body: &[u8],
) -> Result<HttpResponse, Problem> {
    let caller = MaybeCaller::extract(request).await?;
    let Export { chart_id, format } = arguments(body)?;
    if !["svg", "png", "pdf", "csv", "json"].contains(&format.as_str()) {
        return Err(Problem::invalid(
            "format",
            "A chart is exported as svg, png, pdf, csv or json.",
        ));
    }
    let options = Query::from_query("").map_err(Problem::internal)?;
    charts::export::export_chart(app, caller, (chart_id, format).into(), options).await
}

fn arguments<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(body).map_err(|error| {
        Problem::invalid(
            "body",
            format!("The body is not the JSON that is expected: {error}."),
        )
    })
}
