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

use actix_web::web::PayloadConfig;

use crate::http::contract::{Routes, delete, get, patch, post, put, resource};

use super::body::json_config;

/// Bytes of a board's file, and of one change: 5,000 nodes of ordinary size.
const BOARD_BYTES: usize = 8 << 20;

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/boards")
                .route(
                    post()
                        .to(create::create_board)
                        .about("Creates a board, empty or from a question or a page.")
                        .answer::<create::CreatedBoard>(201)
                        .header(
                            "Idempotency-Key",
                            "Requests with the same key are processed once.",
                        ),
                )
                .route(
                    get()
                        .to(list::list_boards)
                        .about("Lists the caller's boards, last changed first."),
                ),
        )
        .service(
            resource("/api/boards/import")
                .app_data(PayloadConfig::new(BOARD_BYTES))
                .route(
                    post()
                        .to(import::import_board)
                        .about("Creates a board from a JSON Canvas 1.0 file.")
                        .body::<serde_json::Value>()
                        .answer::<create::CreatedBoard>(201),
                ),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}.canvas").route(
                get()
                    .to(export::export_board)
                    .about("Downloads a board as a JSON Canvas 1.0 file.")
                    .file(&["application/json"]),
            ),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}.svg").route(
                get()
                    .to(picture::board_picture)
                    .about("Returns a small drawing of a board.")
                    .file(&["image/svg+xml"])
                    .empty(304),
            ),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}")
                .app_data(json_config(BOARD_BYTES))
                .route(
                    get()
                        .to(get::get_board)
                        .about("Returns a board with its nodes and edges."),
                )
                .route(
                    patch()
                        .to(update::update_board)
                        .about("Changes elements of a board; the last writer of each wins."),
                )
                .route(
                    delete()
                        .to(delete::delete_board)
                        .about("Deletes a board.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}/visibility").route(
                put()
                    .to(visibility::set_visibility)
                    .about("Sets who can see a board.")
                    .named("setBoardVisibility")
                    .empty(204),
            ),
        );
}
