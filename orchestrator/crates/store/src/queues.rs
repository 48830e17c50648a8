//! Lengths of the queues in the database, of all servers.

use chrono::{DateTime, Utc};

use super::{Result, Store};

/// The lengths of the queues at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queues {
    /// Emails and text messages to send.
    pub messages: u64,
    /// When the oldest of them was queued.
    pub oldest_message: Option<DateTime<Utc>>,
    pub objects_to_delete: u64,
}

impl Store {
    /// Counts the waiting rows, by partial indexes and small tables.
    pub async fn queues(&self) -> Result<Queues> {
        let mut session = self.database.read().await?;
        let waiting = session
            .row(
                "SELECT COUNT(*) AS messages, MIN(created_at) AS oldest FROM outbox WHERE status = 'waiting'",
                &[],
            )
            .await?;
        let doomed = session
            .row("SELECT COUNT(*) AS objects FROM doomed_objects", &[])
            .await?;
        let (messages, oldest_message) = match &waiting {
            Some(row) => (row.get("messages")?, row.get("oldest")?),
            None => (0, None),
        };
        Ok(Queues {
            messages,
            oldest_message,
            objects_to_delete: doomed.map_or(Ok(0), |row| row.get("objects"))?,
        })
    }
}
