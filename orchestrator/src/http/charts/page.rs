use std::fmt::Write;

use actix_web::{
    HttpRequest, HttpResponse,
    http::header,
    web::{Data, Path},
};
use portolan_domain::{ChartVersion, Visibility};
use url::form_urlencoded;
use uuid::Uuid;

use super::embed::{embeddable_version, escape_html};
use crate::http::{App, problem::Problem, web};

/// Characters of a description that link previews show.
const DESCRIPTION_LENGTH: usize = 300;

/// The page of a chart. For a shared one it says in its head what the chart is, so that a link to it
/// shows its picture and title elsewhere; for all others it is the page that starts the client.
pub async fn chart_page(
    app: Data<App>,
    request: HttpRequest,
    chart_id: Path<String>,
) -> Result<HttpResponse, Problem> {
    let shared = match chart_id.parse::<Uuid>() {
        Ok(chart_id) => shared_version(&app, chart_id).await,
        Err(_) => None,
    };
    let Some((version, visibility)) = shared else {
        return web::serve_client(&app, &request).await;
    };
    let Some(asset) = portolan_assets::fallback_page() else {
        return web::serve_client(&app, &request).await;
    };
    let site = app.site.url_reached_by(&request).unwrap_or_default();
    let head = render_head(&version, visibility, &site);
    let page = with_head(&String::from_utf8_lossy(&asset.bytes), &head);
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"));
    if let Some(policy) = web::content_policy(&app, asset) {
        response
            .insert_header((header::CONTENT_SECURITY_POLICY, policy))
            .insert_header((header::X_FRAME_OPTIONS, "DENY"));
    }
    Ok(response.body(page))
}

/// Returns the public version; None if there is none or the store fails: the client then shows the reason.
async fn shared_version(app: &App, chart_id: Uuid) -> Option<(ChartVersion, Visibility)> {
    let visibility = app.store.chart(chart_id).await.ok()?.visibility;
    let version = embeddable_version(app, chart_id).await.ok()?;
    Some((version, visibility))
}

fn render_head(version: &ChartVersion, visibility: Visibility, site: &str) -> String {
    let chart = &version.chart;
    let id = chart.chart_id;
    let title = escape_html(&chart.title);
    let description: String = chart.description.chars().take(DESCRIPTION_LENGTH).collect();
    let description = escape_html(&description);
    let address = escape_html(&format!("{site}/charts/{id}"));
    let picture = escape_html(&format!(
        "{site}/api/charts/{id}.png?card&version={}",
        chart.version
    ));
    let url: String =
        form_urlencoded::byte_serialize(format!("{site}/charts/{id}").as_bytes()).collect();
    let oembed = escape_html(&format!("{site}/api/oembed?url={url}&format=json"));
    let mut head = format!("<title>{title}</title><link rel=\"canonical\" href=\"{address}\"/>");
    let mut meta = |kind: &str, name: &str, content: &str| {
        let _ = write!(head, "<meta {kind}=\"{name}\" content=\"{content}\"/>");
    };
    meta("name", "description", &description);
    if visibility != Visibility::Public {
        meta("name", "robots", "noindex");
    }
    for (name, content) in [
        ("og:type", "article"),
        ("og:site_name", "Portolan"),
        ("og:url", &address),
        ("og:title", &title),
        ("og:description", &description),
        ("og:image", &picture),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", &title),
    ] {
        meta("property", name, content);
    }
    for (name, content) in [
        ("twitter:card", "summary_large_image"),
        ("twitter:title", &title),
        ("twitter:description", &description),
        ("twitter:image", &picture),
        ("twitter:image:alt", &title),
    ] {
        meta("name", name, content);
    }
    let _ = write!(
        head,
        "<link rel=\"alternate\" type=\"application/json+oembed\" href=\"{oembed}\" title=\"{title}\"/>"
    );
    head
}

/// The page with these tags in the place of its own title and of its own words about itself.
fn with_head(page: &str, tags: &str) -> String {
    let Some((head, body)) = page.split_once("</head>") else {
        return page.to_owned();
    };
    let mut kept = String::with_capacity(page.len() + tags.len());
    let mut rest = head;
    while let Some(start) = rest.find('<') {
        kept.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = if rest.starts_with("<title") {
            rest.find("</title>").map(|at| at + "</title>".len())
        } else {
            rest.find('>').map(|at| at + 1)
        };
        let (tag, after) = rest.split_at(end.unwrap_or(rest.len()));
        if !is_about_the_page(tag) {
            kept.push_str(tag);
        }
        rest = after;
    }
    kept.push_str(rest);
    format!("{kept}{tags}</head>{body}")
}

fn is_about_the_page(tag: &str) -> bool {
    let told = [
        "name=\"description\"",
        "property=\"og:",
        "name=\"twitter:",
        "name=\"robots\"",
    ];
    tag.starts_with("<title")
        || tag.starts_with("<meta") && told.iter().any(|name| tag.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chart_head_replaces_title_and_description_of_page() {
        let page = "<html><head><meta charset=\"utf-8\"/><title>Old</title><meta name=\"description\" content=\"Old\"/>\
                    <meta property=\"og:title\" content=\"Old\"/><script>if(1<2){x}</script></head><body>Old</body></html>";
        assert_eq!(
            with_head(page, "<title>New</title>"),
            "<html><head><meta charset=\"utf-8\"/><script>if(1<2){x}</script><title>New</title></head><body>Old</body></html>"
        );
        assert_eq!(with_head("no head", "x"), "no head");
    }
}
