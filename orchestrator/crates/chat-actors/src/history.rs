use portolan_assistant::{PastTurn, drop_unread_rows};
use portolan_blocks::{Cursor, Fold, UserMessage};
use portolan_chat::Parent;
use portolan_store::{Store, StoreError};
use uuid::Uuid;

use super::typed::question_of;

/// Turns that a model is told of; the assistant fits them into its budget.
const HISTORY_TURNS: u32 = 100;

/// Returns the turns from the parent back to the root, oldest first.
pub async fn collect_history(
    store: &Store,
    chat_id: Uuid,
    parent: Parent,
) -> Result<Vec<PastTurn>, StoreError> {
    let last = match parent {
        Parent::Turn(turn_id) => Some(turn_id),
        Parent::Newest => store.newest_turn(chat_id).await?.map(|turn| turn.id),
        Parent::Root => None,
    };
    let Some(last) = last else {
        return Ok(Vec::new());
    };
    let mut fold = Fold::new(chat_id, String::new());
    for stored in store.branch(chat_id, last, HISTORY_TURNS).await? {
        fold.apply(Some(Cursor::stored(stored.id)), stored.event);
    }
    let turns = fold.into_chat().turns.into_iter();
    let mut history: Vec<PastTurn> = turns
        .map(|turn| PastTurn {
            message: UserMessage {
                text: question_of(chat_id, &turn.message).into_owned(),
                source_ids: turn.message.source_ids,
            },
            blocks: turn.blocks,
        })
        .collect();
    drop_unread_rows(&mut history);
    Ok(history)
}
