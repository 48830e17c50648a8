use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use portolan_assistant::TurnRecord;
use uuid::Uuid;

/// Records that the next turn of a chat is replayed from, by chat; empty where chats are live.
#[derive(Clone, Debug, Default)]
pub struct TurnRecords(Arc<Mutex<HashMap<Uuid, Arc<TurnRecord>>>>);

impl TurnRecords {
    /// Sets the record of the chat's next turn, and of those after it until another is set.
    pub fn set(&self, chat_id: Uuid, record: TurnRecord) {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        records.insert(chat_id, Arc::new(record));
    }

    pub fn get(&self, chat_id: Uuid) -> Option<Arc<TurnRecord>> {
        let records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        records.get(&chat_id).cloned()
    }

    pub fn remove(&self, chat_id: Uuid) {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        records.remove(&chat_id);
    }
}
