//! Boards: one action a file.

mod create;
mod delete;
mod export;
mod get;
mod import;
mod list;
mod picture;
mod update;
mod visibility;

use actix_web::web::{PayloadConfig, ServiceConfig, delete, get, patch, post, put, resource};

use super::body::json;

/// Bytes of a board's file, and of one change: 5,000 nodes of ordinary size.
const BOARD_BYTES: usize = 8 << 20;

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/api/boards")
                .route(post().to(create::create_board))
                .route(get().to(list::list_boards)),
        )
        .service(
            resource("/api/boards/import")
                .app_data(PayloadConfig::new(BOARD_BYTES))
                .route(post().to(import::import_board)),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}.canvas").route(get().to(export::export_board)),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}.svg").route(get().to(picture::board_picture)),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}")
                .app_data(json(BOARD_BYTES))
                .route(get().to(get::get_board))
                .route(patch().to(update::update_board))
                .route(delete().to(delete::delete_board)),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}/visibility")
                .route(put().to(visibility::set_visibility)),
        );
}
