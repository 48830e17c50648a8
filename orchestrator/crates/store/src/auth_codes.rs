//! Codes that a browser carries from a provider or a link to the client that requested a session.

use chrono::{DateTime, Utc};
use portolan_domain::{AuthCode, OauthState};

use super::{
    Result, Store,
    value::{DatabaseRow, params},
};

/// The outcome of a presented code.
#[derive(Clone, Debug, PartialEq)]
pub enum Exchange {
    /// Used up.
    Right(AuthCode),
    /// It stays for anyone with the verifier.
    WrongVerifier,
    Expired,
    Unknown,
}

impl Store {
    /// Also deletes expired ones.
    pub async fn create_auth_code(
        &self,
        hash: &str,
        code: &AuthCode,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM auth_codes WHERE expires_at <= $1",
                params![now],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO auth_codes (hash, user_id, method, code_challenge, challenge_method, provider_tokens, \
                 expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
                params![
                    hash,
                    code.user_id,
                    &code.method,
                    &code.code_challenge,
                    &code.challenge_method,
                    &code.provider_tokens,
                    code.expires_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Uses up the code where its challenge is met.
    pub async fn exchange_auth_code(
        &self,
        hash: &str,
        now: DateTime<Utc>,
        is_met: impl FnOnce(&AuthCode) -> bool + Send,
    ) -> Result<Exchange> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM auth_codes WHERE hash = $1 RETURNING *",
                params![hash],
            )
            .await?;
        let Some(row) = row else {
            return Ok(Exchange::Unknown);
        };
        let code = AuthCode::try_from(&row)?;
        if code.expires_at <= now {
            transaction.commit().await?;
            return Ok(Exchange::Expired);
        }
        if !is_met(&code) {
            return Ok(Exchange::WrongVerifier);
        }
        transaction.commit().await?;
        Ok(Exchange::Right(code))
    }

    /// Also deletes expired ones.
    pub async fn create_oauth_state(
        &self,
        hash: &str,
        state: &OauthState,
        now: DateTime<Utc>,
    ) -> Result<()> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM oauth_states WHERE expires_at <= $1",
                params![now],
            )
            .await?;
        transaction
            .execute(
                "INSERT INTO oauth_states (hash, provider, redirect_to, code_challenge, challenge_method, \
                 link_user_id, nonce, verifier, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                params![
                    hash,
                    &state.provider,
                    &state.redirect_to,
                    &state.code_challenge,
                    &state.challenge_method,
                    state.link_user_id,
                    &state.nonce,
                    &state.verifier,
                    state.expires_at,
                ],
            )
            .await?;
        transaction.commit().await
    }

    /// Uses up the state; None if there is none, or its time is over.
    pub async fn take_oauth_state(
        &self,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<OauthState>> {
        let mut transaction = self.database.write().await?;
        let row = transaction
            .row(
                "DELETE FROM oauth_states WHERE hash = $1 RETURNING *",
                params![hash],
            )
            .await?;
        transaction.commit().await?;
        let state = row.as_ref().map(OauthState::try_from).transpose()?;
        Ok(state.filter(|state| state.expires_at > now))
    }

    /// Notes that a signed message has been used; false if it was before.
    pub async fn use_message(
        &self,
        hash: &str,
        expires_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<bool> {
        let mut transaction = self.database.write().await?;
        transaction
            .execute(
                "DELETE FROM used_messages WHERE expires_at <= $1",
                params![now],
            )
            .await?;
        let inserted = transaction
            .execute(
                "INSERT INTO used_messages (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING",
                params![hash, expires_at],
            )
            .await?;
        transaction.commit().await?;
        Ok(inserted == 1)
    }
}

impl TryFrom<&DatabaseRow> for AuthCode {
    type Error = super::StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            user_id: row.get("user_id")?,
            method: row.get("method")?,
            code_challenge: row.get("code_challenge")?,
            challenge_method: row.get("challenge_method")?,
            provider_tokens: row.get("provider_tokens")?,
            expires_at: row.get("expires_at")?,
        })
    }
}

impl TryFrom<&DatabaseRow> for OauthState {
    type Error = super::StoreError;

    fn try_from(row: &DatabaseRow) -> Result<Self> {
        Ok(Self {
            provider: row.get("provider")?,
            redirect_to: row.get("redirect_to")?,
            code_challenge: row.get("code_challenge")?,
            challenge_method: row.get("challenge_method")?,
            link_user_id: row.get("link_user_id")?,
            nonce: row.get("nonce")?,
            verifier: row.get("verifier")?,
            expires_at: row.get("expires_at")?,
        })
    }
}
