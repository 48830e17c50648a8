use portolan_domain::AuthAuditEntry;

use super::{
    Result, Store,
    value::{DatabaseRow, Json, params},
};

impl Store {
    pub async fn record_auth_audit(&self, entry: &AuthAuditEntry) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO auth_audit (id, actor_id, actor, action, traits, ip, created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
                params![
                    entry.id,
                    entry.actor_id,
                    &entry.actor,
                    &entry.action,
                    Json(&entry.traits),
                    &entry.ip,
                    entry.created_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Returns a page of entries, newest first, and their total count.
    pub async fn auth_audit(&self, offset: u64, limit: u32) -> Result<(Vec<AuthAuditEntry>, u64)> {
        let mut snapshot = self.database.snapshot().await?;
        let rows = snapshot
            .rows(
                "SELECT * FROM auth_audit ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2",
                params![limit, offset],
            )
            .await?;
        let entries = rows
            .iter()
            .map(AuthAuditEntry::try_from)
            .collect::<Result<_>>()?;
        let count = snapshot
            .row("SELECT COUNT(*) AS count FROM auth_audit", params![])
            .await?
            .map_or(Ok(0), |row| row.get("count"))?;
        snapshot.commit().await?;
        Ok((entries, count))
    }
}

impl TryFrom<&DatabaseRow> for AuthAuditEntry {
    type Error = super::StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(traits) = row.get("traits")?;
        Ok(Self {
            id: row.get("id")?,
            actor_id: row.get("actor_id")?,
            actor: row.get("actor")?,
            action: row.get("action")?,
            traits,
            ip: row.get("ip")?,
            created_at: row.get("created_at")?,
        })
    }
}
