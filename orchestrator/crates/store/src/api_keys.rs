use chrono::{DateTime, TimeDelta, Utc};
use portolan_domain::{
    AdminAction, ApiKey, KeyFilter, KeyOwner, KeySort, OwnedApiKey, Page, PageRequest,
};
use uuid::Uuid;

use super::{
    Result, Store, StoreError, admin_actions,
    item_limit::ItemKind,
    keyset::{Key, KeyKind, Keyset, keyset_page},
    paging::row_limit_of,
    stored_objects::above_prefix,
    user_usage::FOUND_USERS,
    value::{DatabaseRow, Json, params},
};

const NO_KEY: StoreError = StoreError::NotFound("API key");

/// The last use is noted this often at most: a busy key must not write on every request.
const USE_NOTED_EVERY: TimeDelta = TimeDelta::minutes(1);

impl Store {
    /// Keeps the key with the hash of its secret.
    pub async fn create_api_key(&self, key: &ApiKey, hash: &str) -> Result<()> {
        let mut transaction = self.database.write().await?;
        self.ensure_room(&mut transaction, key.user_id, ItemKind::ApiKey)
            .await?;
        transaction
            .execute(
                "INSERT INTO api_keys (id, user_id, name, prefix, hash, scopes, created_at, expires_at, \
                 requests_per_minute) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                params![
                    key.id,
                    key.user_id,
                    &key.name,
                    &key.prefix,
                    hash,
                    Json(&key.scopes),
                    key.created_at,
                    key.expires_at,
                    key.requests_per_minute,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// The key whose secret has this hash; notes the use. Keys of suspended users are not found.
    pub async fn use_api_key(&self, hash: &str, now: DateTime<Utc>) -> Result<ApiKey> {
        let row = self
            .database
            .read()
            .await?
            .row(
                "SELECT api_keys.* FROM api_keys JOIN users ON users.id = api_keys.user_id \
                 WHERE hash = $1 AND users.deleted_at IS NULL AND COALESCE(users.banned_until, 0) <= $2",
                params![hash, now],
            )
            .await?;
        let mut key = ApiKey::try_from(&row.ok_or(NO_KEY)?)?;
        if key
            .last_used_at
            .is_none_or(|last| now - last >= USE_NOTED_EVERY)
        {
            let mut transaction = self.database.write().await?;
            transaction
                .execute(
                    "UPDATE api_keys SET last_used_at = $2 WHERE id = $1",
                    params![key.id, now],
                )
                .await?;
            transaction.commit().await?;
            key.last_used_at = Some(now);
        }
        Ok(key)
    }

    /// A key that has not been deleted.
    pub async fn api_key(&self, key_id: Uuid) -> Result<ApiKey> {
        let mut session = self.database.read().await?;
        let row = session
            .row("SELECT * FROM api_keys WHERE id = $1", params![key_id])
            .await?;
        ApiKey::try_from(&row.ok_or(NO_KEY)?)
    }

    /// Lists all users' keys with their owners, for admins.
    pub async fn all_api_keys(
        &self,
        filter: &KeyFilter,
        request: &PageRequest,
    ) -> Result<Page<OwnedApiKey>> {
        let search = filter.search.as_deref().unwrap_or_default();
        let (key, kind) = match filter.sort {
            KeySort::CreatedAt => ("api_keys.created_at", KeyKind::Integer),
            KeySort::LastUsedAt => ("COALESCE(api_keys.last_used_at, 0)", KeyKind::Integer),
            KeySort::Name => ("LOWER(api_keys.name)", KeyKind::Text),
        };
        let keyset = Keyset {
            select: format!(
                "SELECT {key} AS sort_key, api_keys.*, users.email, profiles.username FROM api_keys \
                 JOIN users ON users.id = api_keys.user_id \
                 LEFT JOIN profiles ON profiles.user_id = api_keys.user_id"
            ),
            conditions: match search.is_empty() {
                true => String::new(),
                false => format!(
                    " AND api_keys.id IN (SELECT id FROM api_keys WHERE prefix >= $6 AND prefix < $7 \
                     UNION SELECT id FROM api_keys WHERE user_id IN ({FOUND_USERS}))"
                ),
            },
            key,
            id: "api_keys.id",
            direction: filter.direction,
        };
        let place = kind.start(request, filter.direction)?;
        let lower = search.to_lowercase();
        let mut session = self.database.read().await?;
        let rows = session
            .composed_rows(
                keyset.sql(),
                params![
                    place.0,
                    place.1,
                    row_limit_of(request),
                    &lower,
                    above_prefix(&lower),
                    search,
                    above_prefix(search),
                ],
            )
            .await?;
        let keys = rows.iter().map(|row| {
            let owned = OwnedApiKey::try_from(row)?;
            let id = owned.key.id.to_string();
            Ok((owned, kind.read(row)?, id))
        });
        let keys: Vec<(OwnedApiKey, Key, String)> = keys.collect::<Result<_>>()?;
        Ok(keyset_page(request, keys))
    }

    /// Deletes any user's key, for an admin.
    pub async fn revoke_api_key(&self, key_id: Uuid, action: &AdminAction) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute("DELETE FROM api_keys WHERE id = $1", params![key_id])
            .await?;
        if deleted == 0 {
            return Err(NO_KEY);
        }
        admin_actions::record(&mut transaction, action).await?;
        transaction.commit().await
    }

    /// The user's keys, the newest first.
    pub async fn api_keys(&self, user_id: Uuid) -> Result<Vec<ApiKey>> {
        let mut session = self.database.read().await?;
        let rows = session
            .rows(
                "SELECT * FROM api_keys WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
                params![user_id],
            )
            .await?;
        rows.iter().map(ApiKey::try_from).collect()
    }

    pub async fn delete_api_key(&self, key_id: Uuid, user_id: Uuid) -> Result<()> {
        let mut transaction = self.database.write().await?;
        let deleted = transaction
            .execute(
                "DELETE FROM api_keys WHERE id = $1 AND user_id = $2",
                params![key_id, user_id],
            )
            .await?;
        if deleted == 0 {
            return Err(NO_KEY);
        }
        transaction.commit().await
    }
}

impl TryFrom<&DatabaseRow> for ApiKey {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        let Json(scopes) = row.get("scopes")?;
        Ok(Self {
            id: row.get("id")?,
            user_id: row.get("user_id")?,
            name: row.get("name")?,
            prefix: row.get("prefix")?,
            scopes,
            expires_at: row.get("expires_at")?,
            requests_per_minute: row.get("requests_per_minute")?,
            last_used_at: row.get("last_used_at")?,
            created_at: row.get("created_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for KeyOwner {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            id: row.get("user_id")?,
            email: row.get("email")?,
            username: row.get("username")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for OwnedApiKey {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            key: ApiKey::try_from(row)?,
            user: row.try_into()?,
        })
    }
}
