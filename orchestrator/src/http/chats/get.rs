use actix_web::web::{Data, Json, Path, Query};
use portolan_blocks::{Cursor, Fold};
use portolan_domain::Chat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::http::{App, caller::Caller, problem::Problem};

/// Turns that one answer holds.
const TURNS: u32 = 200;

#[derive(Debug, Deserialize, JsonSchema)]
pub struct GetChat {
    /// Only turns that began before this one.
    before: Option<Uuid>,
}

/// A chat with some of its turns.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LoadedChat")]
#[serde(rename_all = "camelCase")]
pub struct ChatAnswer {
    #[serde(flatten)]
    chat: portolan_blocks::Chat,
    /// The model that new messages go to, where the user chose one.
    model: Option<String>,
    /// Whether there are turns before these: ask for them with `before`.
    has_earlier: bool,
}

/// A chat with its newest turns, or those before a given one; oldest first.
pub async fn get_chat(
    app: Data<App>,
    caller: Caller,
    chat_id: Path<Uuid>,
    query: Query<GetChat>,
) -> Result<Json<ChatAnswer>, Problem> {
    let chat = app.chat_of(&caller, *chat_id).await?;
    Ok(Json(chat_answer(&app, &chat, query.before).await?))
}

/// The newest turns of a chat that the caller may see, or those before a given one.
pub async fn chat_answer(
    app: &App,
    chat: &Chat,
    before: Option<Uuid>,
) -> Result<ChatAnswer, Problem> {
    let mut page = app.store.turns_page(chat.id, before, TURNS).await?;
    let mut fold = Fold::new(chat.id, String::new());
    for stored in page.events {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let mut view = fold.into_chat();
    view.title = page.chat.title;
    view.last_event_id = page.chat.last_event_id;
    for turn in &mut view.turns {
        turn.rating = page.ratings.remove(&turn.turn_id);
    }
    Ok(ChatAnswer {
        chat: view,
        model: page.chat.model,
        has_earlier: page.has_earlier,
    })
}
