//! Portolans: documents of Markdown with charts and references in them. One action a file.

pub(super) mod create;
pub(super) mod delete;
mod export;
mod get;
mod list;
pub(super) mod update;
mod visibility;

use actix_web::web::{ServiceConfig, delete, get, patch, post, put, resource};
use uuid::Uuid;

use super::{App, caller::MaybeCaller, problem::Problem};
use crate::model::{Portolan, Visibility};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/api/portolans")
                .route(post().to(create::create_portolan))
                .route(get().to(list::list_portolans)),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}.md")
                .route(get().to(export::export_portolan)),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}")
                .route(get().to(get::get_portolan))
                .route(patch().to(update::update_portolan))
                .route(delete().to(delete::delete_portolan)),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}/visibility")
                .route(put().to(visibility::set_visibility)),
        );
}

/// Characters that a document may have.
const MARKDOWN_LENGTH: usize = 400_000;

fn checked_markdown(markdown: String) -> Result<String, Problem> {
    if markdown.chars().count() > MARKDOWN_LENGTH {
        return Err(Problem::invalid(
            "markdown",
            format!("A portolan has at most {MARKDOWN_LENGTH} characters; make two of it."),
        ));
    }
    Ok(markdown)
}

impl App {
    /// A document that is the caller's own, or shared, with its Markdown; all others are not found.
    pub(in crate::http) async fn visible_portolan(
        &self,
        caller: &MaybeCaller,
        portolan_id: Uuid,
    ) -> Result<(Portolan, String), Problem> {
        let (portolan, markdown) = self.store.portolan(portolan_id).await?;
        if portolan.visibility != Visibility::Private || caller.is(portolan.user_id) {
            return Ok((portolan, markdown));
        }
        Err(Problem::not_found("portolan"))
    }
}
