//! OAuth clients that users sign in to through this server.

use chrono::{DateTime, Utc};
use portolan_domain::OauthClient;
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    value::{DatabaseRow, Json, params},
};

const NO_CLIENT: StoreError = StoreError::NotFound("OAuth client");

impl Store {
    pub async fn create_oauth_client(&self, client: &OauthClient) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "INSERT INTO oauth_clients (id, secret_hash, client_type, authentication, name, uri, logo_uri, \
                 redirect_uris, grant_types, registration_type, created_at, updated_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
                params![
                    client.id,
                    &client.secret_hash,
                    &client.client_type,
                    &client.authentication,
                    &client.name,
                    &client.uri,
                    &client.logo_uri,
                    Json(&client.redirect_uris),
                    Json(&client.grant_types),
                    &client.registration_type,
                    client.created_at,
                    client.updated_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    pub async fn oauth_client(&self, id: Uuid) -> Result<OauthClient> {
        let row = self
            .database
            .read()
            .await?
            .row("SELECT * FROM oauth_clients WHERE id = $1", params![id])
            .await?;
        OauthClient::try_from(&row.ok_or(NO_CLIENT)?)
    }

    /// A page of them, the newest first, and how many there are.
    pub async fn oauth_clients(&self, offset: u64, limit: u32) -> Result<(Vec<OauthClient>, u64)> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM oauth_clients ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2",
                params![limit, offset],
            )
            .await?;
        let count = session
            .row("SELECT COUNT(*) AS number FROM oauth_clients", params![])
            .await?
            .ok_or(NO_CLIENT)?
            .get("number")?;
        let clients = rows
            .iter()
            .map(OauthClient::try_from)
            .collect::<Result<_>>()?;
        Ok((clients, count))
    }

    /// Applies `change` to an OAuth client and returns the result.
    pub async fn update_oauth_client<E: From<StoreError>>(
        &self,
        id: Uuid,
        now: DateTime<Utc>,
        change: impl FnOnce(&mut OauthClient) -> Result<(), E> + Send,
    ) -> Result<OauthClient, E> {
        let mut transaction = self.database.write().await?;
        // Locks the row, so that no change of another is lost.
        let row = transaction
            .row(
                "UPDATE oauth_clients SET updated_at = $2 WHERE id = $1 RETURNING *",
                params![id, now],
            )
            .await?;
        let mut client = OauthClient::try_from(&row.ok_or(NO_CLIENT)?)?;
        change(&mut client)?;
        transaction
            .execute(
                "UPDATE oauth_clients SET secret_hash = $2, authentication = $3, name = $4, uri = $5, \
                 logo_uri = $6, redirect_uris = $7, grant_types = $8 WHERE id = $1",
                params![
                    id,
                    &client.secret_hash,
                    &client.authentication,
                    &client.name,
                    &client.uri,
                    &client.logo_uri,
                    Json(&client.redirect_uris),
                    Json(&client.grant_types),
                ],
            )
            .await?;
        transaction.commit().await?;
        Ok(client)
    }

    pub async fn delete_oauth_client(&self, id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute("DELETE FROM oauth_clients WHERE id = $1", params![id])
            .await?;
        if deleted == 0 {
            return Err(NO_CLIENT);
        }
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for OauthClient {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(redirect_uris) = row.get("redirect_uris")?;
        let Json(grant_types) = row.get("grant_types")?;
        Ok(Self {
            id: row.get("id")?,
            secret_hash: row.get("secret_hash")?,
            client_type: row.get("client_type")?,
            authentication: row.get("authentication")?,
            name: row.get("name")?,
            uri: row.get("uri")?,
            logo_uri: row.get("logo_uri")?,
            redirect_uris,
            grant_types,
            registration_type: row.get("registration_type")?,
            created_at: row.get("created_at")?,
            updated_at: row.get("updated_at")?,
        })
    }
}
