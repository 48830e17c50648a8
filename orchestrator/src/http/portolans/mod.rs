//! Portolans: documents of Markdown with charts and references in them. One action a file.

mod create;
mod delete;
mod export;
mod get;
mod list;
mod update;
mod visibility;

use portolan_domain::Portolan;
use uuid::Uuid;

use crate::http::contract::{Routes, delete, get, patch, post, put, resource};

use super::{App, caller::MaybeCaller, problem::Problem};
use crate::services::portolans::find_visible_portolan;

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/portolans")
                .route(
                    post()
                        .to(create::create_portolan)
                        .about("Creates a portolan.")
                        .answer::<get::PortolanAnswer>(201),
                )
                .route(
                    get()
                        .to(list::list_portolans)
                        .about("Lists the caller's portolans, last changed first."),
                ),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}.md").route(
                get()
                    .to(export::export_portolan)
                    .about("Downloads a portolan as Markdown.")
                    .file(&["text/markdown"]),
            ),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}")
                .route(
                    get()
                        .to(get::get_portolan)
                        .about("Returns a portolan.")
                        .answer::<get::PortolanAnswer>(200),
                )
                .route(
                    patch()
                        .to(update::update_portolan)
                        .about("Changes a portolan, based on a given revision.")
                        .answer::<get::PortolanAnswer>(200)
                        .header(
                            "If-Match",
                            "The ETag of the revision that the change is based on.",
                        ),
                )
                .route(
                    delete()
                        .to(delete::delete_portolan)
                        .about("Deletes a portolan.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/portolans/{portolanId:[^./]+}/visibility").route(
                put()
                    .to(visibility::set_visibility)
                    .about("Sets who can see a portolan.")
                    .named("setPortolanVisibility")
                    .empty(204),
            ),
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
