use actix_web::{
    HttpResponse,
    web::{Data, Path, Query},
};
use chrono::{DateTime, Utc};
use portolan_blocks::{Cursor, Fold, StoredEvent, Turn};
use portolan_domain::Chat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::markdown::write_chat;
use crate::http::{App, caller::Caller, charts::file_name, problem::Problem};

/// Turns that are read at once.
const PAGE: u32 = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportChat {
    /// The last turn of the branch that is wanted; without it the chat's newest.
    turn_id: Option<Uuid>,
}

/// A whole chat, with all its branches.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ExportedChat {
    id: Uuid,
    title: String,
    model: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    /// Oldest first; `parentTurnId` refers to the preceding turn.
    turns: Vec<Turn>,
}

/// A chat as a file: all of it as JSON, one branch as Markdown.
pub async fn export_chat(
    app: Data<App>,
    caller: Caller,
    path: Path<(Uuid, String)>,
    query: Query<ExportChat>,
) -> Result<HttpResponse, Problem> {
    let (chat_id, format) = path.into_inner();
    let chat = app.chat_of(&caller, chat_id).await?;
    let turns = match (format.as_str(), query.turn_id) {
        ("json", None) => every_turn(&app, chat.id).await?,
        (_, Some(turn_id)) => read_branch(&app, chat.id, turn_id).await?,
        (_, None) => match app.store.newest_turn(chat.id).await? {
            Some(turn) => read_branch(&app, chat.id, turn.id).await?,
            None => Vec::new(),
        },
    };
    if query.turn_id.is_some() && turns.is_empty() {
        return Err(Problem::not_found("turn"));
    }
    let name = file_name(&chat.title, "chat");
    let (media_type, body) = if format == "json" {
        ("application/json", to_json(chat, turns)?)
    } else {
        (
            "text/markdown; charset=utf-8",
            write_chat(&chat.title, &turns),
        )
    };
    Ok(HttpResponse::Ok()
        .content_type(media_type)
        .insert_header(("cache-control", "private, no-store"))
        .insert_header((
            "content-disposition",
            format!("attachment; filename=\"{name}.{format}\""),
        ))
        .body(body))
}

/// A chat as both files: all of it as JSON, its newest branch as Markdown.
pub async fn chat_files(app: &App, chat: Chat) -> Result<(String, String), Problem> {
    let turns = match app.store.newest_turn(chat.id).await? {
        Some(turn) => read_branch(app, chat.id, turn.id).await?,
        None => Vec::new(),
    };
    let document = write_chat(&chat.title, &turns);
    let turns = every_turn(app, chat.id).await?;
    Ok((to_json(chat, turns)?, document))
}

fn to_json(chat: Chat, turns: Vec<Turn>) -> Result<String, Problem> {
    let exported = ExportedChat {
        id: chat.id,
        title: chat.title,
        model: chat.model,
        created_at: chat.created_at,
        updated_at: chat.updated_at,
        turns,
    };
    serde_json::to_string_pretty(&exported).map_err(Problem::internal)
}

/// The turns from the root to `last`, oldest first.
pub async fn read_branch(app: &App, chat_id: Uuid, last: Uuid) -> Result<Vec<Turn>, Problem> {
    let events = app.store.branch(chat_id, last, u32::MAX).await?;
    Ok(fold_events(chat_id, events))
}

async fn every_turn(app: &App, chat_id: Uuid) -> Result<Vec<Turn>, Problem> {
    let mut pages = Vec::new();
    let mut before = None;
    loop {
        let mut page = app.store.turns_page(chat_id, before, PAGE).await?;
        let mut turns = fold_events(chat_id, page.events);
        for turn in &mut turns {
            turn.rating = page.ratings.remove(&turn.turn_id);
        }
        before = turns.first().map(|turn| turn.turn_id);
        pages.push(turns);
        if !page.has_earlier || before.is_none() {
            pages.reverse();
            return Ok(pages.concat());
        }
    }
}

fn fold_events(chat_id: Uuid, events: Vec<StoredEvent>) -> Vec<Turn> {
    let mut fold = Fold::new(chat_id, String::new());
    for stored in events {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    fold.into_chat().turns
}
