use actix_web::web::{Data, Json, Path, Query};
use portolan_blocks::{Cursor, Fold};
use serde::Deserialize;
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Turns that one answer holds.
const TURNS: u32 = 200;

#[derive(Debug, Deserialize)]
pub struct GetChat {
    /// Only turns that began before this one.
    before: Option<Uuid>,
}

/// A chat with its newest turns, or those before a given one; oldest first.
pub async fn get_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    query: Query<GetChat>,
) -> Result<Json<portolan_blocks::Chat>, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    let page = app.store.turns_page(chat.id, query.before, TURNS).await?;
    let mut fold = Fold::new(chat.id, String::new());
    for stored in page.events {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let mut view = fold.into_chat();
    view.title = page.chat.title;
    view.last_event_id = page.chat.last_event_id;
    Ok(Json(view))
}
