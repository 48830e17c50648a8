use chrono::{DateTime, Utc};
use portolan_domain::{Profile, ProfileChange};
use uuid::Uuid;

use super::{
    Result, Store, StoreError,
    value::{DatabaseRow, Json, params},
};

const NO_PROFILE: StoreError = StoreError::NotFound("profile");

impl Store {
    pub async fn profile(&self, user_id: Uuid) -> Result<Profile> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM profiles WHERE user_id = $1",
                params![user_id],
            )
            .await?;
        Profile::try_from(&row.ok_or(NO_PROFILE)?)
    }

    /// Without regard to case.
    pub async fn profile_by_username(&self, username: &str) -> Result<Profile> {
        let mut session = self.database.read().await?;
        let row = session
            .row(
                "SELECT * FROM profiles WHERE username_key = $1",
                params![username.to_lowercase()],
            )
            .await?;
        Profile::try_from(&row.ok_or(NO_PROFILE)?)
    }

    /// A conflict if a user has the username, without regard to case.
    pub async fn update_profile(
        &self,
        user_id: Uuid,
        change: &ProfileChange,
        now: DateTime<Utc>,
    ) -> Result<Profile> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE profiles SET updated_at = updated_at WHERE user_id = $1 RETURNING *",
                params![user_id],
            )
            .await?;
        let mut profile = Profile::try_from(&row.ok_or(NO_PROFILE)?)?;
        apply_change(&mut profile, change);
        transaction
            .execute(
                "UPDATE profiles SET username = $2, username_key = $3, full_name = $4, bio = $5, avatar_url = $6, \
                 professional_info = $7, updated_at = $8 WHERE user_id = $1",
                params![
                    user_id,
                    &profile.username,
                    profile.username.as_ref().map(|name| name.to_lowercase()),
                    &profile.full_name,
                    &profile.bio,
                    &profile.avatar_url,
                    profile.professional_info.as_ref().map(ToString::to_string),
                    now,
                ],
            )
            .await
            .map_err(|error| match error {
                StoreError::Conflict(_) => StoreError::Conflict("somebody has this username: choose another one"),
                error => error,
            })?;
        transaction.commit().await?;
        Ok(profile)
    }

    /// Makes a user an admin or a contributor, or no longer.
    pub async fn set_rights(
        &self,
        user_id: Uuid,
        is_admin: bool,
        is_contributor: bool,
    ) -> Result<Profile> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "UPDATE profiles SET is_admin = $2, is_contributor = $3 WHERE user_id = $1 RETURNING *",
                params![user_id, is_admin, is_contributor],
            )
            .await?;
        let profile = Profile::try_from(&row.ok_or(NO_PROFILE)?)?;
        transaction.commit().await?;
        Ok(profile)
    }
}

fn apply_change(profile: &mut Profile, change: &ProfileChange) {
    if let Some(username) = &change.username {
        profile.username = Some(username.clone());
    }
    replace_field(&mut profile.full_name, &change.full_name);
    replace_field(&mut profile.bio, &change.bio);
    replace_field(&mut profile.avatar_url, &change.avatar_url);
    replace_field(&mut profile.professional_info, &change.professional_info);
}

fn replace_field<T: Clone>(field: &mut Option<T>, change: &Option<Option<T>>) {
    if let Some(value) = change {
        field.clone_from(value);
    }
}

impl TryFrom<&DatabaseRow> for Profile {
    type Error = StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            user_id: row.get("user_id")?,
            username: row.get("username")?,
            full_name: row.get("full_name")?,
            is_admin: row.get("is_admin")?,
            is_contributor: row.get("is_contributor")?,
            avatar_url: row.get("avatar_url")?,
            bio: row.get("bio")?,
            professional_info: row
                .get::<Option<Json<_>>>("professional_info")?
                .map(|Json(value)| value),
        })
    }
}
