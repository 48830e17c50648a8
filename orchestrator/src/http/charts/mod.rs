//! Charts: one action a file.

mod delete;
mod embed;
mod export;
mod get;
mod list;
mod oembed;
mod update;
mod visibility;

pub use export::file_name;

use actix_web::web::{ServiceConfig, delete, get, patch, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(resource("/api/charts").route(get().to(list::list_charts)))
        .service(
            resource("/api/charts/{chartId:[^./]+}.{format:svg|png|csv|json}")
                .route(get().to(export::export_chart)),
        )
        .service(
            resource("/api/charts/{chartId:[^./]+}")
                .route(get().to(get::get_chart))
                .route(patch().to(update::update_chart))
                .route(delete().to(delete::delete_chart)),
        )
        .service(resource("/embed/charts/{chartId}").route(get().to(embed::embed_chart)))
        .service(resource("/api/oembed").route(get().to(oembed::oembed)))
        .service(
            resource("/api/charts/{chartId:[^./]+}/visibility")
                .route(put().to(visibility::set_visibility)),
        );
}
