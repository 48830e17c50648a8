//! Grants of users to clients.

use chrono::{DateTime, Utc};
use portolan_domain::{OauthClient, OauthGrant};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    database::Transaction,
    value::{DatabaseRow, Json, params},
};

impl Store {
    /// The newest first.
    pub async fn oauth_grants(&self, user_id: Uuid) -> Result<Vec<OauthGrant>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT oauth_clients.*, oauth_grants.scopes, oauth_grants.granted_at FROM oauth_grants \
                 JOIN oauth_clients ON oauth_clients.id = oauth_grants.client_id \
                 WHERE oauth_grants.user_id = $1 ORDER BY oauth_grants.granted_at DESC, oauth_clients.id",
                params![user_id],
            )
            .await?;
        rows.iter().map(OauthGrant::try_from).collect()
    }

    /// Revokes a user's grant to an OAuth client and deletes its sessions and codes.
    pub async fn revoke_oauth_grant(&self, user_id: Uuid, client_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        // Requests are locked before grants, as in accepting an answer: no deadlock.
        for statement in [
            "DELETE FROM oauth_authorizations WHERE user_id = $1 AND client_id = $2",
            "DELETE FROM sessions WHERE user_id = $1 AND oauth_client_id = $2",
        ] {
            transaction
                .execute(statement, params![user_id, client_id])
                .await?;
        }
        let revoked = transaction
            .execute(
                "DELETE FROM oauth_grants WHERE user_id = $1 AND client_id = $2",
                params![user_id, client_id],
            )
            .await?;
        if revoked == 0 {
            return Err(StoreError::NotFound("OAuth grant"));
        }
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for OauthGrant {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(scopes) = row.get("scopes")?;
        Ok(Self {
            client: OauthClient::try_from(row)?,
            scopes,
            granted_at: row.get("granted_at")?,
        })
    }
}

/// Returns the user's existing grant to this client.
pub(super) async fn find_scopes(
    transaction: &mut Transaction,
    user_id: Uuid,
    client_id: Uuid,
) -> Result<Option<Vec<String>>> {
    let row = transaction
        .row(
            "SELECT scopes FROM oauth_grants WHERE user_id = $1 AND client_id = $2",
            params![user_id, client_id],
        )
        .await?;
    let scopes = row.map(|row| row.get("scopes")).transpose()?;
    Ok(scopes.map(|Json(scopes)| scopes))
}

/// Adds scopes to the user's grant to this client.
pub(super) async fn save_grant(
    transaction: &mut Transaction,
    user_id: Uuid,
    client_id: Uuid,
    more: impl Iterator<Item = String> + Send,
    now: DateTime<Utc>,
) -> Result<()> {
    let known = find_scopes(transaction, user_id, client_id).await?;
    let mut scopes = known.unwrap_or_default();
    for scope in more {
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    transaction
        .execute(
            "INSERT INTO oauth_grants (user_id, client_id, scopes, granted_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = excluded.scopes, granted_at = excluded.granted_at",
            params![user_id, client_id, Json(&scopes), now],
        )
        .await?;
    Ok(())
}
