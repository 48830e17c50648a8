//! Chats: one action a file.

pub use events::{stream_chat, tail_events};
pub use export::chat_files;
pub use get::{ChatAnswer, chat_answer};
pub use send::{idempotency_key, present, send_problem};

mod ag_ui;
mod ag_ui_events;
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

use actix_web::web::PayloadConfig;

use crate::http::{
    charts::export as chart_export,
    contract::{Routes, delete, get, patch, post, put, resource},
};

pub fn routes(routes: &mut Routes<'_>) {
    routes
        .service(
            resource("/api/chats")
                .route(
                    post()
                        .to(create::create_chat)
                        .about("Creates an empty chat.")
                        .answer::<create::CreatedChat>(201)
                        .header(
                            "Idempotency-Key",
                            "Requests with the same key are processed once.",
                        ),
                )
                .route(
                    get()
                        .to(list::list_chats)
                        .about("Lists or searches the caller's chats, last changed first."),
                ),
        )
        .service(
            resource("/api/chats/{chatId:[^./]+}.{format:md|json}").route(
                get()
                    .to(export::export_chat)
                    .about("Downloads a branch as Markdown, or all of a chat as JSON.")
                    .file(&["text/markdown", "application/json"]),
            ),
        )
        .service(
            resource("/api/chats/{chatId}")
                .route(
                    get()
                        .to(get::get_chat)
                        .about("Returns a chat with up to 200 turns, oldest first."),
                )
                .route(
                    patch()
                        .to(update::update_chat)
                        .about("Changes the title or the model of a chat.")
                        .empty(204),
                )
                .route(
                    delete()
                        .to(delete::delete_chat)
                        .about("Deletes a chat.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/chats/{chatId}/messages").route(
                post()
                    .to(send::send_message)
                    .about("Sends a message and starts its turn.")
                    .body::<send::SendMessage>()
                    .answer::<send::AcceptedTurn>(202)
                    .events::<portolan_blocks::Event>()
                    .header(
                        "Idempotency-Key",
                        "Requests with the same key are processed once.",
                    ),
            ),
        )
        .service(
            resource("/api/chats/{chatId}/events").route(
                get()
                    .to(events::chat_events)
                    .about("Streams the events of a chat: stored ones, then live ones.")
                    .events::<portolan_blocks::Event>()
                    .header(
                        "Last-Event-ID",
                        "The last event that the client received; overrides `after`.",
                    ),
            ),
        )
        .service(
            resource("/api/chats/{chatId}/views").route(
                get()
                    .to(views::list_views)
                    .about("Lists the administrators who viewed a chat.")
                    .named("listChatViews"),
            ),
        )
        .service(
            resource("/api/chats/{chatId}/cancel").route(
                post()
                    .to(cancel::cancel_turn)
                    .about("Stops the running turn and keeps the partial answer.")
                    .empty(204),
            ),
        )
        .service(
            resource("/api/chats/{chatId}/turns/{turnId}/retry").route(
                post()
                    .to(retry::retry_turn)
                    .about("Answers the same message again in a sibling turn.")
                    .optional_body::<retry::RetryTurn>()
                    .answer::<send::AcceptedTurn>(202)
                    .header(
                        "Idempotency-Key",
                        "Requests with the same key are processed once.",
                    ),
            ),
        )
        .service(
            resource("/api/chats/{chatId}/share")
                .route(
                    post()
                        .to(share::share_chat)
                        .about("Creates or renews the public link to a branch.")
                        .optional_body::<share::ShareChat>()
                        .answer::<share::ShareAnswer>(201),
                )
                .route(
                    get()
                        .to(share::get_share)
                        .about("Returns the public link of a chat."),
                )
                .route(
                    delete()
                        .to(share::unshare_chat)
                        .about("Revokes the public link of a chat.")
                        .empty(204),
                ),
        )
        .service(
            resource("/api/shared/{token}").route(
                get()
                    .to(shared::get_shared)
                    .about("Returns a shared branch of a chat.")
                    .answer::<shared::SharedChat>(200),
            ),
        )
        .service(
            resource("/api/ask")
                .app_data(PayloadConfig::new(super::sources::PASTE_BYTES))
                .route(
                    post()
                        .to(ask::ask)
                        .about("Creates sources, asks a question and returns the answer.")
                        .body::<ask::Ask>()
                        .answer::<ask::Answer>(200)
                        .events::<portolan_blocks::Event>()
                        .header(
                            "Idempotency-Key",
                            "Requests with the same key are processed once.",
                        ),
                ),
        )
        .service(
            resource("/api/ag-ui")
                .app_data(PayloadConfig::new(super::sources::PASTE_BYTES))
                .route(
                    post()
                        .to(ag_ui::run_agent)
                        .about("Asks the last message of a thread; streams an AG-UI run.")
                        .body::<ag_ui::RunAgentInput>()
                        .events::<ag_ui_events::AgUiEvent>(),
                ),
        )
        .service(
            resource(format!(
                "/api/turns/{{turnId}}/charts/{{blockId:[^./]+}}.{{format:{}}}",
                chart_export::FORMATS
            ))
            .route(
                get()
                    .to(chart_file::chart_file)
                    .about("Downloads a chart of an answer as a file.")
                    .file(chart_export::FILE_TYPES),
            ),
        )
        .service(
            resource("/api/turns/{turnId}/rating").route(
                put()
                    .to(rate::rate_turn)
                    .about("Rates an answer.")
                    .empty(204),
            ),
        );
}
