//! Boards: one action a file.

mod create;
mod delete;
mod export;
mod get;
mod import;
mod list;
mod update;
mod visibility;

use actix_web::web::{
    JsonConfig, PayloadConfig, ServiceConfig, delete, get, patch, post, put, resource,
};

use super::{problem::Problem, too_large};

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
            resource("/api/boards/{boardId:[^./]+}")
                .app_data(large_json())
                .route(get().to(get::get_board))
                .route(patch().to(update::update_board))
                .route(delete().to(delete::delete_board)),
        )
        .service(
            resource("/api/boards/{boardId:[^./]+}/visibility")
                .route(put().to(visibility::set_visibility)),
        );
}

fn large_json() -> JsonConfig {
    JsonConfig::default()
        .limit(BOARD_BYTES)
        .error_handler(|error, _| {
            if error.to_string().contains("limit") {
                return too_large().into();
            }
            Problem::invalid(
                "body",
                format!("The body is not the JSON that is expected: {error}."),
            )
            .into()
        })
}

/// Characters that a board's title may have.
const TITLE_LENGTH: usize = 200;

fn checked_title(title: &str) -> Result<String, Problem> {
    let title = title.trim();
    if title.is_empty() || title.chars().count() > TITLE_LENGTH {
        return Err(Problem::invalid(
            "title",
            format!("A title has 1 to {TITLE_LENGTH} characters."),
        ));
    }
    Ok(title.to_owned())
}
