//! Items that admins have hidden. A hidden item is private, and its owner can't share it again.

use portolan_domain::{AdminAction, SavedKind, Visibility};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    database::Session,
    value::{DatabaseRow, params},
};

impl Store {
    /// Makes an item private and no longer featured, until an admin shows it again.
    pub async fn hide_item(
        &self,
        kind: SavedKind,
        item_id: Uuid,
        reason: &str,
        action: &AdminAction,
    ) -> Result<()> {
        let sql = HidingSql::of(kind)?;
        let mut transaction = self.database.write().await?;
        let row = transaction.row(sql.select, params![item_id]).await?;
        let row = row.ok_or(StoreError::NotFound("public item"))?;
        let (visibility, version): (String, Option<u64>) =
            (row.get("visibility")?, row.get("published_version")?);
        if visibility != "public" {
            return Err(StoreError::NotFound("public item"));
        }
        transaction
            .execute(
                "INSERT INTO hidden_items (kind, item_id, reason, visibility, published_version, hidden_at) \
                 VALUES ($1, $2, $3, $4, $5, $6)",
                params![kind, item_id, reason, visibility, version, action.created_at],
            )
            .await?;
        transaction
            .execute(sql.update, params![item_id, "private", None::<u64>])
            .await?;
        transaction
            .execute(
                "DELETE FROM curated WHERE kind = $1 AND item_id = $2",
                params![kind, item_id],
            )
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// Returns a hidden item the visibility back that it had.
    pub async fn show_item(
        &self,
        kind: SavedKind,
        item_id: Uuid,
        action: &AdminAction,
    ) -> Result<()> {
        let sql = HidingSql::of(kind)?;
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM hidden_items WHERE kind = $1 AND item_id = $2 RETURNING visibility, published_version",
                params![kind, item_id],
            )
            .await?;
        let row: DatabaseRow = row.ok_or(StoreError::NotFound("hidden item"))?;
        let (visibility, version): (String, Option<u64>) =
            (row.get("visibility")?, row.get("published_version")?);
        transaction
            .execute(sql.update, params![item_id, visibility, version])
            .await?;
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }
}

/// Refuses to share an item that an admin has hidden.
pub(super) async fn ensure_shown(
    session: &mut Session,
    kind: SavedKind,
    item_id: Uuid,
    visibility: Visibility,
) -> Result<()> {
    if visibility == Visibility::Private {
        return Ok(());
    }
    let hidden = session
        .row(
            "SELECT item_id FROM hidden_items WHERE kind = $1 AND item_id = $2",
            params![kind, item_id],
        )
        .await?;
    match hidden {
        None => Ok(()),
        Some(_) => Err(StoreError::Conflict(
            "an administrator has hidden this, so it stays private: contact support to share it again",
        )),
    }
}

/// The statements that read and set the visibility of items of a kind.
struct HidingSql {
    select: &'static str,
    update: &'static str,
}

impl HidingSql {
    fn of(kind: SavedKind) -> Result<Self> {
        match kind {
            SavedKind::Chart => Ok(Self {
                select: "SELECT visibility, published_version FROM charts WHERE id = $1",
                update: "UPDATE charts SET visibility = $2, published_version = $3 WHERE id = $1",
            }),
            SavedKind::Portolan => Ok(Self {
                select: "SELECT visibility, CAST(NULL AS BIGINT) AS published_version FROM portolans WHERE id = $1",
                update: "UPDATE portolans SET visibility = $2 WHERE id = $1 AND $3 IS NULL",
            }),
            SavedKind::Board => Ok(Self {
                select: "SELECT visibility, CAST(NULL AS BIGINT) AS published_version FROM boards WHERE id = $1",
                update: "UPDATE boards SET visibility = $2 WHERE id = $1 AND $3 IS NULL",
            }),
            SavedKind::Chat => Err(StoreError::NotFound("public item")),
        }
    }
}
