//! The log of a chat: events with ids 1, 2, 3 …, no gap.

use std::collections::HashMap;

use portolan_blocks::{Event, Rating, StoredEvent};
use portolan_domain::{Chat, LoggedEvent};
use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::{
    Result, Store, StoreError, chats,
    database::Session,
    ratings,
    value::{DatabaseRow, params},
};

pub(super) const OUT_OF_ORDER: &str =
    "these events do not follow the last one in the log: read the log again and go on from there";

/// Some turns of a chat with all their events, for the fold.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnsPage {
    /// As it was when the events were read: its `last_event_id` fits them.
    pub chat: Chat,
    /// In order; whole turns, the last one may still run.
    pub events: Vec<StoredEvent>,
    /// Whether there are turns before these.
    pub has_earlier: bool,
    /// Of those turns that have one.
    pub ratings: HashMap<Uuid, Rating>,
}

impl Store {
    /// The stored events after `after` (0 for all), in order.
    pub async fn events_after(
        &self,
        chat_id: Uuid,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEvent>> {
        stored_after(&mut self.database.read().await?, chat_id, after, limit).await
    }

    /// The same, byte for byte as they were committed: what a stream sends.
    pub async fn logged_after(
        &self,
        chat_id: Uuid,
        after: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>> {
        let mut session = self.database.read().await?;
        let rows = events_between(&mut session, chat_id, after, None, Some(limit)).await?;
        rows.iter().map(LoggedEvent::try_from).collect()
    }

    /// The events of the turn `last` and of those that it follows, in order: at most `limit` turns, the
    /// newest ones. Empty if the chat has no such turn.
    pub async fn branch(&self, chat_id: Uuid, last: Uuid, limit: u32) -> Result<Vec<StoredEvent>> {
        let mut session = self.database.read().await?;
        // CROSS JOIN keeps SQLite's planner from reading all events of the chat first, as the order suggests to it: a
        // message would then cost more with each turn that the chat already has.
        let rows = session
            .rows(
                "WITH RECURSIVE branch (parent_turn_id, first_event_id, depth) AS ( \
                 SELECT parent_turn_id, first_event_id, CAST(1 AS BIGINT) FROM turns WHERE id = $2 AND chat_id = $1 \
                 UNION ALL SELECT turns.parent_turn_id, turns.first_event_id, branch.depth + 1 FROM branch \
                 JOIN turns ON turns.id = branch.parent_turn_id AND turns.chat_id = $1 WHERE branch.depth < $3) \
                 SELECT events.id, events.event, events.data FROM branch CROSS JOIN events WHERE events.chat_id = $1 \
                 AND events.id >= branch.first_event_id AND events.id < COALESCE((SELECT MIN(later.first_event_id) \
                 FROM turns AS later WHERE later.chat_id = $1 AND later.first_event_id > branch.first_event_id), $4) \
                 ORDER BY events.id",
                params![chat_id, last, limit, u64::MAX],
            )
            .await?;
        rows.iter().map(StoredEvent::try_from).collect()
    }

    /// The newest `limit` turns, or those just before the turn `before`.
    pub async fn turns_page(
        &self,
        chat_id: Uuid,
        before: Option<Uuid>,
        limit: u32,
    ) -> Result<TurnsPage> {
        let mut snapshot = self.database.snapshot().await?;
        let chat = chats::find_chat(&mut snapshot, chat_id).await?;
        let end = match before {
            Some(turn_id) => first_event(&mut snapshot, chat_id, turn_id).await?,
            None => chat.last_event_id + 1,
        };
        let starts = snapshot
            .rows(
                "SELECT first_event_id FROM turns WHERE chat_id = $1 AND first_event_id < $2 \
                 ORDER BY first_event_id DESC LIMIT $3",
                params![chat_id, end, i64::from(limit) + 1],
            )
            .await?;
        let has_earlier = starts.len() > limit as usize;
        let oldest = starts.iter().take(limit as usize).next_back();
        let (events, ratings) = match oldest {
            Some(row) => {
                let start: u64 = row.get("first_event_id")?;
                (
                    events_between(&mut snapshot, chat_id, start - 1, Some(end), None).await?,
                    ratings::ratings_between(&mut snapshot, chat_id, start, end).await?,
                )
            }
            None => Default::default(),
        };
        let events = events
            .iter()
            .map(StoredEvent::try_from)
            .collect::<Result<_>>()?;
        snapshot.commit().await?;
        Ok(TurnsPage {
            chat,
            events,
            has_earlier,
            ratings,
        })
    }
}

/// The stored events after `after`, in order.
pub(super) async fn stored_after(
    session: &mut Session,
    chat_id: Uuid,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredEvent>> {
    let rows = events_between(session, chat_id, after, None, Some(limit)).await?;
    rows.iter().map(StoredEvent::try_from).collect()
}

/// Events with `after < id < end`.
async fn events_between(
    session: &mut Session,
    chat_id: Uuid,
    after: u64,
    end: Option<u64>,
    limit: Option<u32>,
) -> Result<Vec<DatabaseRow>> {
    session
        .rows(
            "SELECT id, event, data FROM events WHERE chat_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT $4",
            params![
                chat_id,
                after,
                end.unwrap_or(u64::MAX),
                limit.map_or(i64::MAX, i64::from),
            ],
        )
        .await
}

async fn first_event(session: &mut Session, chat_id: Uuid, turn_id: Uuid) -> Result<u64> {
    session
        .row(
            "SELECT first_event_id FROM turns WHERE id = $1 AND chat_id = $2",
            params![turn_id, chat_id],
        )
        .await?
        .ok_or(StoreError::NotFound("turn"))?
        .get("first_event_id")
}

/// The caller has moved the chat's `last_event_id` in the same transaction.
pub(super) async fn insert(
    session: &mut Session,
    chat_id: Uuid,
    id: u64,
    event: &Event,
) -> Result<()> {
    session
        .queue(
            "INSERT INTO events (chat_id, id, event, data) VALUES ($1, $2, $3, $4)",
            params![chat_id, id, event.name(), data_of(event)?],
        )
        .await?;
    Ok(())
}

/// Returns whether the log has exactly this event there.
pub(super) async fn contains_event(
    session: &mut Session,
    chat_id: Uuid,
    id: u64,
    event: &Event,
) -> Result<bool> {
    let row = session
        .row(
            "SELECT data FROM events WHERE chat_id = $1 AND id = $2",
            params![chat_id, id],
        )
        .await?;
    match row {
        Some(row) => Ok(row.get::<String>("data")? == data_of(event)?),
        None => Ok(false),
    }
}

/// Returns the `data` of the event on the wire.
fn data_of(event: &Event) -> Result<String> {
    #[derive(Deserialize)]
    struct Tagged<'a> {
        #[serde(borrow)]
        data: &'a RawValue,
    }
    let text = serde_json::to_string(event).map_err(StoreError::corrupt)?;
    let tagged: Tagged<'_> = serde_json::from_str(&text).map_err(StoreError::corrupt)?;
    Ok(tagged.data.get().to_owned())
}

impl TryFrom<&DatabaseRow> for LoggedEvent {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("id")?,
            event: row.get("event")?,
            data: row.get("data")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for StoredEvent {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let LoggedEvent { id, event, data } = row.try_into()?;
        let tagged = format!(r#"{{"event":"{event}","data":{data}}}"#);
        let event = serde_json::from_str(&tagged)
            .map_err(|error| StoreError::corrupt(format_args!("event {id}: {error}")))?;
        Ok(Self { id, event })
    }
}
