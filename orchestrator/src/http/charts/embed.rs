use std::{fmt::Write, sync::LazyLock};

use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::StatusCode,
    web::{Data, Path},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use portolan_domain::{ChartVersion, SavedKind, Visibility};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, problem::Problem};

/// The backgrounds are those of the pictures, which a frame of another shape doesn't fill.
const STYLE: &str = "html{color-scheme:light dark;scrollbar-width:none}\
    body{margin:0;background:#fff;color:#16191d;font:14px/1.5 system-ui,sans-serif}\
    @media(prefers-color-scheme:dark){body{background:#181a1f;color:#eceff1}}\
    a,img{display:block}img{width:100%;max-width:1200px;height:auto;margin:auto}\
    p{margin:0;padding:48px 16px;text-align:center}";

/// Posts the chart's height to the embedding page whenever it changes, once the image is loaded.
const SCRIPT: &str = "new ResizeObserver(()=>{const height=document.documentElement.offsetHeight;if(height>0)parent.postMessage({type:\"portolan.height\",height},\"*\")}).observe(document.documentElement)";

/// Any site may frame it; it loads its pictures and nothing else.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    format!(
        "default-src 'none'; img-src 'self'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'; frame-ancestors *",
        hash(STYLE),
        hash(SCRIPT)
    )
});

/// Widths that pictures are drawn for, in CSS pixels, each for frames up to so many.
const WIDTHS: [(u32, Option<u32>); 3] = [(360, Some(440)), (680, Some(840)), (1000, None)];

/// A shared chart as a page for a frame on another site: a picture that follows the frame's width and
/// the reader's theme, with a link to the chart itself. Also its owner embeds only what is shared.
pub async fn embed_chart(
    app: Data<App>,
    request: HttpRequest,
    path: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let chart = match embeddable_version(&app, path.into_inner()).await {
        Ok(chart) => chart,
        Err(problem) if problem.status() == StatusCode::NOT_FOUND => {
            return Ok(send_page(
                HttpResponse::NotFound(),
                "no-cache",
                render_missing_page(),
            ));
        }
        Err(problem) => return Err(problem),
    };
    let owner_id = app.store.chart(chart.chart.chart_id).await?.user_id;
    let viewed = (SavedKind::Chart, chart.chart.chart_id, owner_id);
    app.count_view(&request, &MaybeCaller(None), viewed);
    Ok(send_page(
        HttpResponse::Ok(),
        "public, max-age=60",
        render_page(&chart),
    ))
}

fn send_page(mut response: HttpResponseBuilder, caching: &str, page: String) -> HttpResponse {
    response
        .content_type("text/html; charset=utf-8")
        .insert_header(("content-security-policy", POLICY.as_str()))
        .insert_header(("cache-control", caching))
        .body(page)
}

/// Returns the version of a chart that others see.
pub(super) async fn embeddable_version(app: &App, chart_id: Uuid) -> Result<ChartVersion, Problem> {
    let chart = app.store.chart(chart_id).await?;
    if chart.visibility == Visibility::Private {
        return Err(Problem::not_found("chart"));
    }
    app.visible_version(&MaybeCaller(None), &chart, None).await
}

fn render_page(version: &ChartVersion) -> String {
    let chart = &version.chart;
    let (id, version) = (chart.chart_id, chart.version);
    let picture = |theme: &str, width: u32| {
        format!(
            "/api/charts/{id}.png?theme={theme}&amp;width={width}&amp;scale=2&amp;version={version}"
        )
    };
    let mut sources = String::new();
    for theme in ["dark", "light"] {
        for (width, up_to) in WIDTHS {
            let narrow =
                up_to.map_or_else(String::new, |most| format!(" and (max-width: {most}px)"));
            let _ = write!(
                sources,
                "<source media=\"(prefers-color-scheme: {theme}){narrow}\" srcset=\"{}\">",
                picture(theme, width)
            );
        }
    }
    let title = escape_html(&chart.title);
    let description = escape_html(&chart.description);
    let body = format!(
        "<a href=\"/charts/{id}\" target=\"_blank\" rel=\"noopener\"><picture>{sources}\
         <img src=\"{}\" alt=\"{title}. {description}\"></picture></a>",
        picture("light", 680)
    );
    render_document(&title, &body)
}

/// Returns what a frame on another site shows where its chart was deleted or made private.
fn render_missing_page() -> String {
    render_document("Chart not available", "<p>This chart isn’t available.</p>")
}

fn render_document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body>{body}<script>{SCRIPT}</script></body></html>"
    )
}

/// Text between tags and in quoted attributes.
pub fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn hash(content: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(content)))
}
