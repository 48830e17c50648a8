//! Sources: one action a file.

mod create;
mod delete;
mod get;
mod list;
pub mod page;
mod refresh;
mod replace;
mod rows;
mod samples;

pub use create::{CreateSource, PASTE_BYTES, create_in_time};
pub use get::SourceAnswer;

use actix_web::web::{ServiceConfig, delete, get, post, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/api/sources")
                .route(post().to(create::create_source))
                .route(get().to(list::list_sources)),
        )
        .service(
            resource("/api/sources/{sourceId}")
                .route(get().to(get::get_source))
                .route(delete().to(delete::delete_source)),
        )
        .service(
            resource("/api/sources/{sourceId}/content").route(put().to(replace::replace_content)),
        )
        .service(
            resource("/api/sources/{sourceId}/refresh").route(post().to(refresh::refresh_source)),
        )
        .service(resource("/api/sources/{sourceId}/rows").route(get().to(rows::source_rows)))
        .service(resource("/api/samples").route(get().to(samples::list_samples)));
}
