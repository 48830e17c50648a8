//! Pending deletions of objects that nothing refers to, so that none is leaked if a server stops between two
//! steps.

use chrono::{DateTime, Utc};

use super::{Result, Store, StoreError, database::Session, value::params};

impl Store {
    /// Schedules the deletion of an object that is about to be written; [`keep_object`] cancels it.
    pub async fn schedule_deletion(&self, object_path: &str, at: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        mark_for_deletion(&mut transaction, object_path, at).await?;
        transaction.commit().await
    }

    /// Returns objects whose deletion is due, earliest first.
    pub async fn due_deletions(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<String>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT object_path FROM doomed_objects WHERE doomed_at <= $1 ORDER BY doomed_at LIMIT $2",
                params![now, limit],
            )
            .await?;
        rows.iter().map(|row| row.get("object_path")).collect()
    }

    /// Removes the pending deletion of an object that was deleted.
    pub async fn remove_deletion(&self, object_path: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM doomed_objects WHERE object_path = $1",
                params![object_path],
            )
            .await?;
        transaction.commit().await
    }
}

pub(super) async fn mark_for_deletion(
    session: &mut Session,
    object_path: &str,
    at: DateTime<Utc>,
) -> Result<()> {
    session
        .execute(
            "INSERT INTO doomed_objects (object_path, doomed_at) VALUES ($1, $2) \
             ON CONFLICT (object_path) DO UPDATE SET doomed_at = excluded.doomed_at",
            params![object_path, at],
        )
        .await
        .map(drop)
}

/// Cancels the deletion of an object that was just written. `Busy` if it may already be deleted.
pub(super) async fn keep_object(session: &mut Session, object_path: &str) -> Result<()> {
    let kept = session
        .execute(
            "DELETE FROM doomed_objects WHERE object_path = $1",
            params![object_path],
        )
        .await?;
    if kept == 0 {
        return Err(StoreError::Busy(
            "the object was written for so long that it is gone".into(),
        ));
    }
    Ok(())
}
