//! Data deleted with a user beyond the rows that refer to them.

use chrono::{DateTime, Utc};
use portolan_domain::TableOriginal;
use portolan_realtime::ChangeKind;
use portolan_rest::ExposedTable;
use serde_json::Map;
use uuid::Uuid;

use super::{
    Result, RowChange, Store,
    database::Session,
    pending_deletions::mark_for_deletion,
    resumable_uploads,
    stored_objects::above_prefix,
    value::{Json, params},
};

impl Store {
    /// Returns the user's chats with a running turn.
    pub async fn running_chats(&self, user_id: Uuid) -> Result<Vec<Uuid>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT chat_id FROM turns WHERE user_id = $1 AND finished_at IS NULL",
                params![user_id],
            )
            .await?;
        rows.iter().map(|row| row.get("chat_id")).collect()
    }
}

/// Returns the delete event of each row in change feeds: the user's own rows, and others' bookmarks of their
/// items.
pub(super) async fn user_rows(session: &mut Session, id: Uuid) -> Result<Vec<RowChange>> {
    let mut changes = Vec::new();
    for table in ExposedTable::ALL {
        let key = table.key();
        let mut sql = format!(
            "SELECT user_id, {} FROM {} WHERE user_id = $1",
            key.join(", "),
            table.name()
        );
        if table == ExposedTable::Saved {
            sql.push_str(OF_THEIRS);
        }
        for row in session.composed_rows(sql, params![id]).await? {
            let column = |name: &&str| Ok(((*name).to_owned(), row.get::<String>(name)?.into()));
            changes.push(RowChange {
                kind: ChangeKind::Delete,
                table,
                user_id: row.get("user_id")?,
                key: key.iter().map(column).collect::<Result<Map<_, _>>>()?,
            });
        }
    }
    Ok(changes)
}

const OF_THEIRS: &str = " OR item_id IN (SELECT id FROM charts WHERE user_id = $1 \
     UNION ALL SELECT id FROM boards WHERE user_id = $1 \
     UNION ALL SELECT id FROM portolans WHERE user_id = $1)";

/// Deletes what no foreign key cascades to: the user's objects, and others' bookmarks of their items.
pub(super) async fn delete_user_data(
    session: &mut Session,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let folder = format!("{id}/");
    let uploads = session
        .rows(
            "SELECT id FROM resumable_uploads WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above_prefix(&folder)],
        )
        .await?;
    for upload in &uploads {
        resumable_uploads::remove(session, upload.get("id")?, now).await?;
    }
    session
        .execute(
            "INSERT INTO doomed_objects (object_path, doomed_at) SELECT object_path, $4 FROM storage_objects \
             WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above_prefix(&folder), now],
        )
        .await?;
    session
        .execute(
            "DELETE FROM storage_objects WHERE owner_id = $1 OR (name >= $2 AND name < $3)",
            params![id, &folder, above_prefix(&folder)],
        )
        .await?;
    session
        .execute(
            "INSERT INTO doomed_objects (object_path, doomed_at) SELECT DISTINCT object_path, $2 FROM sources \
             WHERE user_id = $1 AND object_path IS NOT NULL",
            params![id, now],
        )
        .await?;
    let originals = session
        .rows(
            "SELECT original FROM sources WHERE user_id = $1 AND original IS NOT NULL",
            params![id],
        )
        .await?;
    for row in originals {
        let Json(original): Json<TableOriginal> = row.get("original")?;
        mark_for_deletion(session, &original.object_path, now).await?;
    }
    for sql in [
        "DELETE FROM curated WHERE item_id IN (SELECT id FROM charts WHERE user_id = $1 \
         UNION ALL SELECT id FROM boards WHERE user_id = $1 \
         UNION ALL SELECT id FROM portolans WHERE user_id = $1)",
        "DELETE FROM saved WHERE item_id IN (SELECT id FROM charts WHERE user_id = $1 \
         UNION ALL SELECT id FROM boards WHERE user_id = $1 \
         UNION ALL SELECT id FROM portolans WHERE user_id = $1)",
        "DELETE FROM auth_audit WHERE actor_id = $1",
    ] {
        session.execute(sql, params![id]).await?;
    }
    Ok(())
}
