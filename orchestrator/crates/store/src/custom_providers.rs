//! Providers that operators have added while the server runs.

use chrono::{DateTime, Utc};
use portolan_domain::CustomProvider;

use super::{
    Result, Store, StoreError,
    value::{DatabaseRow, Json, params},
};

const NO_PROVIDER: StoreError = StoreError::NotFound("provider");

impl Store {
    /// # Errors
    /// `Conflict` if the identifier is taken.
    pub async fn create_custom_provider(&self, provider: &CustomProvider) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let inserted = transaction
            .execute(
                "INSERT INTO custom_providers (id, identifier, provider_type, sealed_secret, secret_nonce, settings, \
                 created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (identifier) DO NOTHING",
                params![
                    provider.id,
                    &provider.identifier,
                    &provider.provider_type,
                    &provider.sealed_secret,
                    &provider.secret_nonce,
                    Json(&provider.settings),
                    provider.created_at,
                    provider.updated_at,
                ],
            )
            .await?;
        if inserted == 0 {
            return Err(StoreError::Conflict("the identifier is taken"));
        }
        transaction.commit().await
    }

    pub async fn custom_provider(&self, identifier: &str) -> Result<CustomProvider> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM custom_providers WHERE identifier = $1",
                params![identifier],
            )
            .await?;
        CustomProvider::try_from(&row.ok_or(NO_PROVIDER)?)
    }

    /// The oldest first.
    pub async fn custom_providers(&self) -> Result<Vec<CustomProvider>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM custom_providers ORDER BY created_at, id",
                params![],
            )
            .await?;
        rows.iter().map(CustomProvider::try_from).collect()
    }

    /// Replaces the value that was read before; false if it has changed since.
    pub async fn replace_custom_provider(
        &self,
        provider: &CustomProvider,
        read_at: DateTime<Utc>,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        let changed = transaction
            .execute(
                "UPDATE custom_providers SET sealed_secret = $3, secret_nonce = $4, settings = $5, updated_at = $6 \
                 WHERE id = $1 AND updated_at = $2",
                params![
                    provider.id,
                    read_at,
                    &provider.sealed_secret,
                    &provider.secret_nonce,
                    Json(&provider.settings),
                    provider.updated_at,
                ],
            )
            .await?;
        transaction.commit().await?;
        Ok(changed == 1)
    }

    pub async fn delete_custom_provider(&self, identifier: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM custom_providers WHERE identifier = $1",
                params![identifier],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_PROVIDER);
        }
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for CustomProvider {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(settings) = row.get("settings")?;
        Ok(Self {
            id: row.get("id")?,
            identifier: row.get("identifier")?,
            provider_type: row.get("provider_type")?,
            sealed_secret: row.get("sealed_secret")?,
            secret_nonce: row.get("secret_nonce")?,
            settings,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
