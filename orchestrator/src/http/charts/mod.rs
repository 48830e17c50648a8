//! Charts: one action a file.

mod answer;
mod changes;
mod create;
mod delete;
mod duplicate;
mod embed;
pub(super) mod export;
mod get;
mod list;
mod oembed;
mod page;
pub(super) mod preview;
mod refresh;
mod restore;
mod schedule;
pub(super) mod sentence;
mod update;
mod versions;
mod visibility;

pub use embed::escaped;
pub use export::{chart_svg, file_name};

use actix_web::web::{ServiceConfig, delete, get, head, patch, post, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    let of = |action: &str| format!("/api/charts/{{chartId:[^./]+}}/{action}");
    config
        .service(
            resource("/api/charts")
                .route(get().to(list::list_charts))
                .route(post().to(create::create_chart)),
        )
        .service(resource("/api/charts/preview").route(post().to(preview::preview_chart)))
        .service(resource("/api/charts/sentence").route(post().to(sentence::change_by_sentence)))
        .service(
            resource(format!(
                "/api/charts/{{chartId:[^./]+}}.{{format:{}}}",
                export::FORMATS
            ))
            .route(get().to(export::export_chart)),
        )
        .service(
            resource("/api/charts/{chartId:[^./]+}")
                .route(get().to(get::get_chart))
                .route(patch().to(update::update_chart))
                .route(delete().to(delete::delete_chart)),
        )
        .service(resource(of("versions")).route(get().to(versions::list_versions)))
        .service(resource(of("restore")).route(post().to(restore::restore_version)))
        .service(resource(of("changes")).route(get().to(changes::chart_changes)))
        .service(resource(of("refresh")).route(post().to(refresh::refresh_chart)))
        .service(resource(of("schedule")).route(put().to(schedule::set_schedule)))
        .service(resource(of("duplicate")).route(post().to(duplicate::duplicate_chart)))
        .service(resource(of("visibility")).route(put().to(visibility::set_visibility)))
        .service(
            resource("/charts/{chartId}")
                .route(get().to(page::chart_page))
                .route(head().to(page::chart_page)),
        )
        .service(resource("/embed/charts/{chartId}").route(get().to(embed::embed_chart)))
        .service(resource("/api/oembed").route(get().to(oembed::oembed)));
}
