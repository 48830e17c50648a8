//! Data that a message holds becomes a source of its chat; what is asked is the rest of the message.

use std::borrow::Cow;

use portolan_blocks::UserMessage;
use portolan_documents::{TypedTable, find_typed_table};
use portolan_domain::Source;
use portolan_environment::ids::named_id;
use portolan_store::StoreError;
use uuid::Uuid;

use super::ChatServices;

/// The source of a message's data.
pub struct TypedSource {
    pub id: Uuid,
    /// To be made with the turn; `None` where the same data was typed into the chat before.
    pub new: Option<Source>,
}

/// Reads the data in a message into a source that is not stored yet. `None` for a message without
/// data, and for data that cannot be read: the message then stays as it is.
pub async fn read_typed(
    services: &ChatServices,
    chat_id: Uuid,
    user_id: Uuid,
    message: &UserMessage,
) -> Result<Option<TypedSource>, StoreError> {
    // A replay has no reader: its messages name the sources that their data became.
    let Some(web) = &services.web else {
        return Ok(None);
    };
    let Some(table) = find_typed_table(&message.text) else {
        return Ok(None);
    };
    let id = id_of(chat_id, &table);
    match services.store.source(id, user_id).await {
        Ok(_) => return Ok(Some(TypedSource { id, new: None })),
        Err(StoreError::NotFound(_)) => {}
        Err(error) => return Err(error),
    }
    match web.reader.read_typed(user_id, &table).await {
        Ok(source) => Ok(source.map(|source| TypedSource {
            id,
            new: Some(Source { id, ..source }),
        })),
        Err(error) => {
            tracing::warn!(chat.id = %chat_id, error.cause = %error, "typed data not read");
            Ok(None)
        }
    }
}

/// Returns what a message asks: without its data, where that is one of the message's sources.
pub fn question_of(chat_id: Uuid, message: &UserMessage) -> Cow<'_, str> {
    let whole = Cow::Borrowed(message.text.as_str());
    if message.source_ids.is_empty() {
        return whole;
    }
    match find_typed_table(&message.text) {
        Some(table) if message.source_ids.contains(&id_of(chat_id, &table)) => {
            Cow::Owned(table.asked())
        }
        _ => whole,
    }
}

/// The same data in the same chat is the same source: a message that is sent or answered again
/// makes no second one.
fn id_of(chat_id: Uuid, table: &TypedTable) -> Uuid {
    named_id(&format!("{chat_id}\n{}", table.to_csv()))
}
