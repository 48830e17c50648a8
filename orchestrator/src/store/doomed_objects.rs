//! Objects of the object store that nothing refers to, so that none is forgotten where a server
//! ends between two steps.

use chrono::{DateTime, Utc};

use super::{Result, Store, StoreError, database::Session, value::params};

impl Store {
    /// Notes that an object is about to be written; unless it is kept, it goes at this time.
    pub async fn doom_object(&self, object_path: &str, at: DateTime<Utc>) -> Result<()> {
        let mut transaction = self.database.write().await?;
        mark_for_deletion(&mut transaction, object_path, at).await?;
        transaction.commit().await
    }

    /// Objects whose time has come, the earliest first.
    pub async fn doomed_objects(&self, now: DateTime<Utc>, limit: u32) -> Result<Vec<String>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT object_path FROM doomed_objects WHERE doomed_at <= $1 ORDER BY doomed_at LIMIT $2",
                params![now, limit],
            )
            .await?;
        rows.iter().map(|row| row.get("object_path")).collect()
    }

    /// Forgets an object that has gone.
    pub async fn forget_doomed(&self, object_path: &str) -> Result<()> {
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

/// Takes an object that was just written out of what is to go. Busy where it may have gone.
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
