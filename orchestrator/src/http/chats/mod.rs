//! Chats: one action a file.

pub use events::{stream_chat, tail_events};
pub use export::chat_files;
pub use get::{ChatAnswer, chat_answer};
pub use send::{idempotency_key, present, refusal};

mod ask;
mod cancel;
mod chart_file;
mod create;
mod delete;
mod events;
mod export;
mod get;
mod list;
mod markdown;
mod rate;
mod retry;
mod send;
mod share;
mod shared;
mod update;
mod views;

use super::charts::export::FORMATS;
use actix_web::web::{PayloadConfig, ServiceConfig, delete, get, patch, post, put, resource};

pub fn routes(config: &mut ServiceConfig) {
    config
        .service(
            resource("/api/chats")
                .route(post().to(create::create_chat))
                .route(get().to(list::list_chats)),
        )
        .service(
            resource("/api/chats/{chatId:[^./]+}.{format:md|json}")
                .route(get().to(export::export_chat)),
        )
        .service(
            resource("/api/chats/{chatId}")
                .route(get().to(get::get_chat))
                .route(patch().to(update::update_chat))
                .route(delete().to(delete::delete_chat)),
        )
        .service(resource("/api/chats/{chatId}/messages").route(post().to(send::send_message)))
        .service(resource("/api/chats/{chatId}/events").route(get().to(events::chat_events)))
        .service(resource("/api/chats/{chatId}/views").route(get().to(views::list_views)))
        .service(resource("/api/chats/{chatId}/cancel").route(post().to(cancel::cancel_turn)))
        .service(
            resource("/api/chats/{chatId}/turns/{turnId}/retry")
                .route(post().to(retry::retry_turn)),
        )
        .service(
            resource("/api/chats/{chatId}/share")
                .route(post().to(share::share_chat))
                .route(get().to(share::get_share))
                .route(delete().to(share::unshare_chat)),
        )
        .service(resource("/api/shared/{token}").route(get().to(shared::get_shared)))
        .service(
            resource("/api/ask")
                .app_data(PayloadConfig::new(super::sources::PASTE_BYTES))
                .route(post().to(ask::ask)),
        )
        .service(
            resource(format!(
                "/api/turns/{{turnId}}/charts/{{blockId:[^./]+}}.{{format:{FORMATS}}}"
            ))
            .route(get().to(chart_file::chart_file)),
        )
        .service(resource("/api/turns/{turnId}/rating").route(put().to(rate::rate_turn)));
}
