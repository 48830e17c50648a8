use actix_web::{
    HttpResponse,
    web::{Data, Path},
};
use uuid::Uuid;

use crate::http::{App, caller::MaybeCaller, charts::file_name, problem::Problem};

/// A document as a Markdown file.
pub async fn export_portolan(
    app: Data<App>,
    caller: MaybeCaller,
    portolan_id: Path<Uuid>,
) -> Result<HttpResponse, Problem> {
    let (portolan, markdown) = app.visible_portolan(&caller, *portolan_id).await?;
    let name = file_name(&portolan.title, "portolan");
    Ok(HttpResponse::Ok()
        .content_type("text/markdown; charset=utf-8")
        .insert_header(("cache-control", "private, no-store"))
        .insert_header((
            "content-disposition",
            format!("attachment; filename=\"{name}.md\""),
        ))
        .body(markdown))
}
