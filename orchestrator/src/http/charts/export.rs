use actix_web::{
    HttpResponse, HttpResponseBuilder,
    web::{Data, Path, Query},
};
use portolan_blocks::{ChartBlock, ChartKind};
use portolan_domain::{ChartVersion, SourceStamp};
use portolan_draw::{DrawError, DrawRequest, Theme};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::{
    charts::{chart_document, python_snippet, r_snippet, readable_json, write_csv},
    http::{App, caller::MaybeCaller, problem::Problem},
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
pub struct ExportChart {
    #[serde(default)]
    theme: ThemeName,
    /// As in `GET /api/charts/{id}`.
    version: Option<u32>,
    /// 1 or 2: how many pixels a PNG has for each point.
    scale: Option<f32>,
    width: Option<u32>,
    height: Option<u32>,
    /// Present: a PNG as link previews want it, 1200 by 630 pixels, light.
    card: Option<String>,
    /// Present: a picture for a list that names the chart beside it: without title, source and background.
    thumbnail: Option<String>,
    /// Present: the browser saves the file in place of showing it.
    download: Option<String>,
}

/// The formats of charts, as a pattern for routes.
pub const FORMATS: &str = r"svg|png|pdf|csv|json|vl\.json|vg\.json|py|R";

/// The media types of these formats.
pub const FILE_TYPES: &[&str] = &[
    "image/svg+xml",
    "image/png",
    "application/pdf",
    "text/csv",
    "application/json",
    VEGA_LITE,
    VEGA,
    "text/x-python",
    "text/x-r",
];

const VEGA_LITE: &str = "application/vnd.vegalite.v6+json";
const VEGA: &str = "application/vnd.vega.v6+json";

/// The size that link previews show without cropping.
const CARD: (u32, u32) = (1_200, 630);
/// The same shape, drawn small, so that its words are large.
const CARD_DRAWN: (u32, u32) = (640, 336);

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    #[default]
    Light,
    Dark,
}

/// A chart as a file: drawn by the same code as on the page.
pub async fn export_chart(
    app: Data<App>,
    caller: MaybeCaller,
    path: Path<(Uuid, String)>,
    query: Query<ExportChart>,
) -> Result<HttpResponse, Problem> {
    let (chart_id, format) = path.into_inner();
    send_chart_file(&app, &caller, chart_id, &format, &query).await
}

/// Answers with a chart as a file in one of [`FORMATS`].
pub async fn send_chart_file(
    app: &App,
    caller: &MaybeCaller,
    chart_id: Uuid,
    format: &str,
    query: &ExportChart,
) -> Result<HttpResponse, Problem> {
    let chart = app.visible_chart(caller, chart_id).await?;
    let version = app.visible_version(caller, &chart, query.version).await?;
    let _share = match caller.0 {
        Some(caller) => Some(app.limits.drawings.enter(caller.user_id).await?),
        None => None,
    };
    let owner = chart.user_id;
    let chart = &version.chart;
    let (media_type, bytes) = match format {
        "svg" => (
            "image/svg+xml",
            draw_svg(app, &version, query).await?.into_bytes(),
        ),
        "png" if query.card.is_some() => {
            let request = DrawRequest {
                width: Some(CARD_DRAWN.0),
                height: Some(CARD_DRAWN.1),
                ..request_of(&version, Theme::Light)
            };
            let svg = draw_request(app, request).await?;
            let (width, height) = CARD;
            let card = paint_image(move || portolan_draw::paint_card(&svg, width, height)).await?;
            ("image/png", card)
        }
        "pdf" => {
            let svg = draw_svg(app, &version, query).await?;
            let title = chart.title.clone();
            let pdf = paint_image(move || portolan_draw::print_pdf(&svg, &title)).await?;
            ("application/pdf", pdf)
        }
        "png" => {
            let svg = draw_svg(app, &version, query).await?;
            let scale = query.scale.unwrap_or(1.0).clamp(0.25, 4.0);
            let png = paint_image(move || portolan_draw::paint_png(&svg, scale)).await?;
            ("image/png", png)
        }
        "csv" => {
            let data = chart
                .data
                .as_ref()
                .ok_or_else(|| Problem::not_found("table in this chart"))?;
            (
                "text/csv; charset=utf-8",
                write_csv(data).map_err(Problem::internal)?,
            )
        }
        "vl.json" | "vg.json" | "py" | "R" => redrawable(app, chart, format).await?,
        _ => {
            let author = app.author(owner).await?.username;
            let document =
                chart_document(&version, author.as_deref()).map_err(Problem::internal)?;
            (
                "application/json",
                serde_json::to_vec_pretty(&document).map_err(Problem::internal)?,
            )
        }
    };
    let mut response = file_response(media_type);
    if query.download.is_some() {
        response.insert_header((
            "content-disposition",
            format!(
                "attachment; filename=\"{}.{format}\"",
                file_name(&chart.title, "chart")
            ),
        ));
    }
    Ok(response.body(bytes))
}

/// Returns a plot in a form that other programs draw: as Vega-Lite or Vega, or as a program with its
/// rows.
pub async fn redrawable(
    app: &App,
    chart: &ChartBlock,
    format: &str,
) -> Result<(&'static str, Vec<u8>), Problem> {
    if chart.kind != ChartKind::Plot {
        return Err(Problem::not_found("file of this chart; only plots have it"));
    }
    let drawer = app.drawer.clone();
    let request = DrawRequest::of_chart(chart, Theme::Light);
    let is_vega = format == "vg.json";
    let draw = move || match is_vega {
        true => drawer.vega(&request),
        false => drawer.vega_lite(&request),
    };
    let file = actix_web::web::block(draw)
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::unavailable)?;
    let (media_type, text) = match format {
        "py" => (
            "text/x-python; charset=utf-8",
            python_snippet(&chart.title, &file),
        ),
        "R" => ("text/x-r; charset=utf-8", r_snippet(&chart.title, &file)),
        _ => (
            if is_vega { VEGA } else { VEGA_LITE },
            serde_json::from_str(&file).and_then(|file| readable_json(&file)),
        ),
    };
    Ok((media_type, text.map_err(Problem::internal)?.into_bytes()))
}

/// A response with a chart's file, in which nothing runs.
pub fn file_response(media_type: &'static str) -> HttpResponseBuilder {
    let mut response = HttpResponse::Ok();
    response
        .content_type(media_type)
        .insert_header(("cache-control", "private, max-age=60"))
        .insert_header(("x-content-type-options", "nosniff"))
        .insert_header((
            "content-security-policy",
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ));
    response
}

async fn draw_svg(
    app: &App,
    version: &ChartVersion,
    query: &ExportChart,
) -> Result<String, Problem> {
    let theme = match query.theme {
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    let mut request = DrawRequest {
        width: query.width.map(|width| width.clamp(120, 4_000)),
        height: query.height.map(|height| height.clamp(90, 4_000)),
        ..request_of(version, theme)
    };
    if query.thumbnail.is_some() {
        request = DrawRequest {
            is_thumbnail: true,
            source: None,
            ..request
        };
    }
    draw_request(app, request).await
}

/// A version as a picture, in the light theme.
pub async fn chart_svg(app: &App, version: &ChartVersion) -> Result<String, Problem> {
    draw_request(app, request_of(version, Theme::Light)).await
}

/// The picture of a version, with its annotations, and what it was drawn from.
fn request_of(version: &ChartVersion, theme: Theme) -> DrawRequest {
    DrawRequest {
        source: name_sources(&version.sources),
        annotations: version
            .annotations
            .iter()
            .map(|annotation| json!(annotation))
            .collect(),
        ..DrawRequest::of_chart(&version.chart, theme)
    }
}

/// "Source: tea.csv", or the first few of several.
fn name_sources(sources: &[SourceStamp]) -> Option<String> {
    const MOST: usize = 3;
    let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
    let word = match names.len() {
        0 => return None,
        1 => "Source",
        _ => "Sources",
    };
    let shown = names
        .iter()
        .take(MOST)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("{word}: {shown}{more}"))
}

/// Draws off the threads that serve.
pub async fn draw_request(app: &App, request: DrawRequest) -> Result<String, Problem> {
    let drawer = app.drawer.clone();
    actix_web::web::block(move || drawer.svg(&request))
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::unavailable)
}

/// Paints or prints off the threads that serve.
pub async fn paint_image(
    paint: impl FnOnce() -> Result<Vec<u8>, DrawError> + Send + 'static,
) -> Result<Vec<u8>, Problem> {
    actix_web::web::block(paint)
        .await
        .map_err(Problem::internal)?
        .map_err(Problem::internal)
}

/// A title as a file's name: letters, digits and dashes; `or` where it has none of them.
pub fn file_name(title: &str, or: &str) -> String {
    let name: Vec<&str> = title
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(10)
        .collect();
    if name.is_empty() {
        return or.into();
    }
    name.join("-").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_becomes_plain_file_name() {
        assert_eq!(
            file_name("Tea leads: 40 % of “sales”", "chart"),
            "tea-leads-40-of-sales"
        );
        assert_eq!(file_name("图", "chart"), "chart");
    }
}
