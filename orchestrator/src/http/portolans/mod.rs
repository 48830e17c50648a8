//! Portolans: documents of Markdown with charts and references in them. One action a file.

mod create;
mod delete;
mod export;
mod get;
mod list;
mod update;
mod visibility;

use actix_web::web::{ServiceConfig, delete, get, patch, post, put, resource};
use uuid::Uuid;

use super::{App, caller::MaybeCaller, problem::Problem};
use crate::{model::Portolan, services::portolans::find_visible_portolan};

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

impl App {
    /// A document that is the caller's own, or shared, with its Markdown; all others are not found.
    pub(in crate::http) async fn visible_portolan(
        &self,
        caller: &MaybeCaller,
        portolan_id: Uuid,
    ) -> Result<(Portolan, String), Problem> {
        let viewer = caller.principal();
        Ok(find_visible_portolan(&self.store, viewer, portolan_id).await?)
    }
}
